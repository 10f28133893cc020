package kubernetes

import (
	"os"
	"strconv"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	request "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
)

var scheme = legacyscheme.Scheme

// read decodes a manifest. It rejects duplicate and unknown fields.
func read(t *testing.T, file string) runtime.Object {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	strict := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Yaml: true, Strict: true})
	object, _, err := strict.Decode(text, nil, nil)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return object
}

func readJob(t *testing.T, file string) *batchv1.Job {
	t.Helper()
	j, ok := read(t, file).(*batchv1.Job)
	if !ok {
		t.Fatalf("%s is not a batch/v1 Job", file)
	}
	return j
}

// create fills in missing fields and validates the object, as the API server does for new objects.
func create(t *testing.T, object runtime.Object) error {
	t.Helper()
	strategies := map[string]rest.RESTCreateStrategy{"Job": job.Strategy, "PersistentVolumeClaim": persistentvolumeclaim.Strategy}
	kind := object.GetObjectKind().GroupVersionKind()
	strategy := strategies[kind.Kind]
	if strategy == nil {
		t.Fatalf("there is no strategy for %s", kind)
	}
	scheme.Default(object)
	internal, err := scheme.ConvertToVersion(object, schema.GroupVersion{Group: kind.Group, Version: runtime.APIVersionInternal})
	if err != nil {
		t.Fatal(err)
	}
	ctx := request.WithNamespace(request.NewContext(), "default")
	meta, err := apimeta.Accessor(internal)
	must(t, err)
	rest.FillObjectMetaSystemFields(meta)
	if err := rest.BeforeCreate(strategy, ctx, internal); err != nil {
		return err
	}
	for _, warning := range strategy.WarningsOnCreate(ctx, internal) {
		t.Errorf("the server would warn: %s", warning)
	}
	return nil
}

func TestServerWouldAcceptManifests(t *testing.T) {
	for _, file := range []string{"storage.yaml", "plan.yaml", "solve.yaml", "merge.yaml"} {
		if err := create(t, read(t, file)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestServerWouldRejectFaults(t *testing.T) {
	for name, spoil := range map[string]func(*batchv1.Job){
		"restartPolicy":        func(j *batchv1.Job) { j.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure },
		"completions":          func(j *batchv1.Job) { j.Spec.Completions = nil },
		"containerName":        func(j *batchv1.Job) { j.Spec.Template.Spec.Containers[0].Name = "other" },
		"backoffLimitPerIndex": func(j *batchv1.Job) { j.Spec.BackoffLimitPerIndex = nil },
		"mountPath":            func(j *batchv1.Job) { j.Spec.Template.Spec.Volumes = nil },
	} {
		j := readJob(t, "solve.yaml")
		spoil(j)
		if create(t, j) == nil {
			t.Errorf("an invalid %s is accepted", name)
		}
	}
}

// action returns the job's reaction to a pod that ends with the given exit code. The first matching
// rule applies.
func action(j *batchv1.Job, code int32) batchv1.PodFailurePolicyAction {
	for _, rule := range j.Spec.PodFailurePolicy.Rules {
		if rule.OnExitCodes == nil {
			continue
		}
		for _, v := range rule.OnExitCodes.Values {
			if v == code {
				return rule.Action
			}
		}
	}
	return batchv1.PodFailurePolicyActionCount
}

func TestExitCodesHaveTheirActions(t *testing.T) {
	for file, want := range map[string]map[int32]batchv1.PodFailurePolicyAction{
		"plan.yaml":  {1: "Count", 2: "FailJob", 75: "Count", 137: "Count"},
		"solve.yaml": {1: "Count", 2: "FailJob", 3: "FailIndex", 75: "Ignore", 137: "Count"},
		"merge.yaml": {1: "Count", 2: "FailJob", 3: "FailJob", 75: "Count", 137: "Count"},
	} {
		for code, want := range want {
			if got := action(readJob(t, file), code); got != want {
				t.Errorf("%s: exit %d leads to %s, want %s", file, code, got, want)
			}
		}
	}
}

// TestNumberOfShardsIsTheSameEverywhere compares the number of completions in solve.yaml with the
// number of shards in the command lines of solve.yaml and merge.yaml.
func TestNumberOfShardsIsTheSameEverywhere(t *testing.T) {
	solve := readJob(t, "solve.yaml")
	shards := strconv.Itoa(int(*solve.Spec.Completions))
	for file, want := range map[string]string{
		"solve.yaml": "--shard=$(JOB_COMPLETION_INDEX)/" + shards,
		"merge.yaml": "--shards=" + shards,
	} {
		args := readJob(t, file).Spec.Template.Spec.Containers[0].Args
		if !strings.Contains(strings.Join(args, "\n")+"\n", want+"\n") {
			t.Errorf("%s lacks %s: %q", file, want, args)
		}
	}
}
