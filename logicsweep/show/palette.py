"""The colours of pages, pictures and plots: each has a name, and a value for light and for dark.

Nothing else sets a colour. Shades of risk and of players are ordered by lightness, so they survive greyscale.
All pairs of a text and its ground have a contrast of at least 4.5 to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from logicsweep.games.players import PLAYERS

_TABLE = """
bg #F7F6F2 #131519, surface #FFFFFF #1B1E24, sunken #EFEDE6 #242830
line #DEDBD2 #323842, line-2 #C9C5BA #48505E, control #87837A #7A8393
ink #1B1D22 #ECEEF2, muted #565B66 #A6ADBA, accent #2B4BC2 #9DB4FF
accent-bg #E9EDFB #232C4A, on-ink #FFFFFF #14161A
covered #C2CBDB #4A566F, edge-top #D8DFEA #70809F, edge-bottom #7F8BA4 #364056, covered-ink #1B1D22 #F3F5F9
open #FDFCFA #191C21, grid #E5E2DA #2A2F38, flag #A81E17 #FFB3AC
n1 #1F4FC4 #82A9FF, n2 #1B6E34 #6FCB85, n3 #C0231F #FF8B82, n4 #47239B #C5A8FF
n5 #80300F #F0A875, n6 #0B6670 #5FD0D6, n7 #1B1D22 #ECEEF2, n8 #565B66 #A6ADBA
safe #1A7443 #55C98A, safe-bg #DDF1E4 #17382A, safe-on #FFFFFF #0A1810
mine #B3261E #FF8B82, mine-bg #FBE3E0 #45201E, mine-on #FFFFFF #1D0705
risk0 #FFF3D1 #37301F, risk1 #FFE09B #4D3D1C, risk2 #FFC566 #6B4B16
risk3 #F79C43 #8F5A12, risk4 #C2530E #E08D33, risk5 #8A2C0D #FFC98A
risk0-on #1B1D22 #F6EBD6, risk1-on #1B1D22 #F8ECD2, risk2-on #1B1D22 #FFF1D8
risk3-on #1B1D22 #FFFFFF, risk4-on #FFFFFF #1B1206, risk5-on #FFFFFF #1B1206
player0 #CFE9E3 #214A48, player1 #7DC1C3 #2C757C, player2 #2B7796 #66B3D6, player3 #2A3B82 #BFC9FF
player0-on #1B1D22 #ECEEF2, player1-on #10181C #FFFFFF, player2-on #FFFFFF #0C161B, player3-on #FFFFFF #10142A
bar0 #3D8E83 #6FBDB1, bar1 #1E7E86 #5CC3CB, bar2 #2B7796 #7CC3E4, bar3 #2A3B82 #BFC9FF
a #1D57CF #9ABDFF, b #A84600 #FFB784, c #006E58 #67DDBF, d #8230AA #E0B0F7
e #AC1B57 #FFA3C4, f #5F5B08 #DDD66E
a-bg #DBE7FF #21386A, b-bg #FFE3CB #573414, c-bg #CDF0E5 #10463A
d-bg #F3DFFB #48255C, e-bg #FFDBE7 #581C3C, f-bg #EFECB8 #403D0E
guess #565B66 #A6ADBA, needless #B04A00 #FFB074
"""
_ROWS = [entry.split() for entry in _TABLE.strip().replace("\n", ", ").split(", ")]
LIGHT: Mapping[str, str] = {name: light for name, light, _ in _ROWS}
DARK: Mapping[str, str] = {name: dark for name, _, dark in _ROWS}
RISKS = (10, 20, 35, 50, 75, 100)
"""In per cent, where each shade of risk ends."""
SHADES = 4
"""How many shades there are for players: one for each of the ladder."""


def risk_shade(risk: float) -> int:
    """The number of the shade of a risk, from 0 to 5.

    >>> [risk_shade(risk) for risk in (0.05, 0.1, 0.34, 0.5, 0.99)]
    [0, 1, 2, 4, 5]
    """
    return next((number for number, end in enumerate(RISKS) if 100 * risk < end), len(RISKS) - 1)


def player_shades(names: Iterable[str]) -> dict[str, int]:
    """The number of each player's shade: their place on the ladder, or with others among them, in turn.

    >>> player_shades(["casual", "expert"]), player_shades(["casual", "rows-3"])
    ({'casual': 0, 'expert': 3}, {'casual': 0, 'rows-3': 1})
    """
    some, ladder = [*names], [*PLAYERS]
    own = len(ladder) > SHADES or not {*some} <= {*ladder}
    return {name: at % SHADES if own else ladder.index(name) for at, name in enumerate(some)}


def css() -> str:
    """The colours as variables of CSS: light, dark if the system says so, and either if the page says so."""
    dark = f"color-scheme:dark;{_variables(DARK.items())}"
    return (
        f":root{{color-scheme:light;{_variables(LIGHT.items())}}}\n"
        f'@media screen and (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{dark}}}}}\n'
        f'@media screen{{:root[data-theme="dark"]{{{dark}}}}}\n'
    )


def _variables(colours: Iterable[tuple[str, str]]) -> str:
    return "".join([f"--{name}:{colour};" for name, colour in colours])
