"""Certificates."""

from __future__ import annotations

import base64
import builtins
import ssl
import subprocess
from pathlib import Path
from typing import Any

import pytest

from foster_plugin import security
from foster_plugin.security import Identity, identity_for, make_certificate


def made_on(curve: str, folder: Path) -> bytes:
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", f"ec_paramgen_curve:{curve}", "-nodes"]
    subprocess.run([*command, "-subj", "/CN=localhost", "-keyout", folder / "key", "-out", folder / "certificate"], check=True)
    return (folder / "certificate").read_bytes()


@pytest.mark.parametrize("maker", [security._with_cryptography, security._with_openssl])
def test_a_certificate_is_what_go_hosts_accept(maker: Any, tmp_path: Path) -> None:
    """[S4]"""
    certificate, _ = maker()
    file = tmp_path / "certificate"
    file.write_bytes(certificate)
    shown = subprocess.run(
        ["openssl", "x509", "-in", file, "-noout", "-text"], check=True, capture_output=True, text=True
    ).stdout
    assert "DNS:localhost" in shown
    assert "TLS Web Client Authentication" in shown
    assert "TLS Web Server Authentication" in shown
    assert "CA:TRUE" in shown
    assert "prime256v1" in shown


def test_without_the_package_openssl_makes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """[S4]"""
    without_cryptography(monkeypatch)
    certificate, key = make_certificate()
    identity = Identity(certificate, key, certificate)
    identity.server_context()
    identity.client_context()


def test_without_both_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    without_cryptography(monkeypatch)
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(RuntimeError, match=r"install foster-plugin\[tls\]"):
        make_certificate()


def without_cryptography(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refusing(name: str, *arguments: Any, **named: Any) -> Any:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return real(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", refusing)


@pytest.mark.parametrize(("curve", "native"), [("P-256", True), ("P-384", True), ("P-521", False)])
def test_only_a_host_on_p_521_needs_the_tls_of_python(curve: str, native: bool, tmp_path: Path) -> None:
    """[S4]"""
    assert identity_for(made_on(curve, tmp_path).decode()).native is native


def test_the_handshake_has_the_certificate_without_padding() -> None:
    """[S4]"""
    certificate, _ = make_certificate()
    identity = identity_for(certificate.decode())
    field = identity.handshake_field
    assert "=" not in field
    der = base64.b64decode(field + "=" * (-len(field) % 4))
    assert der == ssl.PEM_cert_to_DER_cert(identity.certificate.decode())


def test_an_identity_of_ones_own_is_not_announced() -> None:
    """[S16]"""
    certificate, key = make_certificate()
    assert Identity(certificate, key, certificate).handshake_field == ""


def test_a_host_that_sends_no_certificate_is_an_error() -> None:
    with pytest.raises(ValueError, match="PLUGIN_CLIENT_CERT is no certificate"):
        identity_for("-----BEGIN NOTHING-----")
