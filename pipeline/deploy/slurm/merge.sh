#!/bin/bash
#SBATCH --job-name=gridmill-merge
#SBATCH --cpus-per-task=2
#SBATCH --requeue
#SBATCH --output=gridmill-merge-%j.out
#SBATCH --open-mode=append
#
# merge.sh PLAN DIR SHARDS
#
# Where parts are missing or damaged, the output names their shards, and the job
# fails with 75. So it does where somebody else still works in the directory. Send
# the shards again that are missing, then the merge:
#
#   sbatch --array=3,5 solve.sh PLAN DIR SHARDS
#   sbatch --dependency=afterok:JOB merge.sh PLAN DIR SHARDS
exec gridmill merge --plan "$1" -o "$2" --shards "$3"
