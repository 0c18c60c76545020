#!/usr/bin/env python3
"""Replays recorded jobs on 1 to 1,024 simulated workers: what speed-up to expect, and where it flattens.

usage: simulate.py FILE [--workers 1024] [--latency 0.001] [--server 0.0002] [--waste 0]
FILE is what `tesuji batch --out FILE` wrote (independent jobs), or the jobs of one proof (search/job_tree.hpp), a line
{"goal","moves":[…],"seconds"} for each in the order in which they ended.

This is a simulation. It assumes:
- a job takes as long on every worker as it took when it was recorded;
- a worker waits --latency seconds for each job, and the server works --server seconds on each, one after the other;
- independent jobs are handed out in the order of the input, to whoever is free;
- of a proof the same jobs are needed as in the recorded run, in the same order of importance; a job can start when the
  job that made its leaf has ended, and a goal when the goal before it is decided;
- of a proof, each doubling of the workers adds the share --waste of jobs that one worker would not have searched.
  Measure it: jobs of a run with two workers divided by jobs of a run with one, minus 1. With 0 the result is an upper
  bound.
"""

import argparse
import heapq
import json
import math


def read(path):
    """Returns a list of goals, each a list of (seconds, number of the job it waits for, or None)."""
    goals, names, made = [], [], {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            item = json.loads(line)
            if "batch" in item or "summary" in item or "proof" in item:
                continue
            if "moves" not in item or "goal" not in item:  # a batch: one goal, nothing waits
                if not goals:
                    goals.append([])
                goals[-1].append((float(item.get("seconds", 0)), None))
                continue
            if not names or names[-1] != item["goal"]:
                names.append(item["goal"])
                goals.append([])
                made = {}
            # A leaf may be searched more than once, one job after the other.
            parent = made.get(tuple(item["moves"]), made.get(tuple(item["moves"][:-1])) if item["moves"] else None)
            made[tuple(item["moves"])] = len(goals[-1])
            goals[-1].append((float(item["seconds"]), parent))
    if not goals or not any(goals):
        raise SystemExit(f"{path}: no jobs in it")
    return goals


def run(jobs, workers, latency, server, stretch):
    """The time until the last of the jobs is done."""
    children = [[] for _ in jobs]
    ready = []
    for number, (_, parent) in enumerate(jobs):
        if parent is None:
            ready.append(number)
        else:
            children[parent].append(number)
    heapq.heapify(ready)  # the order of the recording is the order of importance
    running, free, now, server_free = [], workers, 0.0, 0.0
    while ready or running:
        while ready and free:
            number = heapq.heappop(ready)
            free -= 1
            server_free = max(server_free, now) + server
            heapq.heappush(running, (server_free + latency + jobs[number][0] * stretch, number))
        now, number = heapq.heappop(running)
        free += 1
        for child in children[number]:
            heapq.heappush(ready, child)
    return now


def longest_chain(jobs, latency, server):
    ends = []
    for seconds, parent in jobs:
        ends.append((ends[parent] if parent is not None else 0.0) + seconds + latency + server)
    return max(ends, default=0.0)


def simulate(goals, workers, latency, server, waste):
    stretch = (1 + waste) ** math.log2(workers)
    return sum(run(jobs, workers, latency, server, stretch) for jobs in goals)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--workers", type=int, default=1024)
    parser.add_argument("--latency", type=float, default=0.001)
    parser.add_argument("--server", type=float, default=0.0002)
    parser.add_argument("--waste", type=float, default=0.0)
    arguments = parser.parse_args()
    goals = read(arguments.file)
    work = sum(seconds for jobs in goals for seconds, _ in jobs)
    chain = sum(longest_chain(jobs, arguments.latency, arguments.server) for jobs in goals)
    count = sum(len(jobs) for jobs in goals)
    print(f"{count} jobs, {work:.2f} s of work; no number of workers is faster than {chain:.2f} s")
    print("workers   seconds   speed-up   efficiency")
    alone, flat, workers = None, None, 1
    while workers <= arguments.workers:
        seconds = simulate(goals, workers, arguments.latency, arguments.server, arguments.waste)
        alone = alone or seconds
        speed_up = alone / seconds
        print(f"{workers:7d} {seconds:9.2f} {speed_up:10.2f} {100 * speed_up / workers:10.0f} %")
        if flat is None and speed_up < workers / 2:
            flat = workers
        workers *= 2
    print(f"it flattens at {flat} workers (efficiency below one half)" if flat else "it does not flatten in this range")


if __name__ == "__main__":
    main()
