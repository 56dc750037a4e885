"""Mutual TLS: who this plugin is and whom it trusts."""

from __future__ import annotations

import base64
import os
import shutil
import ssl
import subprocess
import tempfile
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Tuple

import grpc

# The object identifier of the curve P-521, as it stands in a certificate.
_P521 = bytes.fromhex("06052b81040023")
_YEARS_30 = timedelta(hours=262_980)
#: The name in every certificate of go-plugin.
SERVER_NAME = "localhost"


@dataclass(frozen=True)
class Identity:
    """A certificate with its key, and the certificates it trusts; all in PEM."""

    certificate: bytes
    key: bytes
    trusted: bytes
    #: Whether the handshake tells the host the certificate, as hosts expect that made one for this run themselves.
    announced: bool = False

    @property
    def handshake_field(self) -> str:
        if not self.announced:
            return ""
        der = ssl.PEM_cert_to_DER_cert(self.certificate.decode())
        return base64.b64encode(der).decode().rstrip("=")

    @property
    def native(self) -> bool:
        """Whether gRPC's own TLS will do: it cannot verify certificates on the curve P-521, which Go's hosts use."""
        return _P521 not in ssl.PEM_cert_to_DER_cert(_first(self.trusted))

    def server_credentials(self) -> grpc.ServerCredentials:
        return grpc.ssl_server_credentials([(self.key, self.certificate)], self.trusted, require_client_auth=True)

    def channel_credentials(self) -> grpc.ChannelCredentials:
        return grpc.ssl_channel_credentials(self.trusted, self.key, self.certificate)

    def server_context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.verify_mode = ssl.CERT_REQUIRED
        return self._prepared(context)

    def client_context(self) -> ssl.SSLContext:
        return self._prepared(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))

    def _prepared(self, context: ssl.SSLContext) -> ssl.SSLContext:
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["h2"])
        context.load_verify_locations(cadata=self.trusted.decode())
        # Python reads a key only from a file; this one is gone before anybody connects.
        descriptor, path = tempfile.mkstemp(prefix="foster-plugin-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(self.certificate + self.key)
            context.load_cert_chain(path)
        finally:
            os.unlink(path)
        return context


def identity_for(client_certificate: str) -> Identity:
    """A fresh identity for a host that sent its own certificate."""
    try:
        ssl.PEM_cert_to_DER_cert(_first(client_certificate.encode()))
    except ValueError as failure:
        raise ValueError(
            f"cannot trust the host: PLUGIN_CLIENT_CERT is no certificate ({failure}); the host must send one in PEM"
        ) from None
    certificate, key = make_certificate()
    return Identity(certificate, key, client_certificate.encode(), announced=True)


def make_certificate() -> Tuple[bytes, bytes]:
    """A self-signed certificate for localhost and its key, both in PEM."""
    try:
        return _with_cryptography()
    except ImportError:
        pass
    if shutil.which("openssl"):
        return _with_openssl()
    raise RuntimeError(
        "cannot make a certificate: neither the package cryptography nor the program openssl is here; "
        "install foster-plugin[tls]"
    )


def _with_cryptography() -> Tuple[bytes, bytes]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, SERVER_NAME)])
    now = datetime.now(timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A little in the past, for a host whose clock is a little late.
        .not_valid_before(now - timedelta(seconds=30))
        .not_valid_after(now + _YEARS_30)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(SERVER_NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    return (
        certificate.public_bytes(serialization.Encoding.PEM),
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ),
    )


def _with_openssl() -> Tuple[bytes, bytes]:
    with tempfile.TemporaryDirectory(prefix="foster-plugin-") as folder:
        certificate, key = os.path.join(folder, "certificate"), os.path.join(folder, "key")
        command = [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"),
            *("-subj", f"/CN={SERVER_NAME}", "-addext", f"subjectAltName=DNS:{SERVER_NAME}"),
            *("-addext", "extendedKeyUsage=clientAuth,serverAuth", "-days", str(_YEARS_30.days)),
            *("-keyout", key, "-out", certificate),
        ]
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
        if result.returncode != 0:
            raise RuntimeError(
                f"cannot make a certificate: openssl said {result.stderr.strip()!r}; install foster-plugin[tls]"
            )
        with open(certificate, "rb") as first, open(key, "rb") as second:
            return first.read(), second.read()


def _first(pem: bytes) -> str:
    end = "-----END CERTIFICATE-----"
    text = pem.decode()
    return text[: text.find(end) + len(end)] if end in text else text
