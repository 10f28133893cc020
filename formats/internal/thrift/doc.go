// Package thrift reads Thrift's compact protocol, in which Parquet's page headers and
// footers are written, and writes what little of it headers take.
package thrift
