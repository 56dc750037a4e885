#!/usr/bin/env python3
"""Makes an SVG of a captured terminal: tmux capture-pane -e -p | render.py [--title TEXT] [--columns N] >picture.svg

Every run of text stands at the place of its first cell and is as long as its cells, so no font can shift a column.
Lines, boxes and blocks are drawn, not written: as glyphs they have gaps. `render.py --check` checks the program itself.
"""

import argparse
import re
import sys
import unicodedata
from dataclasses import dataclass, replace
from typing import Iterator, List, NamedTuple, Optional, Tuple
from xml.sax.saxutils import escape

FONT = "ui-monospace,'JetBrains Mono','SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
FONT_SIZE = 15
WIDTH, HEIGHT = 9, 19  # of a cell; six tenths of the font's size is what a monospaced font takes
BASELINE = 14
MARGIN, BAR = 14, 34
INK, PAPER, EDGE = "#d5dae3", "#14171c", "#2b3038"
PALETTE = (
    "#14171c", "#f0626f", "#7fc77a", "#e3b55c", "#6aa8f2", "#c58bea", "#56c2c8", "#b9c0cb",
    "#717a88", "#ff8590", "#9fe09a", "#f7d07f", "#93c2ff", "#dcaefa", "#82e0e5", "#f4f6fa",
)  # fmt: skip


@dataclass(frozen=True)
class Style:
    ink: Optional[str] = None
    paper: Optional[str] = None
    bold: bool = False
    faint: bool = False
    italic: bool = False
    underlined: bool = False
    struck: bool = False
    reverse: bool = False

    def colours(self) -> Tuple[str, Optional[str]]:
        """Of the text, and of what is behind it, if that is not the window's."""
        ink, paper = self.ink or INK, self.paper
        if self.reverse:
            ink, paper = paper or PAPER, ink
        return (mix(ink, paper or PAPER) if self.faint else ink), paper


class Cell(NamedTuple):
    text: str
    width: int
    style: Style


def mix(ink: str, paper: str) -> str:
    """Halfway from one colour to the other, as terminals show faint text."""
    pairs = zip(channels(ink), channels(paper))
    return "#" + "".join(f"{round(0.58 * one + 0.42 * other):02x}" for one, other in pairs)


def channels(colour: str) -> List[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def indexed(number: int) -> str:
    """A colour of the 256: sixteen named ones, a cube, and greys."""
    if number < 16:
        return PALETTE[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = (0, 95, 135, 175, 215, 255)
    cube = number - 16
    return "#" + "".join(f"{steps[at]:02x}" for at in (cube // 36, cube // 6 % 6, cube % 6))


FLAGS = {1: "bold", 2: "faint", 3: "italic", 4: "underlined", 7: "reverse", 9: "struck"}
ENDS = {22: ("bold", "faint"), 23: ("italic",), 24: ("underlined",), 27: ("reverse",), 29: ("struck",)}


def restyle(style: Style, parameters: str) -> Style:
    """The style after ESC [ parameters m."""
    # 4:3 is a curly underline, 4:0 none; a colour may be written with colons throughout.
    parameters = re.sub(r"\b4:0\b", "24", re.sub(r"\b4:[1-5]\b", "4", parameters))
    parameters = re.sub(r"\b([34]8):2::?", r"\1;2;", parameters).replace(":", ";")
    codes = [int(code) if code else 0 for code in parameters.split(";")]
    while codes:
        code = codes.pop(0)
        if code == 0:
            style = Style()
        elif code in FLAGS:
            style = replace(style, **{FLAGS[code]: True})
        elif code in ENDS:
            style = replace(style, **{flag: False for flag in ENDS[code]})
        elif code in (38, 48, 58):
            colour = chosen(codes)
            if code != 58:
                style = replace(style, **{"ink" if code == 38 else "paper": colour})
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style = replace(style, ink=PALETTE[code - 30 if code < 90 else code - 82])
        elif 40 <= code <= 47 or 100 <= code <= 107:
            style = replace(style, paper=PALETTE[code - 40 if code < 100 else code - 92])
        elif code in (39, 49):
            style = replace(style, **{"ink" if code == 39 else "paper": None})
    return style


def chosen(codes: List[int]) -> Optional[str]:
    """Takes the rest of a colour out of the codes: 5;N or 2;R;G;B."""
    kind = codes.pop(0) if codes else 0
    if kind == 5 and codes:
        return indexed(codes.pop(0))
    if kind == 2 and len(codes) >= 3:
        colour = "#" + "".join(f"{channel:02x}" for channel in codes[:3])
        del codes[:3]
        return colour
    return None


SEQUENCE = re.compile(r"\x1b\[([0-9;:]*)m|\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()].|[\x0e\x0f]")


def width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cells(line: str, style: Style) -> Tuple[List[Cell], Style]:
    """The cells of a line, and the style the next one begins with."""
    row: List[Cell] = []
    at = 0
    while at < len(line):
        sequence = SEQUENCE.match(line, at)
        if sequence:
            if sequence[1] is not None:
                style = restyle(style, sequence[1])
            at = sequence.end()
            continue
        character = line[at]
        at += 1
        if row and (width(character) == 0 or row[-1].text.endswith("\u200d")):
            row[-1] = row[-1]._replace(text=row[-1].text + character)
        elif character >= " ":
            row.append(Cell(character, width(character), style))
    return row, style


# ---- what is drawn ----

# Arms of the box-drawing characters: to the left, up, right, down; 1 light, 2 heavy.
BOXES = {
    "─": "1010", "━": "2020", "│": "0101", "┃": "0202", "┌": "0011", "┏": "0022", "┐": "1001", "┓": "2002",
    "└": "0110", "┗": "0220", "┘": "1100", "┛": "2200", "├": "0111", "┣": "0222", "┤": "1101", "┫": "2202",
    "┬": "1011", "┳": "2022", "┴": "1110", "┻": "2220", "┼": "1111", "╋": "2222", "╴": "1000", "╵": "0100",
    "╶": "0010", "╷": "0001", "╸": "2000", "╹": "0200", "╺": "0020", "╻": "0002", "╼": "1020", "╾": "2010",
}  # fmt: skip
DASHES = {"┄": "─", "┈": "─", "╌": "─", "┆": "│", "┊": "│", "╎": "│", "┅": "━", "┉": "━", "╍": "━", "┇": "┃", "┋": "┃", "╏": "┃"}
DOUBLES = {"═": "─", "║": "│", "╔": "┌", "╗": "┐", "╚": "└", "╝": "┘", "╠": "├", "╣": "┤", "╦": "┬", "╩": "┴", "╬": "┼"}
CORNERS = {"╭": (1, 1), "╮": (-1, 1), "╰": (1, -1), "╯": (-1, -1)}  # where the arms point
# Parts of a cell in eighths: left, top, right, bottom.
BLOCKS = {
    **{chr(0x2580 + part): (0, 8 - part, 8, 8) for part in range(1, 9)},
    **{chr(0x2590 - part): (0, 0, part, 8) for part in range(1, 8)},
    "▀": (0, 0, 8, 4), "▐": (4, 0, 8, 8), "▔": (0, 0, 8, 1), "▕": (7, 0, 8, 8),
    "▖": (0, 4, 4, 8), "▗": (4, 4, 8, 8), "▘": (0, 0, 4, 4), "▝": (4, 0, 8, 4),
}  # fmt: skip
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}


def drawn(character: str, x: float, y: float, ink: str) -> Optional[str]:
    """A character as a shape; None for one that is text."""
    if character in BLOCKS:
        left, top, right, bottom = BLOCKS[character]
        return box(x + left * WIDTH / 8, y + top * HEIGHT / 8, (right - left) * WIDTH / 8, (bottom - top) * HEIGHT / 8, ink)
    if character in SHADES:
        return box(x, y, WIDTH, HEIGHT, ink, f' fill-opacity="{SHADES[character]}"')
    middle_x, middle_y = x + WIDTH / 2, y + HEIGHT / 2  # halves: a line of one pixel is sharp there
    if character in CORNERS:
        to_x, to_y = CORNERS[character]
        end_x = x + WIDTH if to_x > 0 else x
        end_y = y + HEIGHT if to_y > 0 else y
        turn = f"Q{number(middle_x)} {number(middle_y)}"
        return (
            f'<path d="M{number(end_x)} {number(middle_y)}H{number(middle_x + 4 * to_x)}{turn} {number(middle_x)} '
            f'{number(middle_y + 4 * to_y)}V{number(end_y)}" fill="none" stroke="{ink}"/>'
        )
    dashed = character in DASHES
    arms = BOXES.get(DASHES.get(character, DOUBLES.get(character, character)))
    if not arms:
        return None
    path = {}
    for arm, (end_x, end_y) in zip(arms, ((x, middle_y), (middle_x, y), (x + WIDTH, middle_y), (middle_x, y + HEIGHT))):
        if arm != "0":
            path[arm] = path.get(arm, "") + f"M{number(middle_x)} {number(middle_y)}L{number(end_x)} {number(end_y)}"
    more = ' stroke-dasharray="2 2"' if dashed else ""
    return "".join(f'<path d="{lines}" stroke="{ink}" stroke-width="{weight}"{more}/>' for weight, lines in path.items())


def box(x: float, y: float, across: float, down: float, ink: str, more: str = "") -> str:
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(across)}" height="{number(down)}" fill="{ink}"{more}/>'


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# ---- what is written ----


def plain(cell: Cell) -> bool:
    """Whether every monospaced font has it, as wide as the others; else it stands alone."""
    return cell.width == 1 and len(cell.text) == 1 and (cell.text < "\u0250" or cell.text in "–—‘’“”•…·")


class Run(NamedTuple):
    """Cells side by side that look alike."""

    column: int
    cells: List[Cell]

    def columns(self) -> int:
        return sum(cell.width for cell in self.cells)


def runs(row: List[Cell]) -> Iterator[Run]:
    column = 0
    current: Optional[Run] = None
    for cell in row:
        joins = current and cell.style == current.cells[-1].style and plain(cell) and plain(current.cells[-1])
        if current and joins:
            current.cells.append(cell)
        else:
            if current:
                yield current
            current = Run(column, [cell])
        column += cell.width
    if current:
        yield current


def attributes(style: Style, ink: str) -> str:
    text = f' fill="{ink}"' if ink != INK else ""
    text += ' font-weight="700"' if style.bold else ""
    text += ' font-style="italic"' if style.italic else ""
    lines = " ".join(["underline"] * style.underlined + ["line-through"] * style.struck)
    return text + (f' text-decoration="{lines}"' if lines else "")


def written(run: Run, y: float, ink: str) -> Iterator[str]:
    """The words of a run, parted where two spaces or more are between them."""
    text = "".join(cell.text for cell in run.cells)
    style = attributes(run.cells[0].style, ink)
    if not plain(run.cells[0]):
        middle = MARGIN + (run.column + run.columns() / 2) * WIDTH
        if text.strip():
            yield f'<text x="{number(middle)}" y="{number(y)}" text-anchor="middle"{style}>{escape(text)}</text>'
        return
    # What is underlined is so between its words, too.
    words = r"\S.*\S|\S" if "decoration" in style else r"\S+(?: \S+)*"
    for word in re.finditer(words, text):
        x = MARGIN + (run.column + word.start()) * WIDTH
        length = f' textLength="{number(len(word[0]) * WIDTH)}" lengthAdjust="spacingAndGlyphs"'
        yield f'<text x="{number(x)}" y="{number(y)}"{length}{style}>{escape(word[0])}</text>'


def render(capture: str, title: str, columns: int = 0) -> str:
    style = Style()
    rows: List[List[Cell]] = []
    for line in capture.rstrip("\n").split("\n"):
        row, style = cells(line, style)
        rows.append(row)
    columns = columns or max(sum(cell.width for cell in row) for row in rows)
    across, down = columns * WIDTH + 2 * MARGIN, len(rows) * HEIGHT + BAR + MARGIN
    papers: List[str] = []
    shapes: List[str] = []
    texts: List[str] = []
    for index, row in enumerate(rows):
        top = BAR + index * HEIGHT
        for run in runs(row):
            ink, paper = run.cells[0].style.colours()
            left = MARGIN + run.column * WIDTH
            if paper:
                papers.append(box(left, top, run.columns() * WIDTH, HEIGHT, paper))
            shape = drawn(run.cells[0].text, left, top, ink) if len(run.cells) == 1 else None
            if shape:
                shapes.append(shape)
            else:
                texts.extend(written(run, top + BASELINE, ink))
    lights = "".join(
        f'<circle cx="{MARGIN + 6 + 18 * at}" cy="17" r="5.5" fill="{colour}"/>'
        for at, colour in enumerate(("#ef6a5e", "#f4bf4f", "#61c555"))
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" height="{down}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect x=".5" y=".5" width="{across - 1}" height="{down - 1}" rx="9" fill="{PAPER}" stroke="{EDGE}"/>',
            lights,
            f'<g font-family="{FONT}" font-size="{FONT_SIZE}" fill="{INK}" xml:space="preserve" style="white-space:pre">',
            f'<text x="{number(across / 2)}" y="22" text-anchor="middle" font-size="13" fill="{PALETTE[8]}">{escape(title)}</text>',
            '<g shape-rendering="crispEdges">',
            *papers,
            "</g>",
            *shapes,
            *texts,
            "</g></svg>",
            "",
        ]
    )


def check() -> None:
    """The rules that are easy to break, on text made for it."""
    row, after = cells("a\x1b[1;38;5;196mb\x1b[0m\x1b[48;2;1;2;3m世e\u0301\x1b[7m", Style())
    assert [cell.text for cell in row] == ["a", "b", "世", "e\u0301"], row
    assert [cell.width for cell in row] == [1, 1, 2, 1]
    assert row[1].style == Style(ink="#ff0000", bold=True)
    assert row[2].style.colours() == (INK, "#010203")
    assert after.colours() == ("#010203", INK)
    assert [run.column for run in runs(row)] == [0, 1, 2, 4]
    assert restyle(Style(), "38:2::9:8:7").ink == restyle(Style(), "38;2;9;8;7").ink == "#090807"
    assert restyle(Style(bold=True, faint=True), "22") == Style()
    assert restyle(Style(), "4:3").underlined and not restyle(Style(underlined=True), "4:0").underlined
    assert restyle(Style(), "97").ink == PALETTE[15] and restyle(Style(), "104").paper == PALETTE[12]
    assert (indexed(231), indexed(232), indexed(255)) == ("#ffffff", "#080808", "#eeeeee")
    picture = render("╭─█\n<&> two  words\n", "a & b")
    assert "a &amp; b" in picture and "&lt;&amp;&gt; two" in picture and ">words<" in picture
    assert picture.count("<path") == 2 and f'textLength="{7 * WIDTH}"' in picture
    print("render.py: all is well")


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes an SVG of a captured terminal.")
    parser.add_argument("--title", default="foster", help="what stands in the bar of the window")
    parser.add_argument("--columns", type=int, default=0, help="how wide the terminal was (default: the longest line)")
    parser.add_argument("--check", action="store_true", help="check the program itself")
    options = parser.parse_args()
    if options.check:
        check()
        return
    capture = sys.stdin.buffer.read().decode()
    if not capture.strip():
        raise SystemExit("cannot make a picture: nothing was captured; is the program still starting?")
    sys.stdout.buffer.write(render(capture, options.title, options.columns).encode())


if __name__ == "__main__":
    main()
