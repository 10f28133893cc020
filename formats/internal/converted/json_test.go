package converted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridmill/gridmill/formats/option"
)

// csvOf returns all that a reader makes, without the kinds of values, and the error behind it.
func csvOf(r io.Reader) (string, error) {
	text, err := io.ReadAll(r)
	return kinds.ReplaceAllString(string(text), "\n"), err
}

var kinds = regexp.MustCompile(`,[a-z]+\n`)

// TestKinds wants the kinds of values behind each row, and behind the header the types of columns.
func TestKinds(t *testing.T) {
	array := "\x93NUMPY\x01\x00\x37\x00{'descr': '<i8', 'fortran_order': False, 'shape': (1,)}" + "\x07\x00\x00\x00\x00\x00\x00\x00"
	for _, c := range []struct {
		made *Reader
		want string
	}{
		{JSON(strings.NewReader(`{"a":1,"b":"1","c":true,"d":null,"e":[1],"f":{},"g":""}`+"\n{}"), nil), "a,b,c,d,e,f,g,ttttttt\n1,1,true,,[1],{},,jtjnjjt\n,,,,,,,nnnnnnn\n"},
		{NPY(strings.NewReader(array)), "puzzle,l\n7,j\n"},
		{Arrow(bytes.NewReader(arrowOf(t, true, 0))), "text,large text,view,bytes,fixed,int8,uint64,double,bool,date,null,list,array,struct,words,tttttimdbtttttt\n"},
	} {
		if text, err := io.ReadAll(c.made); string(text) != c.want || err != nil {
			t.Errorf("made %q, error %v, want %q", text, err, c.want)
		}
	}
	text, err := io.ReadAll(Arrow(bytes.NewReader(arrowOf(t, false, 1))))
	if kinds := kinds.FindAllString(string(text), -1); err != nil || !slices.Equal(kinds[1:], []string{",tttttjjjjtnjjjt\n", ",nnnnnnnnnnnnnnn\n", ",tttttjjjjtnjjjt\n"}) {
		t.Errorf("kinds %q, error %v", kinds, err)
	}
}

func TestJSON(t *testing.T) {
	long := strings.Repeat(`{"a":1,"b":2}`+"\n", 30000)
	made := "a,b\n" + strings.Repeat("1,2\n", 30000) + ",1\n,\n"
	for _, c := range []struct{ name, text, csv, err string }{
		{"lines", `{"question":"1..","answer":"123"}` + "\n\n" + `{"answer":"9","question":null}` + "\r\n", "question,answer\n1..,123\n,9\n", ""},
		{"an array", "\xef\xbb\xbf [ {\"a\": 1.50, \"b\": true},\n{\"b\": {\"x\": [1, \"y\"]}} ] \n", "a,b\n1.50,true\n,\"{\"\"x\"\": [1, \"\"y\"\"]}\"\n", ""},
		{"objects of several lines", "{\n \"a\": [[1,\n2]]\n}\n{\"a\": \"}\\\"{\"}", "a\n\"[[1,\n2]]\"\n\"}\"\"{\"\n", ""},
		{"escapes", `{"a\u0041":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud83d\u0031"}`, "aA\n\"\"\"\\/\b\f\n\r\té😀\ufffd1\"\n", ""},
		{"nothing but a null", "{\"a\":null}\n{\"a\":\"\"}\n{}\n", "a\n\n\n\n", ""},
		{"keys twice", `{"a":1,"a":2}`, "a\n\x00K0,\"{\"\"a\"\":1,\"\"a\"\":2}\",\n", ""},
		{"a mark of ours", `{"a":"\u0000J1,"}`, "a\n\"\x00J1,\"\n", ""},
		{"bad lines", "{\"a\":1}\n{\"a\":01}\nabc\n[1]\n{\"a\":2} x\n{\"a\":3}\n", "a\n1\n\x00J7,\"{\"\"a\"\":01}\",\n\x00J1,\"abc\",\n\x00J1,\"[1]\",\n\x00J9,\"{\"\"a\"\":2} x\",\n3\n", ""},
		{"a bad first line", "{\"a\"\n{\"a\":1}\n", "a\n\x00J5,\"{\"\"a\"\"\",\n1\n", ""},
		{"a line cut short", "{\"a\":1}\n{\"a\":", "a\n1\n", "in row 2, the JSON ends too early, so that the file is not complete (input file)"},
		{"an array cut short", "[{\"a\":1},\n", "a\n1\n", "after row 1: the JSON ends too early, so that the file is not complete (input file)"},
		{"an object cut short", "[{\"a\":1},\n{\"a\"", "a\n1\n", "after row 1: the JSON ends too early, so that the file is not complete (input file)"},
		{"something behind it", "[{\"a\":1}]\n{}", "a\n1\n", "after row 1: there is '{' where the file should end"},
		{"no comma", "[{\"a\":1} {}]", "a\n1\n", "after row 1: there is '{' where the array should go on or end"},
		{"no objects", "[1]", "", "there is '1' where an object should start"},
		{"an array of strings", `["..."]`, "", "the array holds strings or lists where objects should be; make objects of its values first (jq -c '.[] | {puzzle: .}')"},
		{"no keys", "{}\n{}\n", "", "none of the first 2 records is a JSON object with keys"},
		{"nothing in it", "[]\n", "", ""},
		{"an object at fault in an array", "[{\"a\":1},{\"a\":.1}]", "a\n1\n", "row 2 is no JSON object from its byte 6 on"},
		{"a late key", long + "{\"c\":3,\"b\":1}\n{\"d\":\"\",\"c\":0}", made, ""},
		{"deep", "{\"a\":1}\n{\"a\":" + strings.Repeat("[", 1000), "a\n1\n\x00J105,", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text)), iotest.DataErrReader(strings.NewReader(c.text))} {
				var late []string
				csv, err := csvOf(JSON(in, func(key string, record int64) bool {
					late = append(late, fmt.Sprint(key, " ", record))
					return key != "d"
				}))
				if want := "[c 30001 d 30002]"; c.csv == made && fmt.Sprint(late) != want {
					t.Fatalf("late keys %v, want %s", late, want)
				}
				said := ""
				if err != nil {
					said = err.Error()
				}
				if concerned, named := errors.AsType[*option.Error](err); named {
					said += fmt.Sprintf(" (%s)", concerned.Options[0])
				}
				if said != c.err {
					t.Fatalf("error %s, want %s", said, c.err)
				}
				if csv != c.csv && !strings.HasPrefix(csv, c.csv) || c.csv == "" && len(csv) > 0 && len(c.text) < 100 {
					t.Fatalf("made\n%q, want\n%q", csv, c.csv)
				}
			}
		})
	}
}

// What is JSON here is what the standard library takes for it, but for values that are
// nested very deeply.
func FuzzJSONValue(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0.5e+7,true,false,null,"\u00e9\n"],"b":{}}`, `[[[]]]`, `01`, `"\x"`, "\"\t\"", `tru`, `1.`, `{"a" 1}`, `[1,]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) == 0 || strings.IndexByte(" \t\r\n", text[0]) >= 0 {
			return
		}
		end := skipValue(text, 0, 0)
		if end > len(text) || ^end > len(text) {
			t.Fatalf("the end %d lies beyond %q", end, text)
		}
		good := end >= 0 && skipSpace(text, end) == len(text)
		if good != json.Valid(text) && strings.Count(string(text), "[")+strings.Count(string(text), "{") < maxDepth {
			t.Fatalf("%q: good is %v", text, good)
		}
		var want string
		if good && text[0] == '"' && json.Unmarshal(text, &want) == nil {
			if got := string(appendUnescaped(nil, text[1:end-1])); strings.ToValidUTF8(got, "\ufffd") != strings.ToValidUTF8(want, "\ufffd") && !strings.Contains(want, "\ufffd") {
				t.Fatalf("%q says %q, want %q", text, got, want)
			}
		}
	})
}
