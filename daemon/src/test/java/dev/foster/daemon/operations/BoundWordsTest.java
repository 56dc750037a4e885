package dev.foster.daemon.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.spec.LimitRule;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;

class BoundWordsTest {

    @Test
    void limitsAreSaidWithWhatHappensOverThem() {
        ResourceLimits all =
                ResourceLimits.none()
                        .memoryBytes(256_000_000)
                        .cpuPercent(50)
                        .threads(64)
                        .processes(1)
                        .files(1024)
                        .throttle(true);
        assertThat(BoundWords.limits(all, LimitRule.defaults()))
                .isEqualTo(
                        "256MB of memory, 50% of a core, slowed down to it, 64 threads, 1 process,"
                            + " 1024 files in a process; killed after 2 checks in a row over it");
        assertThat(
                        BoundWords.limits(
                                ResourceLimits.none().processes(3),
                                new LimitRule(1, LimitRule.Then.REPORT)))
                .isEqualTo("3 processes; told after one check over it");
        assertThat(
                        BoundWords.limits(
                                ResourceLimits.none().threads(1),
                                new LimitRule(3, LimitRule.Then.STOP)))
                .isEqualTo("1 thread; stopped after 3 checks in a row over it");
    }

    @Test
    void isolationIsSaidPartByPart() {
        assertThat(
                        BoundWords.isolation(
                                Isolation.none()
                                        .user("nobody")
                                        .group("nogroup")
                                        .noNewPrivileges(true)
                                        .privateTemporary(true)
                                        .readOnly(List.of(Path.of("/etc"), Path.of("/srv")))))
                .isEqualTo(
                        "runs as nobody; in the group nogroup; gains no privileges; has a /tmp of"
                                + " its own; cannot change /etc, /srv");
    }
}
