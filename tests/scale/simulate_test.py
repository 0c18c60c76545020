"""The simulator of many workers, on jobs whose times are known by hand."""

import importlib.util
import json
import pathlib
import sys
import tempfile

path = pathlib.Path(__file__).resolve().parents[2] / "tools/scale/simulate.py"
spec = importlib.util.spec_from_file_location("simulate", path)
simulate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(simulate)


def goals_of(lines):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(json.dumps(line) + "\n" for line in lines))
        file.flush()
        return simulate.read(file.name)


def check(got, expected, what):
    if abs(got - expected) > 1e-9:
        sys.exit(f"{what}: {got}, expected {expected}")


independent = goals_of([{"batch": {}}] + [{"index": i, "seconds": 1.0} for i in range(8)])
for workers, seconds in [(1, 8), (2, 4), (3, 3), (8, 1), (64, 1)]:
    check(simulate.simulate(independent, workers, 0, 0, 0), seconds, f"8 jobs on {workers} workers")
# The server is the bottleneck: the last job leaves it after 8 seconds.
check(simulate.simulate(independent, 64, 0, 1, 0), 9, "a slow server")
check(simulate.simulate(independent, 1, 0.5, 0, 0), 12, "latency")
check(simulate.simulate(independent, 2, 0, 0, 0.5), 6, "waste")

# The root opens two leaves, one of which opens a third: a chain of three. The second goal waits for the first.
proof = goals_of(
    [{"goal": "g", "moves": moves, "seconds": 1.0} for moves in ([], ["a"], ["b"], ["a", "c"])]
    + [{"goal": "h", "moves": [], "seconds": 2.0}]
)
check(simulate.simulate(proof, 1, 0, 0, 0), 6, "a proof on one worker")
check(simulate.simulate(proof, 2, 0, 0, 0), 5, "a proof on two workers")
check(simulate.simulate(proof, 1024, 0, 0, 0), 5, "a proof on many workers")
check(sum(simulate.longest_chain(jobs, 0, 0) for jobs in proof), 5, "the longest chain")
print("ok")
