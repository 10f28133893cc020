#!/bin/bash
#SBATCH --job-name=gridmill-solve
#SBATCH --cpus-per-task=2
#SBATCH --requeue
#SBATCH --signal=B:TERM@60
#SBATCH --output=gridmill-solve-%A_%a.out
#SBATCH --open-mode=append
#
# solve.sh PLAN DIR SHARDS, as a job array with a task for each shard.
#
# The number of shards is an argument, because SLURM_ARRAY_TASK_COUNT is 1 when a
# single task is submitted again.
set -uo pipefail

plan=$1 dir=$2 shards=$3

# The maximum number of restarts, so that a task that always fails is not requeued forever. A task
# that is stopped at its time limit is requeued too, and continues after its last part.
most_restarts=20

# Slurm sends TERM only to this script, a minute before the time limit. The signal can
# arrive before the solver has started.
solver='' stopped=''
trap 'stopped=yes; [ -z "$solver" ] || kill -TERM "$solver" 2>/dev/null' TERM
gridmill solve --plan "$plan" --shard "$SLURM_ARRAY_TASK_ID/$shards" -o "$dir" --progress plain &
solver=$!
[ -z "$stopped" ] || kill -TERM "$solver" 2>/dev/null
code=0
wait "$solver" || code=$?
while kill -0 "$solver" 2>/dev/null; do # the signal ended only the wait, and the solver still runs
	code=0
	wait "$solver" || code=$?
done

case $code in
0 | 2 | 3) exit "$code" ;; # done, or another attempt would not help
esac
if [ "${SLURM_RESTART_COUNT:-0}" -ge "$most_restarts" ]; then
	echo "gridmill exited with status $code; the task is not requeued, because it was restarted $most_restarts times" >&2
	exit "$code"
fi
# 75 means interrupted. 1 can mean that a disk or a network failed and will recover.
# Codes above 128 mean killed. Slurm itself restarts a task only if its node failed.
echo "gridmill exited with status $code; requeueing the task" >&2
scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" || exit "$code"
sleep 600 # until Slurm removes this task, which takes a moment
