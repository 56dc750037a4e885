package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.Times;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Servers that do not say a word, from the beginning or after a restart. */
@Timeout(120)
class MuteServerTest {

    @TempDir Path folder;

    private static ServerSpec quick(ServerSpec spec, Duration start) {
        return spec.times(Times.defaults().start(start))
                .restart(
                        RestartPolicy.defaults()
                                .backoff(new Backoff.Steps(List.of(Duration.ofMillis(5))))
                                .limit(new Limit(1, Duration.ofMinutes(1))));
    }

    @Test
    void aServerThatNeverSpeaksFailsWhenTheTimeToStartIsOver() {
        Duration patience = Duration.ofSeconds(4);
        ServerSpec mute = ServerSpec.of("mute", ChildSpec.of(Shell.script("cat >/dev/null")));
        try (var live = LiveService.of(quick(mute, patience))) {
            long begin = System.nanoTime();
            Received answer = live.visitor("mute").initialize();
            Duration took = Duration.ofNanos(System.nanoTime() - begin);

            assertThat(answer.code()).isEqualTo(Mcp.TIMED_OUT);
            assertThat(answer.body()).contains("did not answer within 4 s of its start");
            // Half as long again is what it took to ask two questions one after the other.
            assertThat(took).isBetween(patience, patience.plus(patience.dividedBy(2)));
        }
    }

    @Test
    void aServerThatIsMuteAfterARestartAnswersWhoWaitsAndTheSessionIsToldWhyItEnds() {
        ServerSpec once =
                ShellServer.with(
                        "once",
                        """
                        *'"method":"initialize"'*) if [ -e FOLDER/was ]; then continue; fi
                            touch FOLDER/was
                            answer '{"protocolVersion":"2025-11-25","capabilities":{},\
                        "serverInfo":{"name":"once","version":"1"}}' ;;
                        *'"name":"die"'*) exit 3 ;;
                        """
                                .replace("FOLDER", folder.toString()));
        try (var live = LiveService.of(quick(once, Duration.ofSeconds(2)))) {
            Visitor visitor = live.visitor("once").open();
            assertThat(visitor.call("die").code()).isEqualTo(Mcp.CHILD_GONE);

            Received waited = visitor.call("pid");
            assertThat(waited.code()).isEqualTo(Mcp.TIMED_OUT);
            assertThat(waited.body()).contains("did not answer within 2 s of its start");
            LiveService.await("the session is over", () -> live.service().sessions().isEmpty());
            Received last = visitor.call("pid");
            assertThat(last.status()).isEqualTo(200);
            assertThat(last.body()).contains("given up");
            assertThat(visitor.call("pid").status()).isEqualTo(404);
        }
    }
}
