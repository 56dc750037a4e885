package dev.foster.plugin.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.protocol.ProtocolException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/** Addresses as the handshake line and the broker write them. */
class AddressTest {
    @ParameterizedTest // [24.16] [24.17]
    @CsvSource({
        "unix,/tmp/plugin7",
        "unix,relative",
        "tcp,127.0.0.1:8080",
        "tcp,localhost:0",
        "tcp,[::1]:65535",
        "tcp,:80"
    })
    void whatIsReadIsWrittenAgain(String network, String text) {
        Address address = Address.of(network, text);

        assertThat(address.network()).isEqualTo(network);
        assertThat(address.text()).isEqualTo(text);
    }

    @Test
    void leadingZerosOfAPortCountForNothing() {
        assertThat(Address.of("tcp", "h:000080")).isEqualTo(Address.tcp("h", 80));
    }

    @Test
    void namesAreLookedUp() {
        assertThat(Address.tcp("localhost", 80).resolve())
                .isInstanceOfSatisfying(
                        InetSocketAddress.class,
                        socket -> assertThat(socket.getAddress().isLoopbackAddress()).isTrue());
        assertThat(Address.tcp("", 80).resolve())
                .isInstanceOfSatisfying(
                        InetSocketAddress.class,
                        socket -> assertThat(socket.getAddress().isLoopbackAddress()).isTrue());
        assertThat(Address.unix(Path.of("/tmp/x")).resolve())
                .isEqualTo(UnixDomainSocketAddress.of("/tmp/x"));
    }

    @Test
    void aPathLongerThanASocketCanHaveIsToldSo() {
        Path longPath = Path.of("/tmp/" + "d".repeat(120));

        assertThatThrownBy(() -> Address.unix(longPath).resolve())
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("its path has 125 bytes")
                .hasMessageContaining("TMPDIR");
        assertThat(Address.unix(Path.of("/tmp/" + "d".repeat(98))).resolve()).isNotNull();
    }

    @Test
    void bytesCountAndNotCharacters() {
        Path path = Path.of("/tmp/" + "ä".repeat(60));

        assertThatThrownBy(() -> Address.unix(path).resolve())
                .hasMessageContaining("its path has 125 bytes");
    }
}
