#!/usr/bin/env python3
"""What the work queue costs and gains: processor time and wall time of the same work done in different ways.

usage: measure.py PROGRAM batch COUNT      COUNT small Go problems: one job at a time, two, and one and two Redis workers
       measure.py PROGRAM overhead COUNT   COUNT trivial questions: what one costs through Redis
       measure.py PROGRAM proof FILE [--only N,N-N,...] [--ways 1,2,solve] [--results OUT]
                                           each line "GAME POSITION OPTIONS...": solve, and solve by jobs on 1 and 2 threads.
                                           What is measured goes to OUT (a JSON line each; build/scale-proofs.jsonl) and is
                                           not measured again, so that the problems can be run one by one. One worker
                                           comes first: if it takes less than 20 s or more than 60 (LEAST and MOST: other
                                           bounds), the problem is left out. Ends when ten problems count.

On a machine with other work the wall time tells nothing. Then take the processor time: with as much of it as one worker
needs, two workers on two free cores are twice as fast, and "2 x one / two" is the speed-up to expect.
"""

import argparse
import json
import math
import os
import random
import shlex
import socket
import statistics
import subprocess
import sys
import tempfile
import time


def run(command, others=()):
    """Wall and processor time of a command, with that of `others`, which end by themselves or are ended."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    cpu = usage.ru_utime + usage.ru_stime
    parts = [cpu]
    for other in others:
        other.terminate()
        _, _, usage = os.wait4(other.pid, 0)
        parts.append(usage.ru_utime + usage.ru_stime)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{shlex.join(command)} failed")
    return wall, sum(parts), parts, output.decode()


class Redis:
    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes",
             "--save", ""], stdout=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)


def worker(program, redis):
    process = subprocess.Popen([program, "worker", "--queue", redis.url, "--hash", "64M"], stderr=subprocess.PIPE)
    process.stderr.readline()  # "working for …"
    return process


def answers(path):
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file][1:]
    # Of several winning moves the one that is named depends on what the table holds already.
    return [(line["index"], line.get("verdict", "").split(":")[0], line.get("score")) for line in lines]


def batch(program, folder, game, problems, remote):
    """Rows (name, wall, processor time) for local jobs and, if asked, Redis workers; all must agree."""
    expected, rows = None, []
    for count in (1, 2):
        out = f"{folder}/jobs{count}"
        wall, cpu, _, _ = run([program, "batch", game, problems, "--out", out, "--jobs", str(count), "--hash", "128M"])
        rows.append((f"--jobs {count}", wall, cpu))
        expected = expected or answers(out)
        assert answers(out) == expected, "the answers differ"
    for count in (1, 2) if remote else ():
        data = f"{folder}/redis{count}"
        os.mkdir(data)
        redis = Redis(data)
        workers = [worker(program, redis) for _ in range(count)]
        out = f"{folder}/redis-out{count}"
        wall, cpu, parts, _ = run([program, "batch", game, problems, "--out", out, "--queue", redis.url],
                                  [*workers, redis.process])
        rows.append((f"{count} Redis worker(s)", wall, cpu))
        assert answers(out) == expected, "the answers differ"
        print(f"  processor time of submitter, workers, redis-server: {', '.join(f'{part:.2f}' for part in parts)}")
    return rows


def late_positions(chance, count):
    """Different games of 36 stones; whether somebody has won does not matter, both are answered at once."""
    found = set()
    while len(found) < count:
        columns = [column for column in "1234567" for _ in range(6)]
        chance.shuffle(columns)
        found.add("".join(columns[:36]))
    return sorted(found)


def show(rows):
    for name, wall, cpu in rows:
        print(f"{name:20} {wall:8.2f} s wall {cpu:8.2f} s processor")


WAYS = {"solve": [], "1": ["--jobs", "1"], "2": ["--jobs", "2"]}
LEAST, MOST = float(os.environ.get("LEAST", 20)), float(os.environ.get("MOST", 60))
ENOUGH = 10


def counts(measured):
    """Whether a problem that one worker took so long for is one of those that count."""
    return measured["proved"] and LEAST <= measured["wall"] <= MOST


def numbers(text):
    """1,3-5 as a set."""
    ends = [part.partition("-") for part in text.split(",")]
    return {number for first, _, last in ends for number in range(int(first), int(last or first) + 1)}


def proofs(program, path, options):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--only", type=numbers)
    parser.add_argument("--ways", default="1,2,solve", type=lambda text: text.split(","))
    parser.add_argument("--results", default="build/scale-proofs.jsonl")
    chosen = parser.parse_args(options)
    with open(path, encoding="utf-8") as file:
        problems = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    known = {}  # (problem, way) -> what was measured
    if os.path.exists(chosen.results):
        with open(chosen.results, encoding="utf-8") as file:
            known = {(each["problem"], each["way"]): each for each in map(json.loads, file)}
    for number, problem in enumerate(problems, 1):
        if chosen.only and number not in chosen.only:
            continue
        if all(way in chosen.ways for way in WAYS) and ENOUGH == sum(
                counts(known[each, "1"]) for each in problems if all((each, way) in known for way in WAYS)):
            break
        for way in chosen.ways:
            if (problem, way) in known:
                continue
            if (problem, "1") in known and not counts(known[problem, "1"]):
                break
            limit = ["--time", f"{2 * MOST:.0f}s" if way != "1" else f"{MOST:.0f}s"]
            wall, cpu, _, output = run(
                [program, "solve", *shlex.split(problem), "--json", "--hash", "512M", *WAYS[way], *limit])
            report = json.loads(output)
            known[problem, way] = {
                "problem": problem, "way": way, "wall": round(wall, 2), "cpu": round(cpu, 2), "nodes": report["nodes"],
                "verdict": report["verdict"], "proved": report["proved"],
                "jobs": " ".join(remark for remark in report.get("remarks", []) if "jobs" in remark)}
            with open(chosen.results, "a", encoding="utf-8") as file:
                file.write(json.dumps(known[problem, way]) + "\n")
            print(f"{number:3} {way:5} {wall:7.2f} s wall {cpu:7.2f} s processor {report['nodes']:12d} nodes", flush=True)
    show_proofs(problems, known)


def show_proofs(problems, known):
    ratios = {"solve": [], "1": []}
    print(f"{'':3} {'':10} {'solve':>8} {'1 worker':>8} {'2':>8} s  2 against 1, against solve; by nodes")
    for number, problem in enumerate(problems, 1):
        found = [known.get((problem, way)) for way in WAYS]
        if not found[1] or not found[2]:
            continue
        line = f"{number:3} {problem.split()[0]:10} " + " ".join(f"{each['wall']:8.2f}" if each else f"{'-':>8}" for each in found)
        if not found[2]["proved"] or len({each["verdict"].split(":")[0] for each in found[1:]}) > 1:
            print(f"{line}  the answers differ: {[each['verdict'] for each in found if each]}")
            continue
        by_clock = {way: found[at]["wall"] / found[2]["wall"] for at, way in enumerate(ratios) if found[at]}
        by_nodes = 2 * found[1]["nodes"] / max(found[2]["nodes"], 1)
        print(f"{line}    {by_clock['1']:.2f}, {by_clock.get('solve', math.nan):.2f}; {by_nodes:.2f}" + ("" if counts(found[1]) else "  (not counted)"))
        for way in by_clock if counts(found[1]) else ():
            ratios[way].append(by_clock[way])
    for way, name in (("1", "one worker"), ("solve", "solve")):
        if ratios[way]:
            print(f"two workers against {name}: median {statistics.median(ratios[way]):.2f}x of {len(ratios[way])} problems, "
                  f"{min(ratios[way]):.2f}x to {max(ratios[way]):.2f}x")


def main():
    if len(sys.argv) < 4 or (len(sys.argv) > 4 and sys.argv[2] != "proof"):
        sys.exit(__doc__)
    program, what, argument, *options = sys.argv[1:]
    if what == "proof":
        return proofs(program, argument, options)
    with tempfile.TemporaryDirectory() as folder:
        if what == "batch":
            problems = f"{folder}/problems.sgf"
            run([program, "generate", "go", "--count", argument, "--seed", "7", "--out", problems, "--hash", "16M"])
            show(batch(program, folder, "go", problems, True))
        elif what == "overhead":
            problems = f"{folder}/positions"
            # Full columns, so that little is left to search; all different, for equal questions are asked once.
            chance = random.Random(3)
            with open(problems, "w", encoding="utf-8") as file:
                for moves in late_positions(chance, int(argument)):
                    file.write(moves + "\n")
            rows = batch(program, folder, "connect4", problems, True)
            show(rows)
            print(f"through Redis, for each question: {(rows[2][2] - rows[0][2]) / int(argument) * 1000:.3f} ms processor")
        else:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
