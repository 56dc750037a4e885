package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.kv.GetRequest;
import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.protocol.tls.CertificateText;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.tls.TlsIdentity;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.session.Encryption;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** TLS between the host and a plugin made with the real go-plugin. */
class EncryptionTest {
    @TempDir Path sockets;
    @TempDir Path folder;

    private static PluginSpec mutual(PluginSpec spec) {
        return spec.terms(spec.terms().encryption(Encryption.Auto.AUTO));
    }

    // [24.24]
    @Test
    void bothSidesShowACertificateAndNobodyElseIsHeard() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(mutual(stage.go("kv")));
            GoPluginTest.putAndGet(plugin);
            var address = plugin.connection().orElseThrow().address();
            refused(Channels.open(address, Security.plain()));
            TlsIdentity stranger = TlsIdentity.generate();
            refused(Channels.open(address, Security.mutual(stranger, stranger.certificate())));
            assertThatThrownBy(plugin::reattach).hasMessageContaining("mutual TLS");
        }
    }

    private static void refused(ManagedChannel channel) {
        try {
            assertThatThrownBy(
                            () ->
                                    KVGrpc.newBlockingStub(channel)
                                            .withDeadlineAfter(
                                                    Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                                            .get(GetRequest.getDefaultInstance()))
                    .isInstanceOf(StatusRuntimeException.class)
                    .hasMessageContaining("UNAVAILABLE");
        } finally {
            channel.shutdownNow();
        }
    }

    // [24.27]
    @Test
    void certificatesOfTheApplicationsOwnAreUsed() throws Exception {
        TlsIdentity host = TlsIdentity.generate();
        TlsIdentity plugin = TlsIdentity.generate();
        Path certificate = write("certificate.pem", CertificateText.pem(plugin.certificate()));
        Path key = write("key.pem", pem(plugin.key().getEncoded()));
        Path authority = write("authority.pem", CertificateText.pem(host.certificate()));
        var security = (Security.Tls) Security.mutual(host, plugin.certificate());
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv", "KV_TLS", certificate + "," + key + "," + authority);
            Plugin running =
                    stage.activated(
                            spec.terms(spec.terms().encryption(new Encryption.Manual(security))));
            GoPluginTest.putAndGet(running);
            Brokered.sumIsAskedOfTheHost(running);
            refused(Channels.open(running.connection().orElseThrow().address(), Security.plain()));
        }
    }

    // [24.27]
    @Test
    void aPluginThatDemandsTlsIsNotUsedWithout() throws Exception {
        TlsIdentity plugin = TlsIdentity.generate();
        Path certificate = write("certificate.pem", CertificateText.pem(plugin.certificate()));
        Path key = write("key.pem", pem(plugin.key().getEncoded()));
        try (Stage stage = Stage.in(sockets)) {
            String told =
                    stage.refused(
                            stage.go("kv", "KV_TLS", certificate + "," + key + "," + certificate));
            assertThat(told).contains("cannot use plugin kv: asked how it is, UNAVAILABLE");
        }
    }

    private Path write(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String pem(byte[] key) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key)
                + "\n-----END PRIVATE KEY-----\n";
    }
}
