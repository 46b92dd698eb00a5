"""`rules`: a player's rules, as they are declared."""

from __future__ import annotations

import click

from logicsweep.cli.options import Verb, among, json_option
from logicsweep.cli.output import echo_answer
from logicsweep.cli.playing import rules_option
from logicsweep.games.players import PLAYERS
from logicsweep.show.rules import rules_json, rules_text
from logicsweep.verbs.rules import rules as rules_of


@click.command(cls=Verb, epilog="Example: logicsweep rules casual")
@click.argument("player", required=False, shell_complete=among(lambda _: PLAYERS))
@rules_option("List your own productions too.")
@json_option("One JSON object per rule, one per line")
def rules(player: str | None, rules: tuple[str, ...], as_json: bool) -> None:
    """List the rules of PLAYER in their order: name, salience, declaration and sentence.

    PLAYER is a name such as casual or rows-4; without one it is the expert. A rule that is not declared is
    a function.
    """
    echo_answer(as_json, rules_of(player, rules), rules_text, rules_json)
