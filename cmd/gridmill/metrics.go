package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/gridmill/gridmill/pipeline"
)

// metricsServer serves the metrics of a run.
type metricsServer struct {
	listener net.Listener
	registry *prometheus.Registry
	server   *http.Server
	log      *slog.Logger
}

// loopback is where metrics are served unless a host is named.
const loopback = "127.0.0.1"

// metricsAddress completes the address of --metrics.
func metricsAddress(flag string) (string, error) {
	host, port, err := net.SplitHostPort(flag)
	if err != nil {
		host, port = "", flag
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("--metrics needs a port such as 9090, or HOST:PORT, not %q", flag)
	}
	if host == "" {
		host = loopback
	}
	return net.JoinHostPort(host, port), nil
}

// listen takes the port. Nothing is served before serve.
func listen(flag string, log *slog.Logger) (*metricsServer, error) {
	address, err := metricsAddress(flag)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("--metrics %s: another program has this port; choose another, or 0 for any that is free", address)
	}
	if err != nil {
		return nil, fmt.Errorf("--metrics %s: %w", address, err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	complaints := slog.NewLogLogger(log.Handler(), slog.LevelWarn)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorLog: complaints, MaxRequestsInFlight: 4, Timeout: requestTime,
	}))
	return &metricsServer{
		listener: listener, registry: registry, log: log,
		server: &http.Server{
			Handler: mux, ErrorLog: complaints, MaxHeaderBytes: 16 << 10,
			ReadTimeout: requestTime, WriteTimeout: 2 * requestTime, IdleTimeout: time.Minute,
		},
	}, nil
}

// requestTime bounds how long a request may take to come and to be answered.
const requestTime = 5 * time.Second

func (m *metricsServer) url() string { return fmt.Sprintf("http://%s/metrics", m.listener.Addr()) }

// serve answers requests until the server is closed. Should it fail, the run goes
// on without it.
func (m *metricsServer) serve() error {
	err := m.server.Serve(m.listener)
	if !errors.Is(err, http.ErrServerClosed) {
		m.log.Warn("metrics ended", "error", err.Error())
	}
	return err
}

// follow adds the metrics of a run.
func (m *metricsServer) follow(g *gauge) { m.registry.MustRegister(g) }

// close lets requests at hand be answered for a moment, and then ends all.
func (m *metricsServer) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := m.server.Shutdown(ctx); err != nil {
		_ = m.server.Close() // whoever still reads is cut off
	}
}

// The metrics of a run. Rates, shares and times left are for Prometheus to work
// out: rate(gridmill_rows_total[1m]) and the like.
var (
	rowsMetric      = metric("rows_total", "Rows done, by verdict.", "verdict")
	rowsGoalMetric  = metric("rows_goal", "Rows to be done by this process, of an output in parts.")
	bytesMetric     = metric("input_read_bytes_total", "Bytes of the inputs that are read, of an output in one file.")
	bytesGoalMetric = metric("input_bytes", "Bytes of the inputs in all, of an output in one file; 0 where that is not known.")
	phaseMetric     = metric("phase_read_bytes_total", "Bytes read in a phase at hand that solves nothing: to plan, or to check inputs and parts.", "phase")
	phaseGoalMetric = metric("phase_bytes", "Bytes to be read in a phase that solves nothing, as far as that is known.", "phase")
	queueMetric     = metric("queue_batches", "Batches in each queue between the stages.", "queue")
	busyMetric      = metric("stage_busy_seconds_total", "Time that each stage has worked, without waiting; solve is the sum over its workers.", "stage")
	workersMetric   = metric("workers", "Workers that solve.")
	buildMetric     = metric("build_info", "What is running; always 1.", "version", "goversion", "solver", "kernel")
)

func metric(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("gridmill_"+name, help, labels, nil)
}

// Describe implements prometheus.Collector.
func (g *gauge) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		rowsMetric, rowsGoalMetric, bytesMetric, bytesGoalMetric, phaseMetric, phaseGoalMetric,
		queueMetric, busyMetric, workersMetric, buildMetric,
	} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (g *gauge) Collect(to chan<- prometheus.Metric) {
	tell := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, kind, value, labels...)
	}
	verdicts := g.counts.Verdicts()
	for _, v := range verdictOrder {
		tell(rowsMetric, prometheus.CounterValue, float64(verdicts[v]), v.String())
	}
	switch at := g.phase(); {
	case at.name != solving:
		done, total := at.reader.Progress()
		tell(phaseMetric, prometheus.CounterValue, float64(done), string(at.name))
		tell(phaseGoalMetric, prometheus.GaugeValue, float64(total), string(at.name))
	case at.rows != rowsUnknown:
		tell(rowsGoalMetric, prometheus.GaugeValue, float64(at.before+at.rows))
	default:
		done, total := at.reader.Progress()
		tell(bytesMetric, prometheus.CounterValue, float64(done))
		tell(bytesGoalMetric, prometheus.GaugeValue, float64(total))
	}
	queues := g.counts.Queues()
	tell(queueMetric, prometheus.GaugeValue, float64(queues.Free), "free")
	tell(queueMetric, prometheus.GaugeValue, float64(queues.Order), "order")
	tell(queueMetric, prometheus.GaugeValue, float64(queues.Work), "work")
	for s := range pipeline.NumStages {
		tell(busyMetric, prometheus.CounterValue, g.counts.Busy(s).Seconds(), s.String())
	}
	tell(workersMetric, prometheus.GaugeValue, float64(g.workers))
	tell(buildMetric, prometheus.GaugeValue, 1, version(), runtime.Version(), g.solver, g.kernel)
}
