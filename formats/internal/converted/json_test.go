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
		{JSON(strings.NewReader(`{"a":1,"b":"1","c":true,"d":null,"e":[1],"f":{},"g":""}`+"\n{}"), Look{}, nil), "a,b,c,d,e,f,g,ttttttt\n1,1,true,,[1],{},,jtjnjjt\n,,,,,,,nnnnnnn\n"},
		{NPY(strings.NewReader(array)), "puzzle,l\n7,j\n"},
		{Arrow(bytes.NewReader(arrowOf(t, true, 0))), "text,large text,view,bytes,fixed,int8,uint64,double,bool,date,null,list,array,struct,words,tttttimdbotooot\n"},
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
		{"an array of strings", `["..."]`, "", "none of the first 1 records is a JSON object with keys, or a grid"},
		{"no keys", "{}\n{}\n", "", "none of the first 2 records is a JSON object with keys, or a grid"},
		{"nothing in it", "[]\n", "", ""},
		{"an object at fault in an array", "[{\"a\":1},{\"a\":.1},{\"a\":2}]", "a\n1\n\x00J6,\"{\"\"a\"\":.1}\",\n2\n", ""},
		{"no JSON between objects of an array", "[{\"a\":1},{\"a\":2}}]", "a\n1\n2\n", "after row 2: there is '}' where the array should go on or end"},
		{"numbers that JSON does not have", "{\"a\":NaN,\"b\":-Infinity}\n{\"a\":[NaN]}\n{\"a\":Nan}\n", "a,b\n,\n\x00N7,\"{\"\"a\"\":[NaN]}\"\n\x00J6,\"{\"\"a\"\":Nan}\"\n", ""},
		{"single quotes", "{\"a\":1}\n{'a':2}\n{\"a\":'3'}\n", "a\n1\n\x00Q2,\"{'a':2}\",\n\x00Q6,\"{\"\"a\"\":'3'}\",\n", ""},
		{"commas behind lines", "{\"a\":1},\n{\"a\":2} , \n{\"a\":3},,\n", "a\n1\n2\n\x00J9,\"{\"\"a\"\":3},,\",\n", ""},
		{"arrays one after the other", "[{\"a\":1}]\n[]\n[{\"a\":2},{\"a\":3}]", "a\n1\n2\n3\n", ""},
		{"two arrays, the second cut short", "[{\"a\":1}]\n[{\"a\":2}", "a\n1\n2\n", "after row 2: the JSON ends too early, so that the file is not complete (input file)"},
		{"a late key", long + "{\"c\":3,\"b\":1}\n{\"d\":\"\",\"c\":0}", made, ""},
		{"deep", "{\"a\":1}\n{\"a\":" + strings.Repeat("[", 1000), "a\n1\n\x00J105,", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text)), iotest.DataErrReader(strings.NewReader(c.text))} {
				var late []string
				csv, err := csvOf(JSON(in, Look{}, func(key string, record int64) bool {
					late = append(late, fmt.Sprint(key, " ", record))
					return key != "d"
				}))
				if want := "[c 30001 d 30002]"; c.csv == made && fmt.Sprint(late) != want {
					t.Fatalf("late keys %v, want %s", late, want)
				}
				if said := errorText(err); said != c.err {
					t.Fatalf("error %s, want %s", said, c.err)
				}
				if csv != c.csv && !strings.HasPrefix(csv, c.csv) || c.csv == "" && len(csv) > 0 && len(c.text) < 100 {
					t.Fatalf("made\n%q, want\n%q", csv, c.csv)
				}
			}
		})
	}
}

// digitsAreGrids takes three digits for a grid, which is full without zeros.
var digitsAreGrids = Look{
	Grid: func(value []byte) (grid, full bool) {
		grid = regexp.MustCompile(`^(\d{3}|\[\d,\s*\d,\s*\d\])$`).Match(value)
		return grid, grid && !bytes.Contains(value, []byte{'0'})
	},
	Name: func(key string) bool { return key == "puzzle" },
}

// Records may stand in an object, or grids in objects in them, or in their place.
func TestJSONShapes(t *testing.T) {
	columns := "it is JSON of columns, and not of rows; write it by rows first (in Python: pandas.read_json(FILE, dtype=False).to_json(FILE + '.jsonl', orient='records', lines=True)), or, where each list holds puzzles, make rows of all (jq -c '.[][]')"
	turns := "its grids are puzzles and, perhaps, their answers; make objects of both first (if they stand in turns: jq -cn '[inputs] | flatten | _nwise(2) | {puzzle: .[0], solution: .[1]}')"
	for _, c := range []struct{ name, text, csv, err string }{
		{"an array in an object", `{"n":2,"f":[{"g":1}],"data":[{"p":"120"},{"p":"x"}],"more":{"a":[1]}}`, "p\n120\nx\n", ""},
		{"an array in two objects", "{\"a\":{\"b\":[\n{\"p\":[1,2,0]}\n],\"c\":1}}\n", "p\n\"[1,2,0]\"\n", ""},
		{"lists in an object, with names", `{"columns":["p","s"],"data":[["120",1],["340",2]]}`, "p,s\n120,1\n340,2\n", ""},
		{"grids in an object", `{"puzzles":["120","340"]}`, "puzzle\n120\n340\n", ""},
		{"a grid in an object", `{"puzzle":[1,2,0],"more":[{"p":"120"}]}`, "puzzle,more\n\"[1,2,0]\",\"[{\"\"p\"\":\"\"120\"\"}]\"\n", ""},
		{"objects with arrays in lines", `{"p":"120","a":[{"p":"120"}]}` + "\n{}", "p,a\n120,\"[{\"\"p\"\":\"\"120\"\"}]\"\n,\n", ""},
		{"a bad puzzle beside an array", `{"puzzle":"x","a":[{"p":"120"}]}`, "puzzle,a\nx,\"[{\"\"p\"\":\"\"120\"\"}]\"\n", ""},
		{"two arrays in an object", `{"train":[{"p":"120"}],"test":[{"p":"340"}]}`, "p\n120\n", `after row 1: behind the records in ".train" other grids stand in ".test", which would be lost; make rows of both first (jq -c '.train[], .test[]')`},
		{"grids behind an array, deeper", `{"a":{"b":[{"p":"120"}]},"c":{"d":["340"]}}`, "p\n120\n", `after row 1: behind the records in ".a.b" other grids stand in ".c", which would be lost; make rows of all first (jq -c)`},
		{"an array in an object, cut short", `{"data":[{"p":"120"}],"more`, "p\n120\n", "after row 1: the JSON ends too early, so that the file is not complete (input file)"},
		{"an array in an object, cut at once", `{"data":[{"p":"120"}`, "p\n120\n", "after row 1: the JSON ends too early, so that the file is not complete (input file)"},
		{"something behind the object", `{"data":[{"p":"120"}]}]`, "", `its grids stand deeper than in the fields of its records; make rows of what holds them first (jq -c '.data[]')`},
		{"something behind a large object", `{"data":[{"p":"120"}` + strings.Repeat(" ", jsonSample) + "]}]", "p\n120\n", `after row 1: there is ']' where the object around the array of records should go on or end`},
		{"something in the object", `{"data":[{"p":"120"}],1}`, "p\n120\n", `after row 1: there is '1' where the object around the array of records should go on or end`},
		{"columns", `{"a":["120","340"],"b":[1,2]}`, "puzzle\n120\n340\n", "after row 2: " + columns},
		{"columns, ids first", `{"b":[1,2],"a":["120","340"]}`, "", columns},
		{"objects under numbers", `{"0":{"p":"120"},"1":{"p":"340"}}`, "", "its records stand in an object, each under a key of its own; make rows of them first (jq -c '.[]')"},
		{"objects under names", `{"a":{"p":"120","s":"123"},"b":{"p":"340"}}`, "", "its records stand in an object, each under a key of its own; make rows of them first (jq -c '.[]')"},
		{"two objects, of which one has a grid", `{"a":{"p":"120"},"b":{"n":1}}`, "a.p,b\n120,\"{\"\"n\"\":1}\"\n", ""},
		{"objects in objects", `{"i":1,"x":{"p":"120","s":"123"},"y":{"a":1}}` + "\n" + `{"x":{"s":"456"}}` + "\n" + `{"x":null,"i":2}`, "i,x.p,x.s,y\n1,120,123,\"{\"\"a\"\":1}\"\n,,456,\n2,,,\n", ""},
		{"grids deeper", `{"a":{"b":[{"c":["120"]}]}}` + "\n" + `{"a":1}`, "", "its grids stand deeper than in the fields of its records; make rows of what holds them first (jq -c '.a.b[].c[]')"},
		{"grids deeper in an array", `[{"a":{"b":{"p":"120"}}}]`, "", "its grids stand deeper than in the fields of its records; make rows of what holds them first (jq -c '.[] | .a.b')"},
		{"grids deeper under an odd key", `{"a":{"b'; rm":["120"]}}` + "\n{}", "a\n\"{\"\"b'; rm\"\":[\"\"120\"\"]}\"\n\n", ""},
		{"strings", `["120", "340","x"]`, "puzzle\n120\n340\nx\n", ""},
		{"strings in lines", "\"120\"\n340\n\"x\",\n", "puzzle\n120\n\x00J1,\"340\",\nx\n", ""},
		{"lists of cells", "[[1,2,0],\n[3,4,0]]", "puzzle\n\"[1,2,0]\"\n\"[3,4,0]\"\n", ""},
		{"lists of cells in lines", "[1,2,0]\n[3,4,0]\n", "puzzle\n\"[1,2,0]\"\n\"[3,4,0]\"\n", ""},
		{"a list of cells", "[1,\n2,0]", "puzzle\n\"[1,\n2,0]\"\n", ""},
		{"numbers", "[1,\n2]", "", "there is '1' where an object should start"},
		{"lists of fields", `[["120",{"a":1}],["340"],[]]`, "column_1,column_2\n120,\"{\"\"a\"\":1}\"\n340,\n,\n", ""},
		{"lists of fields in lines", "[\"120\",\"123\"]\n[\"340\"]\n{\"a\":1}\n", "column_1,column_2\n120,123\n340,\n\x00J1,\"{\"\"a\"\":1}\"\n", ""},
		{"puzzles and answers in turns", `["120","123","340","345"]`, "", turns},
		{"puzzles and answers in lines", "\"120\"\n\"123\"\n", "", turns},
		{"very deep", `{"a":` + strings.Repeat("[", 100_000), "", "the JSON ends too early, so that the file is not complete (input file)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
				csv, err := csvOf(JSON(in, digitsAreGrids, nil))
				if said := errorText(err); said != c.err {
					t.Fatalf("error %s, want %s", said, c.err)
				}
				if csv != c.csv {
					t.Fatalf("made\n%q, want\n%q", csv, c.csv)
				}
			}
		})
	}
}

// errorText returns what an error says, with the first option that it concerns.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	if concerned, named := errors.AsType[*option.Error](err); named {
		return fmt.Sprintf("%s (%s)", err, concerned.Options[0])
	}
	return err.Error()
}

// Text that is any other way gives whole rows, and the same however a pipe delivers it.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"p":"120"}`, `{"a":[{"p":"120"},{"p":NaN}],"b":{"c":1}}`, "{\"x\":{\"p\":\"120\"}}\n{}", `["120","34"]`, "[\"120\",[1]]\n[]", `[[1,2,0],[3,4,0]]`,
		`{"columns":["a"],"data":[["120"]]}`, `{"0":{"p":"120"}}`, "[{\"p\":\"120\"}]\n[]", `{'p':1}`, `{"a":{"b":["120"]}}`, "\"120\",\n\"340\"", `{"a":[[[[[`, "[{\"p\":{}},",
		`{"a` + strings.Repeat("k", 500) + `":"120"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		csv, err := csvOf(JSON(bytes.NewReader(text), digitsAreGrids, nil))
		if csv != "" && !strings.HasSuffix(csv, "\n") {
			t.Fatalf("%q is no whole rows", csv)
		}
		again, other := csvOf(JSON(iotest.OneByteReader(bytes.NewReader(text)), digitsAreGrids, nil))
		if again != csv || errorText(other) != errorText(err) {
			t.Fatalf("byte by byte %q makes %q, %v, and in one %q, %v", text, again, other, csv, err)
		}
	})
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
