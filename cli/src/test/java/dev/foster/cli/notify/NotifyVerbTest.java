package dev.foster.cli.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.FakeDaemon;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.json.JsonText;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

@Timeout(60)
class NotifyVerbTest {
    @TempDir private Path folder;
    private Called called;
    private FakeDaemon daemon;

    @BeforeEach
    void start() {
        called = new Called(folder);
        daemon = called.daemon();
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    @Test
    void hooksAreListedWithWhatBecameOfTheirMessages() {
        assertThat(called.run("notify", "ls")).isZero();

        assertThat(called.out())
                .isEqualTo(
                        "hook-1: webhook https://example.org/… on crash, gave-up; 4 delivered, 3"
                                + " failed, 2 dropped, 1 summed up, 0 waiting; the last one failed:"
                                + " status 500\n");
    }

    @Test
    void aTestSaysWhatCameOfIt() {
        assertThat(called.run("notify", "test")).isZero();

        assertThat(called.out())
                .isEqualTo("hook-1: delivered to https://example.org/…, status 204, in 12 ms\n");
        assertThat(daemon.calls).containsExactly("test all");
    }

    @Test
    void aTestThatIsNotDeliveredFails() {
        assertThat(called.run("notify", "test", "broken")).isEqualTo(1);

        assertThat(called.out())
                .isEqualTo(
                        "broken: not delivered to https://example.org/…, status 404, in 12 ms\n");
        assertThat(daemon.calls).containsExactly("test broken");
    }

    @Test
    void programsGetJson() {
        called.run("notify", "ls", "--json");
        assertThat(JsonText.parse(called.out())).isInstanceOf(List.class);
        assertThat(HookView.fromJson(((List<?>) JsonText.parse(called.out())).getFirst()))
                .isEqualTo(daemon.hooks().getFirst());
    }

    @Test
    void programsGetTheResultsOfTestsAsJson() {
        called.run("notify", "test", "--json");
        assertThat(
                        HookTestView.fromJson(((List<?>) JsonText.parse(called.out())).getFirst())
                                .tookMs())
                .isEqualTo(12);
    }

    @Test
    void aWordThatIsNotKnownIsTold() {
        assertThat(called.run("notify", "tset")).isEqualTo(2);
        assertThat(called.err()).contains("did you mean test?");
    }
}
