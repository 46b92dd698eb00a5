"""`rules`: a player's rules as declared, or with a position as a program for clingo."""

from __future__ import annotations

import click

from logicsweep.cli.inputs import READING_ONE, Reader, items
from logicsweep.cli.options import complete_words, json_option, refuse_given, start_option
from logicsweep.cli.output import echo_answer, write_content
from logicsweep.cli.playing import TRUST_FLAGS, asking, rules_option
from logicsweep.games.players import PLAYERS, player_of
from logicsweep.show.rules import rules_json, rules_text
from logicsweep.verbs.reading import Reading
from logicsweep.verbs.rules import program
from logicsweep.verbs.rules import rules as rules_of

_OF_PROGRAMS = ("start", "trust_flags", "form", "field", "number", "mines")


@click.command(cls=Reader, epilog="Example: logicsweep rules casual")
@click.argument("player", required=False, shell_complete=complete_words(lambda _: PLAYERS))
@rules_option("List your own productions too.")
@click.option(
    "--to", type=click.Choice(["asp"]), help="Write a program for clingo, from the declared rules and FILE."
)
@start_option("With --to: the first cell to clear on a board.")
@TRUST_FLAGS
@READING_ONE
@json_option("One JSON object per rule, one per line")
def rules(
    player: str | None,
    rules: tuple[str, ...],
    to: str | None,
    start: str | None,
    trust_flags: bool,
    reading: Reading,
    as_json: bool,
) -> None:
    """List the rules of PLAYER in order of salience: name, salience, declaration and sentence.

    PLAYER is a name such as casual or rows-4; the default is expert. A rule without a declaration is a
    function.

    With --to asp, print the declared rules and what is known in the position FILE as an answer-set program.
    From it clingo derives new_safe and new_mine: all that the rules conclude in one round. On a board, the
    casual player first plays from --start until stuck.
    """
    if player:
        player_of(player)  # before anything is read
    if to:
        refuse_given("does not go with --to", "as_json")
        item = next(items(reading, boards=("mines", "trust_flags")))
        with asking(item, as_json):
            write_content(program(item, player, rules, start, trust_flags))
    else:
        refuse_given("needs --to", *_OF_PROGRAMS)
        if reading.files:
            raise click.UsageError("FILE needs --to")
        echo_answer(as_json, rules_of(player, rules), rules_text, rules_json)
