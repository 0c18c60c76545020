#!/bin/sh
# Workers of a queue as a Slurm array: sbatch --export=QUEUE_FILE=$HOME/queue-url examples/cluster/slurm.sh
# QUEUE_FILE is a file that only you can read (chmod 600) with the address of the Redis server in it. A worker may be
# killed at any time; it ends when no question is left.
#SBATCH --job-name=tesuji
#SBATCH --array=1-50
#SBATCH --cpus-per-task=8
#SBATCH --mem=8G
#SBATCH --time=24:00:00
#SBATCH --requeue
set -eu
queue=$(cat "$QUEUE_FILE")
exec tesuji worker --queue "$queue" --jobs "$SLURM_CPUS_PER_TASK" --hash 6G --until-empty
