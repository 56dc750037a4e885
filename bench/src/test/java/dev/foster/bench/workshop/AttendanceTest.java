package dev.foster.bench.workshop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Optional;
import java.util.stream.Stream;

/** Who takes part. */
class AttendanceTest {
    private static final Guest HERE = new Guest("here", Optional.empty());
    private static final Guest AWAY = new Guest("away", Optional.of("there is no network"));

    private final Attendance<Guest> attendance = Attendance.of(Stream.of(AWAY, HERE));

    @Test
    void whoCannotBeHadIsAbsentWithAReason() {
        assertThat(attendance.present()).containsExactly(HERE);
        assertThat(attendance.absent()).containsExactly("away cannot be had: there is no network");
    }

    @Test
    void theResultsTellOfBoth() {
        assertThat(attendance.text())
                .isEqualTo(
                        """
                        Versions: here 1.0.

                        Left out: away cannot be had: there is no network

                        """);
    }

    private record Guest(String name, Optional<String> missing) implements Contender {
        @Override
        public String version() {
            return "1.0";
        }
    }
}
