package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.spec.ServerSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.stream.IntStream;

/** Clients that ask for a stream and never read it. */
@Timeout(60)
class SlowReadersTest {
    private static final int READERS = 100;

    @Test
    void aHundredStreamsThatNobodyReadsHoldUpNobodyElse() {
        ServerSpec shared = ShellServer.good("shell").sharing(ServerSpec.Sharing.SHARED);
        try (var live = LiveService.of(shared)) {
            List<Visitor> readers =
                    IntStream.range(0, READERS)
                            .mapToObj(_ -> live.visitor("shell").open())
                            .toList();
            readers.forEach(reader -> live.beside(reader).listen());
            LiveService.await(
                    "all listen",
                    () ->
                            live.service().sessions().stream()
                                            .filter(session -> session.listening() > 0)
                                            .count()
                                    == READERS);
            Visitor other = live.visitor("shell").open();
            assertThat(other.call("flood").words()).isEqualTo("flooded");
            LiveService.await(
                    "the streams are full",
                    () -> live.service().sessions().stream().anyMatch(it -> it.lost() > 0));
            for (int i = 0; i < 50; i++) {
                assertThat(other.call("pid").words()).matches("\\d+");
            }
            for (Visitor reader : readers) {
                assertThat(reader.call("pid").words()).matches("\\d+");
            }
        }
    }
}
