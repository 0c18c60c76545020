#!/usr/bin/env python3
"""What the work queue costs and gains: processor time and wall time of the same work done in different ways.

usage: measure.py PROGRAM batch COUNT      COUNT small Go problems: one job at a time, two, and one and two Redis workers
       measure.py PROGRAM overhead COUNT   COUNT trivial questions: what one costs through Redis
       measure.py PROGRAM proof FILE       each line "GAME POSITION OPTIONS...": solve, and solve by jobs on 1 and 2 threads
                                           (bench/scale/proofs has candidates; the first ten that take 20 to 60 s count)

On a machine with other work the wall time tells nothing. Then take the processor time: with as much of it as one worker
needs, two workers on two free cores are twice as fast, and "2 x one / two" is the speed-up to expect.
"""

import json
import os
import random
import shlex
import socket
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


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, what, argument = sys.argv[1:]
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
        elif what == "proof":
            sums, counted = {}, 0
            least, most = float(os.environ.get("LEAST", 20)), float(os.environ.get("MOST", 60))
            with open(argument, encoding="utf-8") as file:
                for line in file:
                    if not line.strip() or line.startswith("#") or counted == 10:
                        continue
                    words = shlex.split(line)
                    print(line.strip()[:100])
                    for name, more in (("solve", []), ("1 worker", ["--jobs", "1"]),
                                       ("2 workers", ["--jobs", "2"])):
                        limit = ["--time", f"{most:.0f}s"] if name == "solve" else []
                        wall, cpu, _, output = run([program, "solve", *words, "--json", "--hash", "512M", *more, *limit])
                        report = json.loads(output) if output else {"proved": False}
                        if name == "solve" and (wall < least or not report["proved"]):
                            print(f"  left out: {wall:.1f} s")
                            break
                        counted += name == "2 workers"
                        jobs = " ".join(remark for remark in report.get("remarks", []) if "jobs" in remark)
                        print(f"  {name:10} {wall:8.2f} s wall {cpu:8.2f} s processor {report['nodes']:12d} nodes"
                              f"  {report['verdict'][:40]}  {jobs}", flush=True)
                        for place, value in enumerate((wall, report["nodes"])):
                            sums.setdefault(name, [0, 0])[place] += value
                for name in ("solve", "1 worker"):
                    print(f"2 workers against {name}: {sums[name][0] / sums['2 workers'][0]:.2f}x by the clock, "
                          f"{2 * sums[name][1] / sums['2 workers'][1]:.2f}x by nodes")
        else:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
