"""The command line's way in: `python -m logicsweep`, and the `logicsweep` script."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click


def main() -> None:
    """Run the command line and leave with its exit status.

    0: done; 1: the answer to the question is no; 2: bad usage or bad input, in one line on stderr.
    A reader that closes the pipe early has what it wanted: that ends quietly with 0.
    """
    if hasattr(os, "fork") and any(one.startswith("--rules") for one in sys.argv):
        from logicsweep.cli.second import watched

        sys.exit(watched(_run, _complain))
    sys.exit(_run())


def _run() -> int:
    sys.set_int_max_str_digits(0)  # exact risks of huge positions have many digits
    if sys.stdout is None:  # closed by the caller: nobody wants the answers
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    try:
        return _invoked()
    except BrokenPipeError:
        _forget_output()
        return 0
    except KeyboardInterrupt as stop:
        return _complain(str(stop) or "interrupted", 130)
    except MemoryError:
        return _complain("logicsweep: not enough memory for this task", 2)
    except OSError as error:
        _forget_output()
        return _complain(f"<stdout>: cannot write: {error.strerror or error}", 2)


def _invoked() -> int:
    import click

    from logicsweep.cli import cli
    from logicsweep.errors import LogicsweepError

    try:
        try:
            # Not cli(): click's own handling of a closed pipe and of Ctrl-C is not ours.
            with cli.make_context("logicsweep", sys.argv[1:]) as context:
                status = cli.invoke(context)
        finally:
            sys.stdout.flush()  # answers come before the error that ends them
    except click.exceptions.Exit as leave:  # --help and --version
        return leave.exit_code
    except click.UsageError as error:
        return _complain(_usage(error), 2)
    except click.ClickException as error:
        return _complain(error.format_message(), 2)
    except LogicsweepError as error:
        return _complain(str(error), 2)
    return status if isinstance(status, int) else 0


def _usage(error: click.UsageError) -> str:
    """A wrong value with the option that it was given to; anything else with the command it was given to."""
    import click

    if (
        isinstance(error, click.BadParameter)
        and not isinstance(error, click.MissingParameter)
        and error.param
    ):
        return f"{error.param.get_error_hint(error.ctx)}: {error.message}".replace("'", "", 2)
    command = f"{error.ctx.command_path}: " if error.ctx else ""
    return command + error.format_message()


def _forget_output() -> None:
    """What could not be written stays unwritten: the interpreter must not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _complain(message: str, status: int) -> int:
    """One line, not too long, without the control characters that a file name or input may hold."""
    line = "".join(letter if letter.isprintable() else " " for letter in " ".join(message.split()))
    print(line if len(line) <= 500 else f"{line[:497]}...", file=sys.stderr)
    return status


if __name__ == "__main__":
    main()
