#!/bin/bash
# Submits a run that Slurm distributes over its nodes: a plan, an array of shards, and a
# merge. Each job starts when the previous job is done. The script prints the job numbers.
#
#   submit.sh SHARDS DIR INPUT... [OPTION...]
#
# OPTION is an option of gridmill plan. Add the sbatch options that your cluster needs (account,
# partition, memory, time) to plan.sh, solve.sh and merge.sh.
set -euo pipefail

if [ $# -lt 3 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
	echo "usage: $0 SHARDS DIR INPUT... [OPTION...]" >&2
	exit 2
fi
shards=$1 dir=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$dir"
plan=$dir/_plan.json

planning=$(sbatch --parsable "$here/plan.sh" "$plan" "$@")
solving=$(sbatch --parsable --kill-on-invalid-dep=yes --dependency="afterok:$planning" \
	--array="0-$((shards - 1))" "$here/solve.sh" "$plan" "$dir" "$shards")
merging=$(sbatch --parsable --kill-on-invalid-dep=yes --dependency="afterok:$solving" \
	"$here/merge.sh" "$plan" "$dir" "$shards")
echo "plan $planning, shards $solving, merge $merging"
