"""A Python plugin as a real Go host sees it."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import time
from pathlib import Path
from typing import Callable

import pytest
from conftest import GoHost

from foster_plugin.security import make_certificate

KINDS = {
    "plain": [],
    "with mutual TLS": ["-automtls"],
    "multiplexed": ["-mux"],
    "multiplexed with mutual TLS": ["-mux", "-automtls"],
}


def eventually(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def ended(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.parametrize("flags", KINDS.values(), ids=KINDS.keys())
def test_every_service_answers_and_the_end_is_clean(go: GoHost, flags: "list[str]") -> None:
    """[S4] [S5] [S6] [S8] [S9] [24.22] [24.26] [24.48] [24.49] [24.53] [24.54]"""
    said = go.run(*flags, "ping,health,kv,counter,dial,stream,blob,stdio,kill")
    assert said["health"]["service:"] == "SERVING"
    assert said["health"]["service:unknown"] == "NotFound"
    assert said["counter"]["callbacks"] == 3
    assert said["kill"]["exit"] == 0
    assert go.sockets() == []


def test_a_client_without_tls_is_turned_away(go: GoHost) -> None:
    """[S4] [24.24]"""
    go.run("-automtls", "kv,plain")


def test_a_multiplexed_plugin_has_one_socket_only(go: GoHost) -> None:
    """[S9] [24.53]"""
    assert len(go.run("-mux", "counter,dial,sockets")["sockets"]["sockets"]) == 1


def test_without_its_cookie_it_refuses_on_standard_error_and_ends_with_1(go: GoHost) -> None:
    """[S1]"""
    said = go.run("-cookie", "", "raw")["raw"]
    assert said["line"] == ""
    assert said["exit"] == 1
    assert said["stderr"].startswith("This program is a plugin")


@pytest.mark.parametrize(
    ("own", "accepted", "chosen"),
    [("1", "1", "1"), ("2,3", "2,3,4", "3"), ("2,3", "2", "2"), ("2,3", "9", "2"), ("4,2", "", "2")],
)
def test_the_highest_common_version_or_else_the_lowest_is_chosen(go: GoHost, own: str, accepted: str, chosen: str) -> None:
    """[S2]"""
    line = go.run("-versions", accepted, "raw", KV_VERSIONS=own)["raw"]["line"]
    assert line.split("|")[1] == chosen


def test_the_line_has_six_fields_and_a_seventh_only_for_those_who_ask(go: GoHost) -> None:
    """[S3]"""
    line = go.run("raw")["raw"]["line"]
    assert line.split("|")[:3] == ["1", "1", "unix"]
    assert line.split("|")[4:] == ["grpc", ""]
    asked = go.run("raw", PLUGIN_MULTIPLEX_GRPC="true")["raw"]["line"]
    assert asked.split("|")[4:] == ["grpc", "", "true"]


def test_what_is_printed_before_the_handshake_does_not_come_before_it(go: GoHost) -> None:
    go.run("kv", KV_NOISE="1")


def test_the_host_gets_what_is_printed_in_small_chunks(go: GoHost) -> None:
    """[S7] [24.44]"""
    assert go.run("stdio")["stdio"]["largest"] <= 1024


def test_ten_megabytes_of_output_do_not_stop_it(go: GoHost) -> None:
    """[S7] [24.45]"""
    go.run("flood,kv")


def test_log_records_arrive_with_level_and_fields(go: GoHost) -> None:
    """[S13] [24.39]"""
    entries = go.run("log")["log"]["entries"]
    assert [entry["@level"] for entry in entries] == ["trace", "debug", "info", "warn", "error"]
    assert [entry["number"] for entry in entries[:4]] == [1, 1, 1, 1]
    assert entries[4]["error"] == "ValueError('some failure')"
    assert "Traceback" in entries[4]["stacktrace"]


def test_an_interrupt_of_the_terminal_is_left_to_the_host(go: GoHost) -> None:
    """[S10]"""
    go.run("sigint,ping")


def test_sigterm_ends_it_with_code_0(go: GoHost) -> None:
    said = go.run("kv,sigterm", KV_CLEANUP=str(go.folder / "cleaned"))
    assert said["kill"]["exit"] == 0
    assert go.sockets() == ["cleaned"]


def test_what_follows_serve_still_happens_after_a_shutdown(go: GoHost) -> None:
    """[S6] [24.59]"""
    go.run("kv", KV_CLEANUP=str(go.folder / "cleaned"))
    assert go.sockets() == ["cleaned"]


def test_a_call_that_hangs_does_not_keep_it_alive(go: GoHost) -> None:
    """[S6]"""
    said = go.run("hang", KV_CLEANUP=str(go.folder / "cleaned"))
    assert said["kill"]["exit"] == 0


def test_it_listens_on_tcp_within_the_range_of_ports(go: GoHost) -> None:
    """[S12] [24.17]"""
    said = go.run("kv,counter,dial", KV_NETWORK="tcp")
    assert said["start"]["network"] == "tcp"
    assert 10000 <= int(said["start"]["address"].rsplit(":", 1)[1]) <= 25000


def test_it_listens_on_tcp_with_mutual_tls(go: GoHost) -> None:
    """[S12] [S4]"""
    go.run("-automtls", "kv,counter,dial,plain", KV_NETWORK="tcp")


def test_its_sockets_are_in_the_folder_and_of_the_group_that_the_host_names(go: GoHost) -> None:
    """[S11] [24.31]"""
    folder = go.folder / "sockets"
    folder.mkdir()
    group = str(os.getgroups()[0] if os.getgroups() else os.getgid())
    variables = {"PLUGIN_UNIX_SOCKET_DIR": str(folder), "PLUGIN_UNIX_SOCKET_GROUP": group}
    with go.started(BASIC_PLUGIN="hello", **variables) as process:
        assert process.stdout is not None
        path = Path(process.stdout.readline().split("|")[3])
        assert path.parent == folder
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        assert path.stat().st_gid == int(group)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    assert list(folder.iterdir()) == []


def test_a_folder_that_is_too_deep_for_a_socket_is_explained(go: GoHost) -> None:
    said = go.run("raw", PLUGIN_UNIX_SOCKET_DIR="/tmp/" + "x" * 120)["raw"]
    assert said["line"] == ""
    assert said["exit"] == 1
    assert "the path is too long for a socket; set a shorter TMPDIR" in said["stderr"]


def test_a_certificate_of_the_host_that_is_none_is_explained(go: GoHost) -> None:
    """[S4]"""
    said = go.run("raw", PLUGIN_CLIENT_CERT="nonsense")["raw"]
    assert said["line"] == ""
    assert said["exit"] == 1
    assert "PLUGIN_CLIENT_CERT is no certificate" in said["stderr"]


def test_a_host_attaches_to_a_plugin_in_test_mode(go: GoHost) -> None:
    """[S14] [24.35]"""
    file = go.folder / "reattach.json"
    with go.started(KV_TEST=str(file)) as process:
        eventually(file.exists)
        assert json.loads(file.read_text())["plugin"]["Pid"] == process.pid
        go.run("-reattach", str(file), "kv,counter,dial")
        go.run("-reattach", str(file), "kv,counter,dial")
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=20)
        assert out == ""
        assert process.returncode == 0


def test_a_second_host_attaches_and_ends_it(go: GoHost) -> None:
    """[S14] [24.33]"""
    assert go.run("kv,reattach")["kill"]["exit"] == 0


@pytest.mark.parametrize("flags", [[], ["-automtls"]], ids=["alone", "instead of the one the host asks for"])
def test_an_identity_of_its_own_is_used(go: GoHost, flags: "list[str]") -> None:
    """[S16] [24.27]"""
    certificate, key = make_certificate()
    names = []
    with go.folder.joinpath("certificate").open("wb") as file:
        names.append(file.name)
        file.write(certificate)
    with go.folder.joinpath("key").open("wb") as file:
        names.append(file.name)
        file.write(key)
    files = ",".join([*names, names[0]])
    if flags:
        # The host of AutoMTLS gets no certificate to trust, so that nothing but a refusal can come of it.
        steps = go.attempt(*flags, "ping", KV_TLS=files)
        assert [step["step"] for step in steps if not step["ok"]] == ["ping"]
    else:
        go.run("-tls", files, "kv,counter,dial,plain", KV_TLS=files)


def test_it_leaves_with_a_host_that_died(go: GoHost) -> None:
    """[S17]"""
    said = go.run("kv,abandon", KV_LEAVE="1")
    eventually(lambda: ended(said["abandoned"]["pid"]))


def test_a_crash_is_seen_by_the_host(go: GoHost) -> None:
    """[24.63]"""
    assert go.run("kv,crash")["kill"]["exit"] == 7


def test_nothing_of_it_listens_for_other_users(go: GoHost) -> None:
    """What stands behind a relay is in a folder that only this user can enter."""
    with go.started(BASIC_PLUGIN="hello", PLUGIN_MULTIPLEX_GRPC="true") as process:
        assert process.stdout is not None
        path = process.stdout.readline().split("|")[3]
        private = [folder for folder in go.folder.iterdir() if folder.is_dir()]
        assert [stat.S_IMODE(folder.stat().st_mode) for folder in private] == [0o700]
        # The one connection of the host; whoever comes later is turned away.
        with socket.socket(socket.AF_UNIX) as first, socket.socket(socket.AF_UNIX) as second:
            first.connect(path)
            second.connect(path)
            second.settimeout(20)
            assert second.recv(1) == b""
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
