#!/bin/bash
# Tests the recipe in this directory on a private Slurm cluster, which has a controller and two
# nodes on this machine and uses a temporary directory. The script kills the program of one task,
# removes the node of a second task and interrupts a third task. It checks that the result is byte
# for byte the same as that of a plain run. It always stops everything that it started.
#
#   test.sh GRIDMILL
#
# It takes a few minutes. With KEEP=1, it keeps the directory with all logs.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
export PATH=$PATH:/usr/sbin
shards=8
part_rows=5000
repeats=2000 # copies of the corpus, so that a shard lasts long enough to be killed

missing=()
for program in munged mungekey slurmctld slurmd sbatch squeue scontrol scancel; do
	command -v "$program" >/dev/null || missing+=("$program")
done
if [ ${#missing[@]} -gt 0 ]; then
	echo "this test needs Slurm and Munge; not found: ${missing[*]} (on Debian: apt-get install slurm-wlm munge)" >&2
	exit 1
fi
if [ $# -ne 1 ]; then
	echo "usage: $0 GRIDMILL" >&2
	exit 2
fi
gridmill=$(realpath "$1")

top=$(mktemp -d /tmp/gridmill-slurm.XXXXXX)
export SLURM_CONF=$top/slurm.conf
mkdir "$top/bin" "$top/state" "$top/spool-gridmill-a" "$top/spool-gridmill-b" "$top/run"
chmod 755 "$top"
ln -s "$gridmill" "$top/bin/gridmill"
export PATH=$top/bin:$PATH
cd "$top/run"

say() { echo "[$((SECONDS / 60))m$((SECONDS % 60))s] $*"; }

# until_true SECONDS WHAT COMMAND... waits for a command to succeed.
until_true() {
	local deadline=$((SECONDS + $1)) what=$2
	shift 2
	until "$@" >/dev/null 2>&1; do
		if [ "$SECONDS" -ge "$deadline" ]; then
			say "gave up waiting for $what" >&2
			squeue -a -r || true
			exit 1
		fi
		sleep 0.3
	done
}

# processes [TEXT...] prints the processes of this test's Slurm whose environment
# contains all the texts. Everything that this script starts inherits SLURM_CONF.
processes() {
	local dir text
	for dir in /proc/[0-9]*; do
		[ "${dir#/proc/}" != $$ ] || continue
		for text in "SLURM_CONF=$SLURM_CONF" "$@"; do
			grep -qszxF -- "$text" "$dir/environ" || continue 2
		done
		echo "${dir#/proc/}"
	done
}

# program_of TASK prints the gridmill process of a task of the array.
program_of() {
	local pid
	for pid in $(processes "SLURM_ARRAY_JOB_ID=$solving" "SLURM_ARRAY_TASK_ID=$1"); do
		if [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = gridmill ]; then
			echo "$pid"
			return
		fi
	done
	return 1
}

gone() { [ -z "$(processes)" ]; }

# signal_all NAME sends a signal to everything that this script started.
signal_all() {
	local pid
	for pid in $(processes); do
		kill "-$1" "$pid" 2>/dev/null || true
	done
}

stop_all() {
	local status=$?
	trap - EXIT
	[ $status -eq 0 ] || tail -n 5 "$top"/*.log "$top"/run/*.out 2>/dev/null || true
	timeout 10 scancel --user "$(id -un)" 2>/dev/null || true
	for _ in $(seq 20); do
		[ -n "$(timeout 5 squeue -h 2>/dev/null)" ] || break
		sleep 0.5
	done
	signal_all TERM
	for _ in $(seq 40); do
		! gone || break
		sleep 0.25
	done
	signal_all KILL
	if [ -n "${KEEP:-}" ]; then
		echo "kept: $top"
	else
		rm -rf "$top"
	fi
	exit $status
}
trap stop_all EXIT
trap 'exit 130' INT TERM

# free_port prints an unused port.
free_port() {
	local port
	while :; do
		port=$((20000 + RANDOM % 10000))
		if ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
			echo $port
			return
		fi
	done
}

start_node() {
	slurmd -D -N "gridmill-$1" >/dev/null 2>&1 &
}

# take_node_away kills all processes of a node, as a power failure would. Step managers must be
# killed before they notice that their programs have ended.
take_node_away() {
	local pid parent programs managers=()
	programs=$(processes "SLURMD_NODENAME=gridmill-$1")
	for pid in $programs; do
		parent=$(awk '{ print $4 }' "/proc/$pid/stat")
		if [ "$(cat "/proc/$parent/comm")" = slurmstepd ]; then
			managers+=("$parent")
		fi
	done
	# shellcheck disable=SC2086 # several numbers
	kill -KILL "$(cat "$top/gridmill-$1.pid")" "${managers[@]}" $programs
}

start_slurm() {
	local user host control a b
	user=$(id -un) host=$(hostname -s)
	control=$(free_port) a=$(free_port) b=$(free_port)
	cat >"$SLURM_CONF" <<-C
		ClusterName=gridmill
		SlurmctldHost=$host(127.0.0.1)
		SlurmctldPort=$control
		SlurmUser=$user
		SlurmdUser=$user
		# A requeued task waits until its credentials expire, usually after 120 seconds.
		AuthType=auth/munge
		AuthInfo=socket=$top/munge.socket,cred_expire=5
		StateSaveLocation=$top/state
		SlurmctldPidFile=$top/slurmctld.pid
		SlurmctldLogFile=$top/slurmctld.log
		SlurmdSpoolDir=$top/spool-%n
		SlurmdPidFile=$top/%n.pid
		SlurmdLogFile=$top/%n.log
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		JobAcctGatherType=jobacct_gather/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		SlurmdParameters=config_overrides
		SchedulerParameters=sched_interval=2,bf_interval=5
		SlurmdTimeout=10
		KillWait=5
		ReturnToService=2
		MpiDefault=none
		NodeName=gridmill-a NodeHostname=$host NodeAddr=127.0.0.1 Port=$a CPUs=2
		NodeName=gridmill-b NodeHostname=$host NodeAddr=127.0.0.1 Port=$b CPUs=2
		PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE
	C
	mungekey --create --keyfile="$top/munge.key"
	munged --foreground --force --key-file="$top/munge.key" --socket="$top/munge.socket" \
		--pid-file="$top/munge.pid" --log-file="$top/munge.log" --seed-file="$top/munge.seed" >/dev/null 2>&1 &
	until_true 20 "munge" test -S "$top/munge.socket"
	slurmctld -D >/dev/null 2>&1 &
	start_node a
	start_node b
	until_true 60 "two idle nodes" bash -c '[ "$(sinfo -h -N -o %T | grep -c idle)" = 2 ]'
}

restarts_of() { scontrol -o show job "${solving}_$1" | grep -o 'Restarts=[0-9]*' | cut -d= -f2; }
restarted() { [ "$(restarts_of "$1")" -ge 1 ]; }

# made_a_part TASK succeeds if the task's program is running and one of its parts is done.
made_a_part() {
	local part
	program_of "$1" >/dev/null || return 1
	for ((part = $1; part < parts; part += shards)); do
		if [ -e "$top/shared/_gridmill/part-$(printf %06d "$part").json" ]; then return; fi
	done
	return 1
}

over() { ! squeue -h -j "$1" 2>/dev/null | grep -q .; }

# ready_on NODE prints the number of a task that is running on the node, has finished a part, and has
# not been restarted.
ready_on() {
	local task
	for task in $(squeue -h -r -j "$solving" -t RUNNING -w "gridmill-$1" -o %K); do
		if made_a_part "$task" && [ "$(restarts_of "$task")" = 0 ]; then
			echo "$task"
			return
		fi
	done
	return 1
}

puzzles=$top/puzzles.txt
for _ in $(seq $repeats); do cat "$here/../../../benchmarks/corpora/hard.txt"; done >"$puzzles"

say "starting Slurm in $top"
start_slurm
say "$(slurmd -V): $(sinfo -h -o '%D nodes %T')"

plain=$top/plain
gridmill solve "$puzzles" -o "$plain/" --part-rows $part_rows --solver mrv --progress none
parts=$(find "$plain" -name 'part-*.parquet' | wc -l)
say "a plain run wrote $parts parts"

jobs=$("$here/submit.sh" $shards "$top/shared" "$puzzles" --part-rows $part_rows --solver mrv)
say "submitted: $jobs"
solving=$(sed 's/.*shards \([0-9]*\).*/\1/' <<<"$jobs")
merging=${jobs##* }

# pick NODE sets "task" to the number of a task that is running on the node and has finished a
# part. When the task is restarted, it can continue after that part.
pick() {
	until_true 180 "a task on node $1 that has finished a part" ready_on "$1"
	task=$(ready_on "$1")
}

pick a
first=$task
kill -KILL "$(program_of "$first")"
say "killed the program of task $first"
pick b
second=$task
take_node_away b
say "removed node b, which was running task $second"
pick a
third=$task
timeout 10 scancel --signal=TERM --batch "${solving}_$third" || true
say "interrupted task $third"
for task in "$first" "$second" "$third"; do
	until_true 120 "task $task to be requeued" restarted "$task"
done
start_node b
say "node b is back"

until_true 900 "the merge" over "$merging"
cat gridmill-merge-*.out
say "restarts: task $first $(restarts_of "$first"), $second $(restarts_of "$second"), $third $(restarts_of "$third")"
for task in "$first" "$second" "$third"; do
	grep -h 'already done' "gridmill-solve-${solving}_$task.out"
done
diff -r --exclude=lock --exclude=_plan.json "$plain" "$top/shared"
say "the results are those of a plain run, byte for byte"
gridmill verify "$top/shared" --progress none
say "verify finds no errors in the results"
