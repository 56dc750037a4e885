"""What a plugin prints and logs."""

from __future__ import annotations

import io
import json
import logging
import sys
import threading
from typing import Any, Callable, Iterator, List, Tuple

import pytest

from foster_plugin import stdio
from foster_plugin.logs import TRACE, HostLogHandler
from foster_plugin.stdio import STDERR, STDOUT, Stdio


class Call:
    """Stands for the host's call that reads the output."""

    def __init__(self) -> None:
        self.ended: List[Callable[[], None]] = []

    def add_callback(self, ended: Callable[[], None]) -> bool:
        self.ended.append(ended)
        return True


def stream(subject: Stdio) -> Iterator[Any]:
    return subject._stream(None, Call())  # type: ignore[arg-type]


def read(subject: Stdio) -> List[Tuple[int, bytes]]:
    return [(chunk.channel, chunk.data) for chunk in stream(subject)]


def test_output_is_cut_into_chunks_of_at_most_a_kibibyte() -> None:
    """[S7]"""
    subject = Stdio()
    subject.write(STDOUT, b"x" * 2500)
    subject.close()
    assert [len(data) for _, data in read(subject)] == [1024, 1024, 452]


def test_small_prints_travel_together_but_the_two_streams_apart() -> None:
    """[S7]"""
    subject = Stdio()
    for channel, data in [(STDOUT, b"a"), (STDOUT, b"b"), (STDERR, b"c"), (STDOUT, b"d")]:
        subject.write(channel, data)
    subject.close()
    assert read(subject) == [(STDOUT, b"ab"), (STDERR, b"c"), (STDOUT, b"d")]


def test_without_a_host_the_newest_output_is_kept_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "_PATIENCE_SECONDS", 0.0)
    subject = Stdio()
    for number in range(200):
        subject.write(STDOUT, bytes([number]) * 1024)
    subject.close()
    kept = read(subject)
    assert len(kept) == 64
    assert kept[-1][1][0] == 199


def test_a_plugin_that_prints_faster_than_the_host_reads_waits() -> None:
    """[S7] [24.45]"""
    subject = Stdio()
    chunks = stream(subject)
    subject.write(STDOUT, b"first")
    assert next(chunks).data == b"first"
    written = threading.Thread(target=lambda: subject.write(STDOUT, b"y" * 100_000), daemon=True)
    written.start()
    arrived = 0
    while arrived < 100_000:
        arrived += len(next(chunks).data)
        assert subject._size <= 64 * 1024
    written.join(20)
    assert not written.is_alive()


def test_a_second_reader_takes_over_from_the_first() -> None:
    subject = Stdio()
    first = stream(subject)
    subject.write(STDOUT, b"one")
    assert next(first).data == b"one"
    second = stream(subject)
    subject.write(STDOUT, b"two")
    assert next(second).data == b"two"
    assert list(first) == []


def test_what_is_printed_reaches_the_host_and_the_real_streams_come_back() -> None:
    """[S7]"""
    before = sys.stdout, sys.stderr
    subject = Stdio()
    subject.capture()
    print("to ", "standard output")
    print("and error \udcff", end="", file=sys.stderr)
    subject.close()
    assert (sys.stdout, sys.stderr) == before
    assert read(subject) == [(STDOUT, b"to  standard output\n"), (STDERR, b"and error \\udcff")]


@pytest.fixture
def lines() -> "tuple[logging.Logger, io.StringIO]":
    out = io.StringIO()
    logger = logging.Logger("dice", TRACE)
    logger.addHandler(HostLogHandler(out))
    return logger, out


def test_a_record_is_one_line_with_level_message_module_and_six_digits(
    lines: "tuple[logging.Logger, io.StringIO]",
) -> None:
    """[S13]"""
    logger, out = lines
    logger.warning("rolled %d\nand %s", 6, "ü", extra={"sides": 6, "by": {"who": "me"}})
    assert out.getvalue().count("\n") == 1
    line = json.loads(out.getvalue())
    assert line["@level"] == "warn"
    assert line["@message"] == "rolled 6\nand ü"
    assert line["@module"] == "dice"
    assert line["sides"] == 6
    assert line["by"] == {"who": "me"}
    second, fraction = line["@timestamp"].split(".")
    assert len(second) == len("2026-01-01T00:00:00")
    assert len(fraction) == len("000000Z")
    assert set(line) == {"@level", "@message", "@module", "@timestamp", "sides", "by"}


@pytest.mark.parametrize(
    ("number", "name"), [(TRACE, "trace"), (10, "debug"), (25, "info"), (30, "warn"), (40, "error"), (50, "error")]
)
def test_levels_have_the_names_that_hosts_know(
    lines: "tuple[logging.Logger, io.StringIO]", number: int, name: str
) -> None:
    """[S13]"""
    logger, out = lines
    logger.log(number, "text")
    assert json.loads(out.getvalue())["@level"] == name


def test_a_field_that_json_does_not_know_is_written_as_text(lines: "tuple[logging.Logger, io.StringIO]") -> None:
    """[S13]"""
    logger, out = lines
    logger.info("text", extra={"odd": {1, 1}})
    assert json.loads(out.getvalue())["odd"] == "{1}"
