package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Addresses are written as a NATS server writes them. */
class PeersTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "0:0:0:0:0:0:0:1, ::1",
        "0:0:0:0:0:0:0:0, ::",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "fe80:0:0:0:0:0:0:0, fe80::",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3"
    })
    void zerosAreShortened(String given, String written) throws Exception {
        String text = Peers.text(new InetSocketAddress(InetAddress.getByName(given), 4222));
        assertThat(text)
                .isEqualTo(written.contains(":") ? "[" + written + "]:4222" : written + ":4222");
        assertThat(Peers.host(text)).isEqualTo(written);
    }
}
