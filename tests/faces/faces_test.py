"""Asks the same questions through the command line, the server, C and Python, and compares the JSON.

usage: faces_test.py PROGRAM LIBRARY SOURCE [PACKAGE]

With PACKAGE, the folder of the npm package, the command line is compared with that alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Callable

PROGRAM, LIBRARY, SOURCE = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3])
os.environ["TESUJI_LIBRARY"] = str(LIBRARY)
sys.path.insert(0, str(SOURCE / "bindings" / "python"))

import tesuji  # noqa: E402

CORNER = "(;SZ[9]AB[ad][bd][cd][dc][db][da][dd]AW[ac][bc][cc][cb][ca]MA[cc])"
MATE = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1"
TSUME = "4k4/9/4G4/9/9/9/9/9/9 b G 1"
HASH = "4M"

# Task, game, position, limits, options. Nodes and depth bound every search: nothing here depends on the clock.
QUESTIONS: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    ("solve", "connect4", "44444432213233151567", {}, {}),
    ("solve", "connect4", "536376766157261213526717212532", {}, {"weak": True}),
    ("solve", "connect4", "44444444", {}, {}),  # the column is full
    ("solve", "go", CORNER, {}, {}),
    ("solve", "chess", MATE, {}, {"mate": 2}),
    ("solve", "shogi", TSUME, {}, {}),
    ("analyze", "chess", "", {"depth": 6}, {}),
    ("analyze", "chess", MATE, {"depth": 4}, {"multipv": 3}),
    ("analyze", "chess", "no position", {"depth": 1}, {}),
    ("analyze", "shogi", "", {"depth": 4}, {}),
    ("analyze", "othello", "f5d6c3d3c4f4f6", {"depth": 5}, {}),
    ("analyze", "othello", "", {"depth": 3}, {"multipv": 2}),
    ("analyze", "connect4", "4453", {"nodes": 2000}, {}),
    ("solve", "tiddlywinks", "", {}, {}),
]


def request_of(game: str, position: str, limits: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    return {"game": game, "position": position, "hash": HASH, **limits, "options": options}


def by_command_line(task: str, game: str, position: str, limits: dict[str, Any], options: dict[str, Any]) -> Any:
    command = [PROGRAM, task, game, "--json", "--hash", HASH]
    for name, value in {**limits, **options}.items():
        command += [f"--{name}"] if value is True else [f"--{name}={value}"]
    done = subprocess.run([*command, *position.split()], capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def by_server(address: str) -> Callable[..., Any]:
    def ask(task: str, game: str, position: str, limits: dict[str, Any], options: dict[str, Any]) -> Any:
        data = json.dumps(request_of(game, position, limits, options)).encode()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        try:
            answer = urllib.request.urlopen(urllib.request.Request(address + "api/" + task, data, headers))
        except urllib.error.HTTPError as error:
            answer = error
        return json.loads(answer.read())

    return ask


def by_c(program: str) -> Callable[..., Any]:
    def ask(task: str, game: str, position: str, limits: dict[str, Any], options: dict[str, Any]) -> Any:
        request = json.dumps(request_of(game, position, limits, options))
        done = subprocess.run([program, task, request], capture_output=True, text=True)
        return json.loads(done.stdout)

    return ask


def by_python(task: str, game: str, position: str, limits: dict[str, Any], options: dict[str, Any]) -> Any:
    with tesuji.Session() as session:
        try:
            if task == "solve":
                return session.solve(game, position, hash=HASH, **limits, **options).data
            return list(session.analyze(game, position, hash=HASH, **limits, **options))[-1].data
        except tesuji.Error as error:
            return {"error": str(error)}


def by_npm(package: str) -> list[Any]:
    """The answers to all questions: node starts once."""
    asked = []
    for task, game, position, limits, options in QUESTIONS:
        request = request_of(game, position, limits, options)
        del request["game"]
        asked.append({"task": task, "game": game, "request": request})
    command = ["node", str(SOURCE / "tests/faces/ask.mjs"), package]
    done = subprocess.run(command, input=json.dumps(asked), stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare_npm(package: str) -> int:
    wrong = 0
    answers = by_npm(package)
    assert len(answers) == len(QUESTIONS), f"{len(answers)} answers to {len(QUESTIONS)} questions"
    for question, answer in zip(QUESTIONS, answers):
        wanted, found = comparable(by_command_line(*question)), comparable(answer)
        if found != wanted:
            wrong += 1
            print(f"{question}\n  command line: {wanted}\n  npm: {found}", file=sys.stderr)
    print(f"{len(QUESTIONS)} questions through npm, {wrong} differences")
    return 1 if wrong else 0


def comparable(answer: Any) -> Any:
    """Without what differs from run to run: time, and the table, which the server keeps warm."""
    for volatile in ("seconds", "table"):
        answer.pop(volatile, None)
    return answer


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        ask = os.path.join(folder, "ask")
        subprocess.run(
            ["gcc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", str(SOURCE / "tests/faces/ask.c"), "-o", ask]
            + [f"-I{SOURCE / 'src/capi'}", str(LIBRARY), f"-Wl,-rpath,{LIBRARY.parent}"],
            check=True,
        )
        wrong = 0
        for question in QUESTIONS:
            # A server of its own for each question: an engine that has searched before needs fewer nodes.
            server = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
            try:
                address = ""
                while "http://" not in address:
                    address = server.stdout.readline()
                    assert address, "the server did not start"
                address = address[address.index("http://") :].split()[0]
                faces = {"server": by_server(address), "C": by_c(ask), "Python": by_python}
                wanted = comparable(by_command_line(*question))
                for name, face in faces.items():
                    found = comparable(face(*question))
                    if found != wanted:
                        wrong += 1
                        print(f"{question}\n  command line: {wanted}\n  {name}: {found}", file=sys.stderr)
            finally:
                server.terminate()
                server.wait()
        print(f"{len(QUESTIONS)} questions, {len(faces) + 1} faces, {wrong} differences")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(compare_npm(sys.argv[4]) if len(sys.argv) > 4 else main())
