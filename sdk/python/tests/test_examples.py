"""The examples, as a real Go host sees them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import grpc
import pytest
from conftest import GoHost
from google.protobuf.empty_pb2 import Empty
from google.protobuf.struct_pb2 import ListValue
from google.protobuf.wrappers_pb2 import StringValue

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_the_example_in_python_answers(go: GoHost) -> None:
    said = go.run("-automtls", "ping,kv", plugin=[sys.executable, str(EXAMPLES / "kv/python/plugin.py")])
    assert said["kill"]["exit"] == 0


def test_the_example_in_go_answers(go: GoHost) -> None:
    program = go.folder / "kv"
    path = os.environ["PATH"] + ":/usr/local/go/bin"
    build = ["go", "build", "-buildvcs=false", "-o", str(program), "."]
    subprocess.run(build, cwd=EXAMPLES / "kv/go", env={**os.environ, "PATH": path}, check=True)
    assert go.run("-automtls", "ping,kv", plugin=[str(program)])["kill"]["exit"] == 0


def test_the_example_for_mattermost_is_a_plugin_of_five_fields() -> None:
    """[24.17] [24.46]"""
    command = [sys.executable, str(EXAMPLES / "mattermost-python/plugin.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            fields = process.stdout.readline().strip().split("|")
            assert fields[:3] == ["1", "1", "tcp"]
            assert fields[4:] == ["grpc"]
            with grpc.insecure_channel(fields[3]) as channel:
                check(channel)
            process.terminate()
            _, logged = process.communicate(timeout=20)
            assert "activated; the API of the server is at nowhere" in logged
            assert process.returncode == 0
        finally:
            process.kill()


def check(channel: grpc.Channel) -> None:
    def call(hook: str, request: "Empty | StringValue", reply: type) -> "ListValue | StringValue":
        method = channel.unary_unary(
            f"/polite.v1.Hooks/{hook}",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=reply.FromString,  # type: ignore[attr-defined]
        )
        return method(request, timeout=20)  # type: ignore[no-any-return]

    assert "MessageWillBePosted" in list(call("Implemented", Empty(), ListValue))  # type: ignore[arg-type]
    call("OnActivate", Empty(), Empty)
    assert call("MessageWillBePosted", StringValue(value="HELLO"), StringValue) == StringValue(value="Hello")
    with pytest.raises(grpc.RpcError) as refused:
        call("MessageWillBePosted", StringValue(value=" "), StringValue)
    assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT


def test_a_go_host_runs_the_example_for_mattermost(go: GoHost) -> None:
    cookie = "MATTERMOST_PLUGIN=Securely message teams, anywhere."
    plugin = [sys.executable, str(EXAMPLES / "mattermost-python/plugin.py")]
    go.run("-cookie", cookie, "ping,health", plugin=plugin)


def test_the_manifest_for_mattermost_names_files_that_exist() -> None:
    folder = EXAMPLES / "mattermost-python"
    server = json.loads((folder / "plugin.json").read_text())["server"]
    assert (folder / server["executable"]).is_file()
    assert (folder / server["python"]["requirements_path"]).is_file()
