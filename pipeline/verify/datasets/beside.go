package datasets

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
)

const (
	hrmIdentifiers = "identifiers.json"
	cardName       = "README.md"
)

// hrmFiles are the files of the layout hrm that hold no rows.
func hrmFiles(splits []dataset.SplitCounts) []string {
	names := []string{hrmIdentifiers}
	for i := range splits {
		names = append(names, splits[i].Name+"/dataset.json")
		for _, index := range hrmIndices(&splits[i]) {
			names = append(names, index.name)
		}
	}
	return names
}

// checkHRM checks these files.
func (c *checker) checkHRM() {
	for i := range c.made.Splits {
		s := &c.made.Splits[i]
		for _, index := range hrmIndices(s) {
			c.checkIndex(index)
		}
		c.checkJSON(s.Name+"/dataset.json", hrmDataset(s))
	}
	c.checkJSON(hrmIdentifiers, []any{"<blank>"})
}

// An index is an array of numbers, each so much more than the one before, from 0 on.
type index struct {
	name         string
	length, step int64
}

// hrmIndices are the index arrays of a split: which kind of puzzle each row is, where each
// puzzle starts, of which each row is one, and where each base starts with its images.
func hrmIndices(s *dataset.SplitCounts) []index {
	return []index{
		{s.Name + "/all__puzzle_identifiers.npy", s.Rows, 0},
		{s.Name + "/all__puzzle_indices.npy", s.Rows + 1, 1},
		{s.Name + "/all__group_indices.npy", s.Bases + 1, 1 + s.Images},
	}
}

// checkIndex checks an index array.
func (c *checker) checkIndex(x index) {
	report := func(format string, args ...any) { c.faultOf(x.name, format, args...) }
	a, err := openArray(c.path(x.name), "<i4", fmt.Sprintf("%d,", x.length), 4*x.length, report)
	if os.IsNotExist(err) {
		return // it was reported with the files
	}
	if err != nil {
		report("it cannot be read: %w", files.WithoutPath(err))
		return
	}
	if a == nil {
		return
	}
	defer a.file.Close()
	in := bufio.NewReaderSize(io.NewSectionReader(a.in, a.data, a.size), 64<<10)
	var number [4]byte
	wrong := int64(0)
	for i := range min(x.length, a.size/4) {
		if _, err := io.ReadFull(in, number[:]); err != nil {
			report("it cannot be read: %w", files.WithoutPath(err))
			return
		}
		if is := int64(int32(binary.LittleEndian.Uint32(number[:]))); is != i*x.step {
			if wrong++; wrong == 1 {
				report("number %d is %d, expected %d", i+1, is, i*x.step)
			}
		}
	}
	if wrong > 1 {
		report("%d of its numbers are wrong", wrong)
	}
}

// hrmDataset is what dataset.json of a split must hold.
func hrmDataset(s *dataset.SplitCounts) map[string]any {
	number := func(n int64) any { return json.Number(strconv.FormatInt(n, 10)) }
	return map[string]any{
		"pad_id": number(0), "ignore_label_id": number(0), "blank_identifier_id": number(0),
		"vocab_size": number(11), "seq_len": number(solver.Cells), "num_puzzle_identifiers": number(1),
		"total_groups": number(s.Bases), "total_puzzles": number(s.Bases), "mean_puzzle_examples": number(1), "sets": []any{"all"},
	}
}

// checkJSON wants a file of JSON to hold a value.
func (c *checker) checkJSON(name string, should any) {
	text, err := os.ReadFile(c.path(name))
	if os.IsNotExist(err) {
		return // it was reported with the files
	}
	var is any
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		err = d.Decode(&is)
	}
	if err != nil {
		c.faultOf(name, "it cannot be read: %w", files.WithoutPath(err))
		return
	}
	has, isObject := is.(map[string]any)
	keys, wantsObject := should.(map[string]any)
	if !isObject || !wantsObject {
		if !reflect.DeepEqual(is, should) {
			c.faultOf(name, "it is %s, expected %s", compact(is), compact(should))
		}
		return
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if value, found := has[key]; !found {
			c.faultOf(name, "it has no %s, expected %s", key, compact(keys[key]))
		} else if !sameJSON(value, keys[key]) {
			c.faultOf(name, "%s is %s, expected %s", key, compact(value), compact(keys[key]))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(has)) {
		if _, found := keys[key]; !found {
			c.faultOf(name, "it has %.40q, which is not expected", key)
		}
	}
}

// sameJSON compares values, and numbers as numbers: 1 and 1.0 are the same.
func sameJSON(a, b any) bool {
	x, isNumber := a.(json.Number)
	y, bothNumbers := b.(json.Number)
	if !isNumber || !bothNumbers {
		return reflect.DeepEqual(a, b)
	}
	n, err := x.Float64()
	m, other := y.Float64()
	return err == nil && other == nil && n == m
}

// compact returns a value as it is shown in messages.
func compact(value any) string {
	text, _ := json.Marshal(value) // it was read from JSON
	return fmt.Sprintf("%.60s", text)
}
