#!/usr/bin/env python3
"""Turns the drawing of a WaterWorld board into an instance for Herbrand.

    python3 board.py cove.txt > cove.qprop
    herbrand solve counting.qprop cove.qprop

A drawing has a line for each row. A digit is an exposed location with so many pirates around
it, `.` one that is hidden, `#` a place that is no location. Blanks may stand between the
places, empty lines and lines that begin with `//` mean nothing.

The location in row 2 and column 3 is called r2c3. Locations that share a side are neighbours;
with --diagonal, those that share a corner are, too.
"""

import argparse
import os
import sys

SIDES = [(-1, 0), (0, -1), (0, 1), (1, 0)]
CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


class BadBoard(Exception):
    """What is wrong with a drawing, and where."""

    def __init__(self, line, column, message):
        super().__init__(f"{line}:{column}: {message}")


def read(text):
    """The locations of a drawing, by row and column from 1: what each shows, or None where it is
    hidden, and its line and column in the text."""
    board = {}
    spots = {}
    width = None
    row = 0
    for line, drawn in enumerate(text.splitlines(), start=1):
        if not drawn.strip() or drawn.lstrip().startswith("//"):
            continue
        row += 1
        column = 0
        for position, character in enumerate(drawn, start=1):
            if character in " \t":
                continue
            column += 1
            if character == "#":
                continue
            if character not in ".012345678":
                reason = f"expected `.`, `#` or a digit from 0 to 8, found {character!r}"
                raise BadBoard(line, position, reason)
            board[row, column] = None if character == "." else int(character)
            spots[row, column] = (line, position)
        width = width or column
        if column != width:
            reason = f"a row of {column} below rows of {width}; write `#` where no location is"
            raise BadBoard(line, 1, reason)
    if not board:
        raise BadBoard(1, 1, "no location is drawn")
    return board, spots


def neighbours(board, place, steps):
    """The locations around one, in reading order."""
    row, column = place
    around = sorted((row + down, column + right) for down, right in steps)
    return [other for other in around if other in board]


def name(place):
    """What a location is called."""
    return "r{}c{}".format(*place)


def filled(start, items, between, end=""):
    """Items in lines of at most 80 columns, all below the first one."""
    lines = [start]
    for number, item in enumerate(items):
        part = item + (between.rstrip() if number + 1 < len(items) else end)
        room = between[len(between.rstrip()) :] if number else ""
        if number and len(lines[-1] + room + part) > 80:
            lines.append(" " * len(start) + part)
        else:
            lines[-1] += room + part
    return lines


def instance(board, steps, used, title):
    """The text of an instance."""
    rows = max(row for row, _ in board)
    columns = max(column for _, column in board)
    lines = [f"// {title}", "", f'use "{used}"', ""]
    lines += filled("sort loc = {", [name(place) for place in sorted(board)], ", ", "}")
    lines += [f"sort row = 1..{rows}   sort col = 1..{columns}", ""]
    for place in sorted(board):
        facts = [f"at({name(place)}, {place[0]}, {place[1]})"]
        if board[place] is not None:
            facts.append(f"shown({name(place)}, {board[place]})")
        others = neighbours(board, place, steps)
        facts += [f"nhbr({name(place)}, {name(other)})" for other in others]
        lines += filled("", facts, "  ")
    return "\n".join(lines) + "\n"


def check(board, spots, steps):
    """Refuses a number that no pirates can explain."""
    for place, shown in board.items():
        count = len(neighbours(board, place, steps))
        if shown is not None and shown > count:
            reason = f"{name(place)} shows {shown}, more than it has neighbours ({count})"
            raise BadBoard(*spots[place], reason)


def drawing(path):
    """The text of a drawing."""
    if path == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig")
    with open(path, "rb") as file:
        return file.read().decode("utf-8-sig")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("drawing", help="a file with the drawing, or `-` for standard input")
    parser.add_argument(
        "--diagonal", action="store_true", help="locations that share a corner are neighbours, too"
    )
    parser.add_argument(
        "--use",
        metavar="FILE",
        default="vocabulary.qprop",
        help="where vocabulary.qprop is, from the instance [default: beside it]",
    )
    arguments = parser.parse_args()
    steps = SIDES + CORNERS if arguments.diagonal else SIDES
    try:
        board, spots = read(drawing(arguments.drawing))
        check(board, spots, steps)
    except OSError as error:
        sys.exit(f"{arguments.drawing}: {error.strerror}")
    except UnicodeDecodeError:
        sys.exit(f"{arguments.drawing}: not a text in UTF-8")
    except BadBoard as error:
        sys.exit(f"{arguments.drawing}:{error}")
    name_of = "a drawing" if arguments.drawing == "-" else os.path.basename(arguments.drawing)
    title = f"Made of {name_of} by board.py."
    sys.stdout.write(instance(board, steps, arguments.use, title))


if __name__ == "__main__":
    main()
