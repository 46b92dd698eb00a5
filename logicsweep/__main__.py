"""The entry point of the command line: `python -m logicsweep`, and the `logicsweep` script."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys

_INTERRUPTED = 130
_IGNORED = "ignore:resource_tracker"
"""Hides Python's warning about semaphores that it cleans up if this is killed while processes work."""


def main() -> None:
    """Run the command line and leave with its exit status.

    0: done; 1: the answer is no; 2: wrong usage or input, with one line on stderr.
    If the reader closes the pipe early, the exit status is 0, without a message. If an answer cannot be
    written (full disk, closed standard output), that is an error. If an error cannot be written, its exit
    status stays.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a background job
        sys.exit(_run())
    signal.signal(signal.SIGINT, _interrupt)
    status = _run()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if status == _INTERRUPTED and _is_compiling():
        os._exit(status)  # sys.exit would wait for the compiling thread; the output is flushed
    sys.exit(status)


def _interrupt(*_: object) -> None:
    """Raise KeyboardInterrupt at the first Ctrl-C; the second one ends the process silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if _is_compiling():
        os.write(2, b"compiling; press Ctrl-C again to stop now\n")
    raise KeyboardInterrupt


def _is_compiling() -> bool:
    """Whether a thread compiles; nothing can stop it."""
    kernel = sys.modules.get("logicsweep.kernel")
    return bool(kernel and kernel.is_compiling())


def _run() -> int:
    try:
        _prepare()
        return _invoke()
    except BrokenPipeError:
        _give_up(sys.stdout.fileno())
        return 0
    except KeyboardInterrupt as stop:
        return _complain(str(stop) if type(stop) is not KeyboardInterrupt else "interrupted", _INTERRUPTED)
    except MemoryError:
        return _complain("logicsweep: not enough memory for this task", 2)
    except ModuleNotFoundError as error:
        return _complain(f"logicsweep: the package {error.name} is not installed", 2)
    except OSError as error:
        _give_up(sys.stdout.fileno())
        reason = "it is closed" if error.errno == errno.EBADF else error.strerror or error
        return _complain(f"<stdout>: cannot write: {reason}", 2)


def _prepare() -> None:
    """Prepare the streams to take every character, and allow numbers of any length.

    Reopens streams that the caller closed: standard error discards what is written, and writing to standard
    output fails.
    """
    sys.set_int_max_str_digits(0)  # exact risks of huge positions have many digits
    if _IGNORED not in sys.warnoptions:
        sys.warnoptions.append(_IGNORED)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: PTH123, SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as standard error does by default


def _invoke() -> int:
    import click

    from logicsweep.cli import cli
    from logicsweep.cli.options import mistake, refusal
    from logicsweep.errors import LogicsweepError

    if request := os.environ.get("_LOGICSWEEP_COMPLETE"):
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, "logicsweep", "_LOGICSWEEP_COMPLETE", request)
    try:
        try:
            # Not cli(): click handles a closed pipe and Ctrl-C differently.
            with cli.make_context("logicsweep", sys.argv[1:]) as context:
                status = cli.invoke(context)
        finally:
            sys.stdout.flush()  # answers come before the error that ends them
    except click.exceptions.Exit as leave:  # --help and --version
        return leave.exit_code
    except click.ClickException as error:
        return _complain(mistake(error), 2)
    except LogicsweepError as error:
        verb = cli.get_command(context, context.invoked_subcommand or "")
        return _complain(refusal(error, verb, sys.argv), 2)
    return status if isinstance(status, int) else 0


def _give_up(descriptor: int) -> None:
    """Discard unwritten output, so that the interpreter does not try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


def _complain(message: str, status: int) -> int:
    """Print one line, not too long, on standard error; unprintable characters are escaped."""
    line = "".join(map(_escape, " ".join(message.split())))
    try:
        print(line if len(line) <= 500 else f"{line[:497]}...", file=sys.stderr)
    except OSError:  # a full disk: only the exit status can report it
        _give_up(sys.stderr.fileno())
    return status


def _escape(sign: str) -> str:
    """A printable character unchanged, any other escaped; bytes that are not text arrive as surrogates."""
    return sign if sign.isprintable() else ascii(sign)[1:-1].replace("\\udc", "\\x")


if __name__ == "__main__":
    main()
