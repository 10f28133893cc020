#!/bin/bash
#SBATCH --job-name=gridmill-plan
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --output=gridmill-plan-%j.out
#SBATCH --open-mode=append
#
# plan.sh PLAN INPUT... [OPTION...]
plan=$1
shift
# A second attempt makes the same plan. gridmill solve rejects a plan that differs from
# the plan of the parts in the directory.
exec gridmill plan "$@" -o "$plan" --overwrite
