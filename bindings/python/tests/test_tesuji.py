"""Runs against the installed package: python3 -m unittest test_tesuji"""

import array
import asyncio
import doctest
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.etree.ElementTree
from pathlib import Path

import tesuji
from tesuji import Bound, Entry, _session, _table

WIN = "44444432213233151567"


def load_tests(loader, tests, pattern):
    for module in (tesuji, _session, _table):
        suite = doctest.DocTestSuite(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        assert suite.countTestCases() > 0, module
        tests.addTests(suite)
    return tests


class Search(unittest.TestCase):
    def test_solve(self):
        report = tesuji.solve("connect4", WIN)
        self.assertTrue(report.proved)
        self.assertEqual(report.data["game"], "connect4")

    def test_solve_go(self):
        position = "(;SZ[9]AB[ad][bd][cd][dc][db][da][dd]AW[ac][bc][cc][cb][ca]MA[cc])"
        self.assertTrue(tesuji.solve("go", position).proved)

    def test_analyze_ends_with_the_final_report(self):
        reports = list(tesuji.analyze("chess", depth=4))
        self.assertEqual(reports[-1].depth, 4)
        self.assertGreater(len(reports), 1)
        self.assertEqual(sum(reports[-1].odds), 1000)

    def test_leaving_the_loop_stops_the_search(self):
        before = threading.active_count()
        for report in tesuji.analyze("chess", time="10h"):
            break
        self.assertTrue(report.best)
        self.assertEqual(threading.active_count(), before)
        self.assertTrue(tesuji.solve("connect4", WIN).proved)  # the stop is used up

    def test_stop_from_another_thread(self):
        with tesuji.Session() as session:
            reports = session.analyze("chess", time="10h")
            next(reports)
            with self.assertRaisesRegex(tesuji.Busy, "searching already"):
                session.solve("connect4", WIN)
            stopper = threading.Thread(target=session.stop)
            stopper.start()
            last = list(reports)[-1]
            stopper.join()
            self.assertTrue(last.best)

    def test_several_threads(self):
        results = []
        threads = [
            threading.Thread(target=lambda: results.append(tesuji.solve("connect4", WIN).score)) for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(results)), 1)
        self.assertEqual(len(results), 4)

    def test_options(self):
        report = list(tesuji.analyze("chess", depth=2, multipv=3))[-1]
        self.assertEqual(len(report.moves), 3)
        report = list(tesuji.analyze("chess", depth=2, move_overhead=30))[-1]
        self.assertEqual(report.depth, 2)

    def test_errors_are_the_messages_of_the_command_line(self):
        with self.assertRaisesRegex(tesuji.Error, "unknown game 'draughts'; the games are: chess, connect4"):
            tesuji.solve("draughts")
        with self.assertRaises(tesuji.Error):
            tesuji.board("chess", "nonsense")
        with self.assertRaisesRegex(tesuji.Error, "NUL"):
            tesuji.write_record("go\0", {}, "SGF")

    def test_perft_and_bench(self):
        self.assertEqual(tesuji.perft("shogi", 2), 900)
        with tesuji.Session() as session:
            self.assertGreater(session.bench("othello", depth=2).nodes, 0)

    def test_tables_of_games_in_files(self):
        with tempfile.TemporaryDirectory() as folder, tesuji.Session() as first, tesuji.Session() as second:
            cold = first.solve("connect4", WIN, hash="4M")
            first.save("connect4", Path(folder) / "c4.tt")
            second.load("connect4", Path(folder) / "c4.tt")
            self.assertLess(second.solve("connect4", WIN, hash="4M").nodes, cold.nodes)
            second.clear()
            self.assertEqual(second.solve("connect4", WIN, hash="4M").nodes, cold.nodes)

    def test_interrupt(self):
        """Ctrl-C ends a search in the main thread with KeyboardInterrupt."""
        code = (
            "import signal, tesuji\n"
            # A shell that starts the tests in the background lets them ignore Ctrl-C, and the children inherit that.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "session = tesuji.Session()\n"
            "print(next(session.analyze('chess', depth=1)).depth, flush=True)\n"
            "try:\n"
            "  for report in session.analyze('chess', time='10h'): print('searching', flush=True)\n"
            "except KeyboardInterrupt: print('interrupted', flush=True)\n"
        )
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
            while process.stdout.readline() != "searching\n":
                pass
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.stdout.read().splitlines()[-1], "interrupted")
        self.assertEqual(process.returncode, 0)

    def test_the_interpreter_ends_while_a_search_runs(self):
        code = "import tesuji; reports = tesuji.analyze('chess', time='10h'); print(next(reports).game)"
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(done.stdout, "chess\n")


class Async(unittest.TestCase):
    def test_solve_and_analyze_side_by_side(self):
        async def run():
            async def depths():
                return [report.depth async for report in tesuji.analyze_async("chess", depth=3)]

            return await asyncio.gather(tesuji.solve_async("connect4", WIN), depths())

        solved, depths = asyncio.run(run())
        self.assertTrue(solved.proved)
        self.assertEqual(depths[-1], 3)

    def test_cancelling_stops_the_search(self):
        async def run():
            started = asyncio.Event()

            async def search():
                async for _ in tesuji.analyze_async("chess", time="10h"):
                    started.set()

            task = asyncio.create_task(search())
            await started.wait()
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        before = threading.active_count()
        asyncio.run(run())
        self.assertEqual(threading.active_count(), before)

    def test_errors(self):
        with self.assertRaisesRegex(tesuji.Error, "unknown game"):
            asyncio.run(tesuji.solve_async("draughts"))


class Tables(unittest.TestCase):
    def test_arrays(self):
        table = tesuji.Table("4M")
        keys = array.array("Q", (key * 0x9E3779B97F4A7C15 % 2**63 for key in range(5000)))
        table.put_many(keys, array.array("Q", range(5000)))
        values, found = table.get_many(keys)
        self.assertEqual(sum(found), 5000)
        self.assertEqual(list(values), list(range(5000)))
        self.assertEqual(table.statistics()["stores"], 5000)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "own.tt")
            table = tesuji.Table("1M")
            table.put(5, 7)
            table.save(path, "mine/1")
            other = tesuji.Table("2M")
            other.load(path, "mine/1")
            self.assertEqual(other.get(5), 7)
            with self.assertRaisesRegex(tesuji.Error, "mine/1"):
                other.load(path, "yours/1")
            other.clear()
            self.assertIsNone(other.get(5))
            with open(path, "r+b") as file:
                file.truncate(100)
            with self.assertRaisesRegex(tesuji.Error, "own.tt"):
                other.load(path, "mine/1")

    def test_entries(self):
        table = tesuji.Table("1M", layout="bound")
        keys = [0x123456789ABCDEF0, 0xFEDCBA9876543210]
        entries = [Entry(1, -2, 3, Bound.UPPER), Entry(65535, 32767, 127, Bound.EXACT)]
        table.store_many(keys, entries)
        self.assertEqual(table.probe_many([*keys, 12345]), [*entries, None])
        table.new_search()

    def test_errors(self):
        table = tesuji.Table("1M")
        for call, message in (
            (lambda: table.put(2**63, 1), "2\\^63 - 1"),
            (lambda: table.put(-1, 1), "from 0 to 2\\^64 - 1"),
            (lambda: table.put(1, 65535), "maximum is 65534"),
            (lambda: table.put_many([1, 2], [1]), "2 keys and 1 values"),
            (lambda: table.put_many(array.array("I", [1]), [1]), "64-bit"),
            (lambda: table.probe(1), 'layout "exact" has no probe'),
            (lambda: tesuji.Table("1M", layout="bound").store(1, Entry(1, 1, 128, Bound.EXACT)), "depth is 128"),
            (lambda: tesuji.Table("much"), "invalid size 'much'"),
            (lambda: tesuji.Table("1M", layout="cuckoo"), "unknown layout 'cuckoo'"),
        ):
            with self.assertRaisesRegex(tesuji.Error, message):
                call()


class Boards(unittest.TestCase):
    def pieces(self, game, position, **options):
        root = xml.etree.ElementTree.fromstring(tesuji.board(game, position, **options)._repr_svg_())
        tags = [element.tag.split("}")[1] for element in root.iter()]
        return tags.count("text"), tags.count("circle")

    def test_pictures_have_every_piece(self):
        self.assertEqual(self.pieces("chess", ""), (32, 0))
        self.assertEqual(self.pieces("shogi", ""), (40, 0))
        self.assertEqual(self.pieces("shogi", "4k4/4+P4/9/9/9/9/9/9/4K4 w G2p 1"), (5, 0))
        self.assertEqual(self.pieces("othello", ""), (0, 4))
        self.assertEqual(self.pieces("connect4", "4453"), (0, 42))
        self.assertEqual(self.pieces("go", "(;SZ[9]AB[ad][bd]AW[ac][bc][cc]MA[cc])"), (1, 5))

    def test_every_example_has_a_picture(self):
        for game in tesuji.games():
            for title, position in game.examples:
                with self.subTest(game=game.name, title=title):
                    xml.etree.ElementTree.fromstring(tesuji.board(game.name, position).svg())


class Records(unittest.TestCase):
    def test_round_trip(self):
        [record] = tesuji.read_records("shogi", "position startpos moves 7g7f 3c3d 2g2f", "USI")
        kif = tesuji.write_record("shogi", record, "KIF")
        [again] = tesuji.read_records("shogi", kif)
        self.assertEqual(again["format"], "KIF")
        self.assertEqual(again["moves"], record["moves"])

    def test_errors_name_the_line(self):
        with self.assertRaisesRegex(tesuji.Error, "(?i)line 1"):
            tesuji.read_records("chess", "1. e4 e5 2. Ke3 *", "PGN")


if __name__ == "__main__":
    unittest.main()
