#!/bin/bash
#SBATCH --job-name=gridmill-merge
#SBATCH --cpus-per-task=2
#SBATCH --requeue
#SBATCH --output=gridmill-merge-%j.out
#SBATCH --open-mode=append
#
# merge.sh PLAN DIR SHARDS
#
# If parts are missing or damaged, the output lists their shards, and the job fails with
# exit code 75. The job also fails with 75 if another run is using the directory. Submit the
# listed shards again, and then submit the merge again:
#
#   sbatch --array=3,5 solve.sh PLAN DIR SHARDS
#   sbatch --dependency=afterok:JOB merge.sh PLAN DIR SHARDS
exec gridmill merge --plan "$1" -o "$2" --shards "$3"
