"""What the host asks for, and the line that answers it."""

from __future__ import annotations

import os
import socket
from typing import Dict

import pytest

from foster_plugin.environment import Cookie, Request
from foster_plugin.handshake import Address, choose_version, handshake_line, say
from foster_plugin.sockets import Places


def test_nothing_asked_for_is_a_plain_plugin() -> None:
    assert Request.read({}) == Request()


def test_every_variable_is_read() -> None:
    asked = Request.read(
        {
            "PLUGIN_PROTOCOL_VERSIONS": "3,1",
            "PLUGIN_CLIENT_CERT": "PEM",
            "PLUGIN_MULTIPLEX_GRPC": "true",
            "PLUGIN_UNIX_SOCKET_DIR": "/run/plugins",
            "PLUGIN_UNIX_SOCKET_GROUP": "users",
            "PLUGIN_MIN_PORT": "100",
            "PLUGIN_MAX_PORT": "200",
        }
    )
    assert asked == Request((3, 1), "PEM", True, "/run/plugins", "users", (100, 200))


def test_a_version_that_is_no_number_is_said_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """[S2]"""
    assert Request.read({"PLUGIN_PROTOCOL_VERSIONS": "2,x,,4"}).versions == (2, 4)
    assert "'x'" in capsys.readouterr().err


@pytest.mark.parametrize("ports", [("200", "100"), ("a", "100")])
def test_ports_that_make_no_range_are_an_error(ports: "tuple[str, str]") -> None:
    """[S12]"""
    with pytest.raises(ValueError, match="correct PLUGIN_MIN_PORT"):
        Request.read({"PLUGIN_MIN_PORT": ports[0], "PLUGIN_MAX_PORT": ports[1]})


@pytest.mark.parametrize("environment", [{}, {"KEY": "other"}, {"OTHER": "value"}])
def test_a_process_without_its_cookie_ends(environment: Dict[str, str]) -> None:
    """[S1]"""
    with pytest.raises(SystemExit) as ended:
        Cookie("KEY", "value").require(environment)
    assert ended.value.code == 1


@pytest.mark.parametrize("cookie", [Cookie("", "value"), Cookie("KEY", "")])
def test_an_empty_cookie_lets_nobody_in(cookie: Cookie) -> None:
    """[S1]"""
    with pytest.raises(SystemExit) as ended:
        cookie.require({"": "value", "KEY": ""})
    assert ended.value.code == 1


def test_the_right_cookie_passes() -> None:
    """[S1]"""
    Cookie("KEY", "value").require({"KEY": "value"})


@pytest.mark.parametrize(("accepted", "chosen"), [((2, 3, 9), 3), ((2,), 2), ((9,), 2), ((), 2)])
def test_the_version_is_the_highest_common_one_or_the_lowest(accepted: "tuple[int, ...]", chosen: int) -> None:
    """[S2]"""
    assert choose_version({2, 3, 5}, accepted) == chosen


def test_the_line_of_a_host_that_asks_for_nothing() -> None:
    """[S3]"""
    assert handshake_line(3, Address("tcp", "127.0.0.1:1"), "", False) == "1|3|tcp|127.0.0.1:1|grpc|"


def test_the_line_of_a_host_that_asks_for_everything() -> None:
    """[S3]"""
    assert handshake_line(3, Address("unix", "/s"), "QQ", True) == "1|3|unix|/s|grpc|QQ|true"


def test_the_line_is_written_whole_and_ended() -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as out:
        say("1|1|unix|/ü|grpc|", writer)
        os.close(writer)
        assert out.read() == "1|1|unix|/ü|grpc|\n".encode()


def test_an_unknown_group_is_an_error() -> None:
    """[S11]"""
    places = Places(Request(socket_group="no such group"), "unix")
    with pytest.raises(ValueError, match="there is no group 'no such group'"):
        places.share(Address("unix", "/nowhere"))


def test_a_port_that_is_taken_is_passed_over() -> None:
    """[S12]"""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        places = Places(Request(ports=(port, port)), "tcp")
        with pytest.raises(OSError, match="no port from"):
            places.public()


def test_places_leave_no_file_behind() -> None:
    places = Places(Request(), "unix")
    path = places.private().text
    with open(path, "w", encoding="utf-8"):
        pass
    places.close()
    assert not os.path.exists(os.path.dirname(path))
