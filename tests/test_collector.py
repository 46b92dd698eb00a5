"""The collector of cycles is left as it was, whatever is paused inside what, in whatever threads."""

import contextlib
import gc
import sys
import threading

import pytest

from logicsweep.work import collector_paused


@pytest.fixture(autouse=True)
def restored():
    before, interval = gc.isenabled(), sys.getswitchinterval()
    yield
    sys.setswitchinterval(interval)
    (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_left_as_it_was(enabled):
    (gc.enable if enabled else gc.disable)()
    with contextlib.suppress(ZeroDivisionError), collector_paused():
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
        assert 1 / 0
    assert gc.isenabled() == enabled


def test_threads_that_pause_beside_each_other_leave_it_on():
    gc.enable()
    sys.setswitchinterval(1e-6)

    def often():
        for _ in range(2000):
            with collector_paused():
                assert not gc.isenabled()

    threads = [threading.Thread(target=often) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert gc.isenabled()
