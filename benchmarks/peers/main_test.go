package main

import (
	"bytes"
	"os"
	"testing"
)

func TestChartMatchesResults(t *testing.T) {
	want, err := draw(results)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("peers.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("peers.svg is out of date; run go generate ./benchmarks/peers")
	}
}
