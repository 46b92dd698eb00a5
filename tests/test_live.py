"""`live`: a local program that answers as the library does, whatever others send it, until Ctrl-C."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock
from urllib.parse import parse_qs

import pytest
from conftest import ROOT, SAMPLES, hears
from in_process import called, mistake

from logicsweep import answer
from logicsweep.live.workers import Workers
from logicsweep.show.json import dumps

pytest.importorskip("starlette", reason="starlette comes with the extra `live`")
pytest.importorskip("uvicorn", reason="uvicorn comes with the extra `live`")
LONG = {"verb": "generate", "size": "16x30/170", "uniform": True, "tries": 10**9}
"""A request for a board that is never made."""
HINT = {"verb": "hint", "position": "1#1#"}


class Live:
    """A running `logicsweep live`."""

    def __init__(self, *arguments):
        command = [sys.executable, "-m", "logicsweep", "live", "--no-open", *map(str, arguments)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears
        )
        self.address = self.process.stdout.readline().strip()
        self.port = int(re.match(r"http://127\.0\.0\.1:(\d+)/", self.address)[1])

    def request(self, method, path, body=None, **headers):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        link.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        return link.getresponse()

    def post(self, body, **headers):
        """The status and the text of the answer."""
        found = self.request("POST", "/answer", body, **{"Content_Type": "application/json"} | headers)
        return found.status, found.read().decode()

    def ask(self, request, **headers):
        status, text = self.post(dumps(request).encode(), **headers)
        return status, json.loads(text)

    def ask_until(self, request):
        """The answer, once it is not busy any more."""
        for _ in range(50):
            status, told = self.ask(request)
            if status != 503:
                return told
            time.sleep(0.1)
        raise AssertionError("it stays busy")

    def begin(self, request):
        """Send a request, and do not wait for the answer."""
        link = http.client.HTTPConnection("127.0.0.1", self.port)
        link.request("POST", "/answer", dumps(request), {"Content-Type": "application/json"})
        return link

    def workers(self):
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return {int(pid) for pid in found.split()}

    def all_workers(self):
        """The workers, once all of them run."""
        for _ in range(100):
            if len(found := self.workers()) == os.cpu_count():
                return found
            time.sleep(0.1)
        raise AssertionError(f"{len(found)} of {os.cpu_count()} workers run")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """End it by Ctrl-C: its exit status, and what it printed besides the address."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.left = self.process.communicate(timeout=10)
        return self.process.returncode, *self.left


@pytest.fixture(scope="module")
def live():
    with Live() as one:
        yield one


def test_it_serves_the_page_and_nothing_else(live):
    page = live.request("GET", "/")
    assert page.status == 200 and b"<html" in page.read()
    assert page.getheader("Content-Security-Policy").startswith("default-src 'self'; ")
    assert page.getheader("X-Content-Type-Options") == "nosniff"
    assert page.getheader("Referrer-Policy") == "no-referrer"
    assert live.request("GET", "/engine.js").getheader("Content-Type").startswith("text/javascript")
    for path in ("/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "/nothing", "//etc/passwd"):
        assert live.request("GET", path).status == 404, path
    assert live.request("GET", "/answer").status == 404


@pytest.mark.parametrize("verb", ["hint", "why", "path", "compare"])
@pytest.mark.parametrize("name", ["ladder.txt", "endgame.txt", "petersen.json", "position.txt", "boards.txt"])
def test_it_answers_as_the_library_does(live, verb, name):
    request = {
        "verb": verb,
        "position": (SAMPLES / name).read_text(),
        **({"cell": "r1c2"} if verb == "why" else {}),
    }
    status, text = live.post(dumps(request).encode())
    assert (status, text) == (200, dumps(answer(request)) + "\n")


def test_no_answer_waits_for_the_other_side():
    """Else every answer after the first takes 40 ms longer (Nagle's algorithm)."""
    from logicsweep.live.server import serve

    doors = []
    with mock.patch("uvicorn.Server.run", lambda _, sockets: doors.extend(sockets)):
        serve(0, str)
    assert [door.proto for door in doors] == [socket.IPPROTO_TCP]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Content_Type": "application/json; charset=utf-8"}, 200),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Host": "evil.example"}, 400),
        ({"Host": "evil.example:80"}, 400),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
    ],
)
def test_only_the_page_itself_may_ask(live, headers, status):
    assert live.post(dumps(HINT), **headers)[0] == status


def test_the_page_may_ask_by_either_name(live):
    for host in (f"127.0.0.1:{live.port}", f"localhost:{live.port}"):
        assert live.ask(HINT, Host=host, Origin=f"http://{host}") == (200, answer(HINT))


@pytest.mark.parametrize(
    "body", ["", "{", "[" * 100_000, "[1, 2]", "9" * 100_000, b"\xff\xfe", '{"verb":\n"hint"}']
)
def test_a_request_that_is_none_is_an_error(live, body):
    status, text = live.post(body)
    assert status == 200
    assert json.loads(text).keys() == {"error"}


@pytest.mark.slow
def test_too_long_a_request_is_refused_and_a_long_one_is_not(live):
    assert live.ask({**HINT, "position": "1" * 2_000_000})[0] == 413
    assert live.post(iter([b"1" * 2_000_000]))[0] == 413  # in chunks, without a length
    assert live.ask({**HINT, "position": "1" * 1_000_000})[0] == 200


def test_a_huge_length_is_refused_before_the_body_comes(live):
    with live.request(
        "POST", "/answer", b"{", Content_Type="application/json", Content_Length=10**18
    ) as found:
        assert found.status == 413


@pytest.mark.slow
@pytest.mark.parametrize("size", ["99999x99999/9", "999999999x9/9", "0x0/0", "-1x5/2", "5000x5000/1"])
def test_huge_sizes_leave_it_answering(live, size):
    link = live.begin({"verb": "generate", "size": size})
    time.sleep(0.5)
    link.close()
    assert live.ask(HINT) == (200, answer(HINT))


def test_of_200_requests_at_once_some_are_answered_and_all_others_told_so(live):
    with ThreadPoolExecutor(200) as threads:
        found = [*threads.map(lambda _: live.ask(HINT), range(200))]
    assert {status for status, _ in found} <= {200, 503}
    assert all(told == answer(HINT) for status, told in found if status == 200)
    assert all(told["error"].startswith("busy") for status, told in found if status == 503)
    assert live.ask(HINT) == (200, answer(HINT))


def run_alone(work):
    """What a coroutine returns, in a thread of its own: playwright keeps a loop running in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


@pytest.mark.slow
def test_work_that_takes_too_long_ends_and_a_worker_that_died_is_replaced():
    async def work():
        workers = Workers(1, 3)
        await workers.begin()
        with pytest.raises(TimeoutError):
            await workers.ask(dumps(LONG).encode())
        found = [json.loads(await workers.ask(dumps(HINT).encode()))]
        died = asyncio.create_task(workers.ask(dumps(LONG).encode()))
        await asyncio.sleep(0.5)
        [worker] = workers.processes
        worker.terminate()
        with pytest.raises(EOFError):
            await died
        found.append(json.loads(await workers.ask(dumps(HINT).encode())))
        await workers.end()
        return found

    assert run_alone(work) == [answer(HINT)] * 2


def test_a_worker_that_cannot_be_started_is_started_later():
    start, fails = asyncio.create_subprocess_exec, OSError(11, "Resource temporarily unavailable")

    async def work():
        workers = Workers(1, 60)
        with mock.patch("asyncio.create_subprocess_exec", side_effect=fails):
            await workers.begin()
            with pytest.raises(OSError, match="temporarily"):
                await workers.ask(dumps(HINT).encode())
        with mock.patch("asyncio.create_subprocess_exec", side_effect=start) as started:
            found = [json.loads(await workers.ask(dumps(HINT).encode())) for _ in range(2)]
        await workers.end()
        return found, started.call_count

    assert run_alone(work) == ([answer(HINT)] * 2, 1)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it looks for processes in /proc")
def test_the_work_for_a_page_that_left_ends(live):
    before = live.all_workers()
    links = [live.begin(LONG) for _ in range(2 * len(before))]  # all work or wait
    time.sleep(1)
    assert live.ask(HINT)[0] == 503
    for link in links:
        link.close()
    assert live.ask_until(HINT) == answer(HINT)
    for _ in range(50):  # until both have ended
        if not live.workers() & before:
            break
        time.sleep(0.1)
    assert not live.workers() & before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it looks for processes in /proc")
def test_ctrl_c_ends_it_and_its_work_at_once():
    with Live() as live:
        workers = live.all_workers()
        links = [live.begin(LONG) for _ in range(3)]
        time.sleep(1)
        assert links
        since = time.monotonic()
        assert live.stop() == (0, "", "Ctrl-C ends it\n")
        assert time.monotonic() - since < 3
    time.sleep(1)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


@pytest.mark.slow
def test_the_address_holds_what_is_to_be_shown():
    for words, fields in (
        ([SAMPLES / "endgame.txt"], {"p": [(SAMPLES / "endgame.txt").read_text()]}),
        (["1#\n##", "--field", "hex"], {"p": ["1 #\n # #\n"], "field": ["hex"]}),
        (["--lesson", "1-2"], {"lesson": ["1-2"]}),
        (["4x3:1,1,m66b"], {"p": ["3 4\n...M\n....\n....\n0 0\n"], "start": ["r2c2"]}),
    ):
        with Live(*words) as live:
            shown = parse_qs(live.address.partition("#")[2])
        assert {name: shown[name] for name in fields} == fields


def test_what_cannot_be_done_is_one_line(live, monkeypatch):
    assert mistake(["live", "--no-open", "--port", str(live.port)]).startswith(
        "--port: expected a port that is free"
    )
    assert mistake(["live", "--no-open", "no such file"]).startswith("no such file: cannot read")
    assert mistake(["live", "--lesson", "2-2"]).startswith("--lesson: expected one of two-rules, 1-1, ")
    assert mistake(["live", "--lesson", "1-2", "1#"]) == "logicsweep live: file does not go with --lesson\n"
    monkeypatch.setitem(sys.modules, "starlette", None)
    told = "live: expected starlette installed (pip install 'logicsweep[live]'), got no such installation\n"
    assert called(["live"]) == (2, "", told)
