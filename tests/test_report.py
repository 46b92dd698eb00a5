"""Reports: counts are those of the rows, intervals cover what they should, tables and plots hold both."""

import csv
import io
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import nan, sqrt
from xml.etree import ElementTree

import pytest
from conftest import ROOT, SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from in_process import called, mistake
from strategies import BY_CLUES, STRONGEST, examples

np = pytest.importorskip("numpy", reason="the extra `survey` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `survey` is not installed")

from test_survey import rows  # noqa: E402

from logicsweep import CellGraph  # noqa: E402
from logicsweep.games.players import PLAYERS  # noqa: E402
from logicsweep.show.palette import LIGHT, player_shades  # noqa: E402
from logicsweep.show.report import plot, report_csv, report_html, report_text  # noqa: E402
from logicsweep.surveying import plan_of, report, run, summary, survey  # noqa: E402  # noqa: E402
from logicsweep.surveying.plan import Shard  # noqa: E402
from logicsweep.surveying.rows import shard_columns  # noqa: E402
from logicsweep.surveying.storage import MANIFEST, Store, encode, shard_name  # noqa: E402
from logicsweep.surveying.summary import Summary, mean_interval, share_interval  # noqa: E402

PLAN = plan_of((5, 6), [3, 6, 12], ["casual", BY_CLUES, STRONGEST], "opening", 2)


@pytest.fixture(scope="module", autouse=True)
def threads():
    """Workers are threads here: a process takes a second to start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "processes", ThreadPoolExecutor)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("survey")
    survey(PLAN, 40, place, batch=15)
    return place


def test_a_summary_counts_the_rows(folder):
    found = rows(folder)
    for line in report(folder).lines():
        mine = [row for row in found if (row["mines"], row["player"]) == (line.mines, line.player)]
        left = [row["remaining"] for row in mine]
        assert line.boards == len(mine) == 40
        assert line.density == line.mines / 30
        assert line.finished.value == sum(row["finished"] for row in mine) / 40
        assert line.remaining.value == pytest.approx(np.mean(left))
        wide = 1.959964 * np.std(left, ddof=1) / sqrt(40)
        assert line.remaining.high - line.remaining.value == pytest.approx(wide, rel=1e-6)
    assert [(line.mines, line.player) for line in report(folder).lines()] == [
        (mines, player) for mines in PLAN.mines for player in PLAN.players
    ]


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
@examples(100)
def test_wilson_bounds_solve_their_equation(pair):
    """The bounds are the shares p from which the share found is 1.96 standard deviations away."""
    found, low, high = share_interval(*pair)
    assert 0 <= low <= found <= high <= 1
    for bound in {low, high} - {0.0, 1.0}:
        assert abs(found - bound) == pytest.approx(1.959964 * sqrt(bound * (1 - bound) / pair[1]), rel=1e-5)


def test_mean_intervals_cover_the_truth_as_often_as_they_say():
    """Simulated: 2000 surveys of 300 boards, of which a third are finished and the rest leave a few cells."""
    draw = np.random.default_rng(14)
    left = draw.integers(0, 30, (2000, 300)) * (draw.random((2000, 300)) < 2 / 3)
    bounds = [mean_interval(int(one.sum()), int((one * one).sum()), 300) for one in left]
    covered = np.mean([one.low <= 14.5 * 2 / 3 <= one.high for one in bounds])
    assert 0.935 < covered < 0.965


def test_the_gap_is_where_two_shares_differ_most(folder):
    found = report(folder)
    shares = {(line.mines, line.player): line.finished.value for line in found.lines()}
    gap = found.gap()
    assert (gap.weaker, gap.stronger) == ("casual", BY_CLUES)  # not expert, who knows the mine total
    widths = {mines: shares[mines, BY_CLUES] - shares[mines, "casual"] for mines in PLAN.mines}
    assert gap.width == max(widths.values()) == widths[gap.mines]


def test_of_one_board_no_interval_is_told():
    alone = Summary("x", plan_of((1, 2), 1, ["overlap"]), {(1, "overlap"): (0, 1, 0)})
    assert "1.0\n" in "\n".join(report_text([alone])) + "\n"
    assert report_csv([alone]).endswith(",1,,,,,\n")
    few = Summary("x", plan_of((1, 9), 1, ["overlap"]), {(1, "overlap"): (3, *[0] * 7, 1, 0)})
    assert few.lines()[0].remaining.low == 0.0  # the normal interval would reach below


def test_the_gap_of_other_players_is_between_first_and_last():
    plan = plan_of((1, 2), 1, ["overlap", STRONGEST])
    counts = {(1, "overlap"): (3, 1, 0), (1, STRONGEST): (4, 0, 0)}
    assert Summary("x", plan, counts).gap() == (1, "overlap", STRONGEST, 0.25, ())
    assert Summary("x", plan_of((1, 2), 1, ["overlap"]), counts).gap() is None


def test_who_finishes_as_many_as_the_player_furthest_ahead_is_named():
    plan = plan_of((1, 2), 1, ["casual", "overlap", BY_CLUES, STRONGEST])
    counts = {(1, name): (4, 0, 0) for name in plan.players} | {(1, "casual"): (3, 1, 0)}
    tied = Summary("x", plan, counts)
    assert tied.gap().ties == ("overlap", STRONGEST)
    ahead = f"{BY_CLUES} (as far as overlap and {STRONGEST}) is furthest ahead of casual"
    assert ahead in "\n".join(report_text([tied]))


def test_csv_holds_every_number(folder):
    found = report(folder)
    table = list(csv.DictReader(io.StringIO(report_csv([found, found]))))
    assert len(table) == 2 * 9
    for row, line in zip(table, [*found.lines(), *found.lines()], strict=True):
        assert (int(row["mines"]), row["player"], int(row["boards"])) == (line.mines, line.player, 40)
        parts = [
            float(row[f"{what}{end}"]) for what in ("finished", "remaining") for end in ("", "_low", "_high")
        ]
        assert parts == pytest.approx([*line.finished, *line.remaining], rel=1e-5)


def test_the_text_holds_the_shares_of_each_survey(folder):
    done = called(["report", str(folder), str(folder)])
    assert (done.status, done.err) == (0, "")
    assert done.out.count(f"{folder}: 5 x 6, start opening, seed 2") == 2
    assert "hardest" not in done.out
    for line in report(folder).lines():
        assert line.hardest_rows is None
        value, low, high = (100 * one for one in line.finished)
        assert f"{value:.1f} ({low:.1f}-{high:.1f})" in done.out


def test_graded_paths_are_told_of_boards_that_are_finished(tmp_path):
    plan = plan_of((4, 5), [2, 4], ["casual", STRONGEST], "opening", 3, graded=True)
    survey(plan, 10, tmp_path, jobs=1)
    found, table = rows(tmp_path), report_csv([report(tmp_path)])
    for line, record in zip(report(tmp_path).lines(), csv.DictReader(io.StringIO(table)), strict=True):
        mine = [row for row in found if (row["mines"], row["player"]) == (line.mines, line.player)]
        took = [row["hardest_rows"] or 0 for row in mine if row["finished"]]
        assert line.hardest_rows.value == pytest.approx(np.mean(took))
        assert float(record["hardest_rows"]) == pytest.approx(np.mean(took), rel=1e-5)
    assert {row["hardest_rows"] for row in found if row["finished"]} >= {1, 2}
    text = "\n".join(report_text([report(tmp_path)]))
    assert "rows (clues, the mine total) of the hardest step" in text
    assert f"{line.hardest_rows.value:.2f} (" in text
    unknown = Summary("x", plan, {(2, "casual"): (0, 1)}, hardest_rows={(2, "casual"): {}})
    assert unknown.lines()[0].hardest_rows is None


def test_steps_without_a_reason_are_left_out_and_paths_without_steps_are_not():
    assert summary._count_hardest_rows([nan, 0.0, 3.0, 1.0, 3.0, 0.0, 0.0]) == {0: 1, 1: 1, 3: 2}


def cells(page):
    """The texts of the cells of a page, which is well-formed but for what is never closed."""
    body = re.search("<body>.*</body>", page, re.S)[0]
    found = [one.text for one in ElementTree.fromstring(body).iter() if one.tag in ("td", "th")]
    return [text.replace("\u2011", "-") for text in found]


@pytest.mark.slow
def test_surveys_of_one_size_are_told_apart_by_their_folders():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")

    def texts(*surveys):
        found = [
            Summary(name, plan_of(size, 1, ["casual"]), {(1, "casual"): (3, 1, *[0] * (size[1] - 1))})
            for name, size in surveys
        ]
        drawn = ElementTree.fromstring(plot(found, "svg")).iter("{http://www.w3.org/2000/svg}text")
        return [one.text for one in drawn]

    long = f"...{'g' * 29}/one"
    same = texts((f"long{'g' * 30}/one", (1, 2)), ("$a$ \udcff", (1, 2)), ("other", (1, 3)))
    assert {long, "$a$ ?", "other"} <= {*same}
    assert "other" not in texts(("one", (1, 2)), ("other", (1, 3)))


def drawn_texts(drawing):
    return [one.text for one in ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.slow
def test_surveys_of_one_size_are_told_apart_by_what_differs():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    plans = [
        plan_of((1, 3), 1, ["casual"], first="safe"),
        plan_of((1, 3), 1, ["casual"], "corner"),
        plan_of((1, 3), 1, ["casual"], "corner", seed=2),
    ]
    summaries = [Summary("folder", plan, {(1, "casual"): (3, 1, 0)}) for plan in plans]
    boards = [
        "1 x 3, start corner (first click: safe), seed 1",
        *[f"1 x 3, start corner, seed {n}" for n in (1, 2)],
    ]
    drawn = drawn_texts(drawing := plot(summaries, "svg"))
    assert all(board in " ".join(drawn) for board in boards)
    assert max(map(len, drawn)) <= 36  # a longer line would reach into the next column
    assert f"<title>How far reasoning reaches: {'; '.join(boards)}</title>" in report_html(
        summaries, drawing.decode()
    )


def test_a_single_density_has_a_bar_for_each_interval():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    plan = plan_of((1, 3), 1, ["casual", BY_CLUES])
    summary = Summary("folder", plan, {(1, "casual"): (3, 1, 0), (1, BY_CLUES): (4, 0, 0)})
    bars = re.findall(
        r'<g id="LineCollection_\d+">\s*<path d="M ([\d.]+) ([\d.]+) \s*L ([\d.]+) ([\d.]+)',
        plot([summary], "svg").decode(),
    )
    (left, low, same, high), (right, *_) = [[*map(float, bar)] for bar in bars]
    assert left == same < right and low - high > 20  # y grows downwards


@pytest.mark.slow
@pytest.mark.parametrize(("policies", "field"), [(("least-risk", "best"), "hexagonal"), ((), "grid")])
def test_a_plot_shows_games_won_and_a_map_of_first_cells(tmp_path, policies, field):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    plan = plan_of(
        CellGraph.of_kind(field, 4, 3), [2, 5], ["casual", STRONGEST], "each", guess=policies, first="safe"
    )
    survey(plan, 48, tmp_path)
    found, plain = report(tmp_path), Summary("x", plan_of((1, 2), 1, ["casual"]), {(1, "casual"): (3, 1, 0)})
    drawing = plot([found, plain], "svg").decode()
    texts = drawn_texts(drawing)
    shares = ["boards finished (%)", *[f"games won ({name}) (%)" for name in policies]]
    assert [one for one in texts if one in shares] == [*shares, *shares[len(shares) > 1 :]]
    mines, lines = found.gap().mines, [line for one in found.starts.values() for line in one.lines()]
    for policy in policies or [None]:
        share = [line.won[policy] if policy else line.finished for line in lines if line.mines == mines]
        value, low, high = (100 * one for one in max(share, key=lambda one: one.value))
        most = re.compile(rf"most from r\dc\d: {value:.1f} \({low:.1f}-{high:.1f}\)")
        assert any(map(most.fullmatch, texts))
    maps = re.findall(r"<g id=.PolyCollection_\d+.>(.*?)</g>", drawing, re.S)
    colours = [found for found in [re.findall(r"fill: (#\w+)", one) for one in maps] if len(found) == 12]
    assert len(colours) == max(1, len(policies))
    assert colours == [one[::-1] for one in colours]  # turned by half, each of these fields is the same
    other = plan_of((4, 3), 2, ["casual"], "each", first="safe")
    lacking = Summary("x", other, {(2, "casual"): (3, *[0] * 12)}, starts={"r1c1": Summary("x", other, {})})
    unplayed = plot([found, lacking], "svg").decode() if policies else drawing  # there is nothing to map
    assert len(re.findall("most from", unplayed)) == len(colours)


@pytest.mark.slow
@pytest.mark.parametrize(("finished", "below"), [((9, 7), True), ((2, 0), False)])
def test_the_note_of_a_plot_stands_where_the_curves_are_not(finished, below):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    counts = {(at + 1, "casual"): (one, 10 - one) for at, one in enumerate(finished)}
    counts |= {(at + 1, BY_CLUES): (one + 1, 9 - one) for at, one in enumerate(finished)}
    summary = Summary("folder", plan_of((1, 3), (1, 2), ["casual", BY_CLUES]), counts)
    heights = re.findall(r"translate\([\d.]+ ([\d.]+)\)[^>]*>widest gap", plot([summary], "svg").decode())
    assert (float(heights[0]) > 120) == below  # of some 220 for the axes, from the top


def in_light(page):
    """A page with the colours of the light in the place of variables."""
    return re.sub(r"var\(--(\w+)\)", lambda name: LIGHT.get(name[1], name[0]).lower(), page)


@pytest.mark.slow
def test_page_plot_and_csv_are_written_besides(folder, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    page, picture, table = (tmp_path / name for name in ("page.html", "plot.svg", "table.csv"))
    done = called(["report", str(folder), "--html", str(page), "--plot", str(picture), "--csv", str(table)])
    assert (done.status, done.err.count("wrote "), done.err.count("\n")) == (0, 3, 3)
    written = re.findall(r"\S+ \(\S+-\S+\)", done.out)
    assert len(written) == 2 * 9 and {*written} <= {*cells(page.read_text())}
    assert "://" not in re.sub(
        r'xmlns(:\w+)?="[^"]*"|<!DOCTYPE[^>]*>|"http://www.w3.org[^"]*"', "", page.read_text()
    )
    drawn = ElementTree.fromstring(picture.read_text())
    texts = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"casual", BY_CLUES, STRONGEST, "density of mines (%)", "safe cells remaining"} <= {*texts}
    assert "Boards finished" in drawn.find("{http://www.w3.org/2000/svg}title").text
    drawing = picture.read_text()
    assert drawing[drawing.index("<svg") :] in in_light(page.read_text())  # drawn twice, to the letter
    png = tmp_path / "plot.PNG"
    assert called(["report", str(folder), "--plot", str(png)]).status == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert called(["report", str(folder), "--csv", "-"]).out == table.read_text()
    other = tmp_path / "boards.txt"
    other.write_text("not a table")
    assert "expected a new file, or one that ends in .csv" in mistake(
        ["report", str(folder), "--csv", str(other)]
    )
    assert other.read_text() == "not a table"


# --- surveys made before version 0.3 ------------------------------------------------------------------------

BEFORE = {"local": "expert", "expert": "counter"}
"""What today's players were called before version 0.3."""


def leave_survey(place, version, names):
    """Write the survey of `folder` as that version did: `names` in the manifest and in the rows."""
    players = tuple([names.get(name, name) for name in PLAN.players])
    plan = replace(PLAN, players=players, version=version)
    store = Store(place, plan, plan.manifest, plan.fingerprint)
    for shard in [Shard(mines, first, 20) for mines in PLAN.mines for first in (0, 20)]:
        columns = shard_columns(PLAN, shard)
        columns["player"] = [names.get(name, name) for name in columns["player"]]
        store.write(shard_name(shard), encode(plan, shard, columns))
    return place


@pytest.fixture(params=["0.2.0", "0.1.0"])
def old(request, tmp_path):
    return leave_survey(tmp_path, request.param, BEFORE)


def test_a_report_calls_the_players_of_an_old_survey_by_todays_names(folder, old):
    written = pq.read_table(str(next(old.glob("*.parquet"))))["player"].to_pylist()
    assert {*written} == {"casual", "expert", "counter"}
    found, today = report(old), report(folder)
    assert replace(found, folder=today.folder, plan=PLAN) == today
    assert replace(found.plan, version=PLAN.version) == PLAN
    for options in ([], ["--csv", "-"]):
        texts = [called(["report", str(one), *options]).out.replace(str(one), "X") for one in (old, folder)]
        assert texts[0] == texts[1] != ""


def test_an_own_player_of_an_old_survey_who_was_called_local_stays_apart(tmp_path):
    found = report(leave_survey(tmp_path, "0.2.0", {"casual": "local", **BEFORE}))
    assert found.plan.players == ("local (own)", "local", "expert")


def test_an_old_survey_is_not_extended(old):
    before = {file.name: file.read_bytes() for file in old.iterdir()}
    for players in ("casual,local,expert", "casual", ",".join(PLAYERS)):
        line = ["survey", "5x6", "--mines", "3,6,12", "--seed", "2", "-n", "50", "--players", players]
        refused = mistake([*line, "--out", str(old)])
        assert refused.startswith(f"{old}: expected a survey with today's player names, got one made by ")
        assert refused.endswith("with the former player names (report shows it)\n")
    assert {file.name: file.read_bytes() for file in old.iterdir()} == before


@pytest.mark.parametrize("manifest", ["{", "{}"])
def test_what_is_no_survey_is_said_in_one_line(tmp_path, manifest):
    line, message = ["report", str(tmp_path)], "expected the manifest of a survey, got something else"
    assert mistake(line) == f"{tmp_path}: cannot read: no survey: there is no {tmp_path}/{MANIFEST}\n"
    (tmp_path / MANIFEST).write_text(manifest)
    assert mistake(line).startswith(f"{tmp_path}/{MANIFEST}: {message}")


def test_boards_that_the_last_run_did_not_reach_are_missing(tmp_path):
    survey(plan_of((3, 3), [2], ["casual"]), 20, tmp_path, jobs=1, batch=5)
    max(tmp_path.glob("*.parquet")).unlink()
    assert report(tmp_path).missing == {2: 5}
    (tmp_path / "_boards.json").write_text("[" * 1000)  # it is not known
    assert report(tmp_path).missing == {}


def test_boards_that_are_missing_are_counted(tmp_path):
    survey(PLAN, 20, tmp_path, batch=15)
    assert report(tmp_path).missing == {}
    for mines, first, last in ((3, 0, 14), (12, 0, 14), (12, 15, 19)):
        (tmp_path / shard_name(Shard(mines, first, last - first + 1))).unlink()
    assert report(tmp_path).missing == {3: 15, 12: 20}
    says = "Missing: 35 boards, with 3, 12 mines. The command of this survey plays them.\n"
    page = tmp_path.parent / "page.html"
    done = called(["report", str(tmp_path), "--csv", "-", "--html", str(page)])
    assert (
        says in called(["report", str(tmp_path)]).out
        and says in done.err
        and says.strip() in page.read_text()
    )
    survey(PLAN, 20, tmp_path)
    assert report(tmp_path).missing == {}
    one = Summary("x", plan_of((1, 3), 1, ["casual"]), {(1, "casual"): (3, 1, 0)}, missing={1: 1})
    assert "Missing: 1 board, with 1 mine." in "\n".join(report_text([one]))
    many = Summary(
        "x",
        plan_of((1, 3), 1, ["casual"]),
        {(1, "casual"): (3, 1, 0)},
        missing=dict.fromkeys(range(4, 12), 9),
    )
    assert "Missing: 72 boards, with 4, 5, 6, 7, 8 and 3 other numbers of mines." in "\n".join(
        report_text([many])
    )


def test_an_empty_survey_is_said_in_one_line(folder, tmp_path):
    (tmp_path / MANIFEST).write_bytes((folder / MANIFEST).read_bytes())
    message = "expected a survey of at least one board, got none"
    assert mistake(["report", str(tmp_path)]) == f"{tmp_path}: {message}\n"


def test_a_plot_of_no_form_is_refused_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    message = "--plot: expected the name of a file that ends in .png or .svg, got 'x.gif'\n"
    assert called(["report", "no survey", "--plot", "x.gif"]).err == message
    assert list(tmp_path.iterdir()) == []


SAMPLE = (SAMPLES / "survey.html").read_text()
"""The page that `report` made of the survey that the samples' README tells of."""


def test_the_docs_show_the_plot_of_the_sample_and_its_greatest_numbers():
    drawing = (ROOT / "docs" / "pictures" / "survey.svg").read_text()
    assert drawing[drawing.index("<svg") :] in in_light(SAMPLE)
    found = cells(SAMPLE)
    shares = [cell for cell in found if re.fullmatch(r"\d+\.\d \(.*-.*\)", cell)]
    rows = [[float(cell.split()[0]) for cell in shares[at : at + 4]] for at in range(0, len(shares), 4)]
    assert found.count("12000") == len(rows) == 2 * (21 + 3 * 26)
    counts = [0, 21, 42, 68, 94, 120, 146, 172, 198]  # where the tables end
    finished = [row for first, end in zip(counts[::2], counts[1::2], strict=False) for row in rows[first:end]]
    most = [max(row[at + 1] - row[at] for row in finished) for at in range(3)]
    page = " ".join((ROOT / "docs" / "survey.md").read_text().split())
    assert f"{len(finished) * 12_000:,} random boards" in page
    assert f"up to {most[0]:.0f}" in page
    assert f"at most {most[1]:.1f}" in page
    assert f"up to {most[2]:.0f}" in page


@pytest.mark.slow
@pytest.mark.parametrize(("size", "mines"), [((9, 9), [10, 13]), ((16, 16), [41]), ((16, 30), [77])])
def test_the_sample_is_what_its_command_finds(tmp_path, size, mines):
    pytest.importorskip("numba", reason="the extra `fast` is not installed")
    survey(plan_of(size, mines, seed=1), 12_000, tmp_path)
    printed = called(["report", str(tmp_path)]).out
    for line in printed.splitlines():
        if line.split()[:1] and line.split()[0] in map(str, mines):
            row = "</td><td>".join(re.split(r"  +", line.strip())).replace("-", "\u2011")
            assert f"<tr><td>{row}</td></tr>" in SAMPLE


def test_a_page_names_every_colour_of_its_plot_so_that_it_is_dark_in_the_dark(folder):
    found, bars = [report(folder)], {f"bar{shade}" for shade in player_shades(PLAN.players).values()}
    drawn = report_html(found, plot(found, "svg").decode())
    svg = drawn[drawn.index("<svg") : drawn.index("</svg>")]
    assert not re.findall("#[0-9a-f]{6}", svg)
    assert "filter" not in drawn
    assert {name for name in LIGHT if f"var(--{name})" in svg} >= {"ink", "surface", "line"} | bars
