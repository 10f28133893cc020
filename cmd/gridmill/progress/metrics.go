package progress

import (
	"cmp"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/gridmill/gridmill/pipeline"
)

// MetricsAddress returns the address that the value of --metrics specifies. If the value is a port
// without a host, the metrics are available only on this machine.
func MetricsAddress(flag string) (string, error) {
	host, port, err := net.SplitHostPort(flag)
	if err != nil {
		host, port = "", flag
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("--metrics must be a port such as 9090, or HOST:PORT, not %q", flag)
	}
	return net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port), nil
}

// newServer returns a server that provides the metrics of a run at the address.
func newServer(address net.Addr, tracker *Tracker, log *slog.Logger) *http.Server {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		runMetrics{tracker},
	)
	warnings := slog.NewLogLogger(log.Handler(), slog.LevelWarn)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorLog: warnings, MaxRequestsInFlight: 4, Timeout: requestTime,
	}))
	return &http.Server{
		Addr: address.String(), Handler: mux, ErrorLog: warnings, MaxHeaderBytes: 16 << 10,
		ReadTimeout: requestTime, WriteTimeout: 2 * requestTime, IdleTimeout: time.Minute,
	}
}

// requestTime is the time limit for reading and answering a request.
const requestTime = 5 * time.Second

// The metrics of a run. Prometheus can compute speeds from them. For example,
// rate(gridmill_rows_total[1m]) is the number of rows per second, by verdict.
var (
	rowsMetric      = metric("rows_total", "Rows processed, by verdict.", "verdict")
	rowsGoalMetric  = metric("rows_goal", "Rows assigned to this process. Only for runs that write parts or generate rows.")
	bytesMetric     = metric("input_read_bytes_total", "Input bytes read so far. Only for runs that write one file.")
	bytesGoalMetric = metric("input_bytes", "Total input bytes, or 0 if unknown. Only for runs that write one file.")
	phaseMetric     = metric("phase_read_bytes_total", "Bytes read in the current phase. Absent in the solve and write phases.", "phase")
	phaseGoalMetric = metric("phase_bytes", "Total bytes to read in the current phase, or 0 if unknown. Absent in the solve and write phases.", "phase")
	writtenMetric   = metric("written_rows_total", "Rows written to splits. Only for the write phase.")
	toWriteMetric   = metric("rows_to_write", "Rows to write to splits. Only for the write phase.")
	queueMetric     = metric("queue_batches", "Batches waiting in each queue between stages.", "queue")
	busyMetric      = metric("stage_busy_seconds_total", "Time that each stage spent working, not waiting; for the solve stage, the sum over all workers.", "stage")
	workersMetric   = metric("workers", "Number of workers.")
	buildMetric     = metric("build_info", "Build and solver, as labels. The value is always 1.", "version", "goversion", "solver", "kernel")
)

func metric(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("gridmill_"+name, help, labels, nil)
}

// runMetrics collects the metrics of a tracked run.
type runMetrics struct{ *Tracker }

// Describe implements prometheus.Collector. It describes nothing, because the metrics depend on the
// phase.
func (runMetrics) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (r runMetrics) Collect(to chan<- prometheus.Metric) {
	send := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, kind, value, labels...)
	}
	if r.phase() == nil { // no phase has started
		return
	}
	s := r.status(false)
	noVerdict := s.Rows
	for verdict, rows := range s.Verdicts {
		send(rowsMetric, prometheus.CounterValue, float64(rows), verdict)
		noVerdict -= rows
	}
	if noVerdict > 0 {
		send(rowsMetric, prometheus.CounterValue, float64(noVerdict), "")
	}
	switch {
	case s.RowsTotal != nil:
		send(rowsGoalMetric, prometheus.GaugeValue, float64(*s.RowsTotal))
	case s.Phase == pipeline.Write:
		send(writtenMetric, prometheus.CounterValue, float64(s.RowsWritten))
		send(toWriteMetric, prometheus.GaugeValue, float64(s.RowsToWrite))
	case s.Phase == pipeline.Solve:
		send(bytesMetric, prometheus.CounterValue, float64(s.BytesRead))
		send(bytesGoalMetric, prometheus.GaugeValue, float64(s.BytesTotal))
	default:
		send(phaseMetric, prometheus.CounterValue, float64(s.BytesRead), string(s.Phase))
		send(phaseGoalMetric, prometheus.GaugeValue, float64(s.BytesTotal), string(s.Phase))
	}
	queues := r.counts.Queues()
	send(queueMetric, prometheus.GaugeValue, float64(queues.Free), "free")
	send(queueMetric, prometheus.GaugeValue, float64(queues.Order), "order")
	send(queueMetric, prometheus.GaugeValue, float64(queues.Work), "work")
	for s := range pipeline.NumStages {
		send(busyMetric, prometheus.CounterValue, r.counts.Busy(s).Seconds(), s.String())
	}
	send(workersMetric, prometheus.GaugeValue, float64(r.Workers))
	send(buildMetric, prometheus.GaugeValue, 1, r.Version, runtime.Version(), r.Solver, r.Kernel)
}
