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
# A second try makes the same plan. Another plan than that of a directory's parts is
# refused by gridmill solve.
exec gridmill plan "$@" -o "$plan" --overwrite
