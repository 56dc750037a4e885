package dev.foster.daemon.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What somebody stopped is known to every later daemon, until somebody starts it. */
class StoppedByHandTest {
    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("state/stopped");
    }

    @Test
    void theNextDaemonKnowsWhatIsStoppedAndNotWhatWasStartedAgain() throws IOException {
        Files.createDirectory(folder.resolve("state"));
        var first = new StoppedByHand(file());
        first.stopped(List.of("web", "bot", "cron"));
        first.started(List.of("bot", "other"));
        assertThat(first.names()).containsExactlyInAnyOrder("cron", "web");

        var next = new StoppedByHand(file());
        assertThat(next.names()).isEqualTo(first.names());
        next.keepOnly(List.of("web", "bot"));
        assertThat(new StoppedByHand(file()).names()).containsExactly("web");
    }

    @Test
    void whatCannotBeWrittenIsToldAndWrittenWhenThereIsRoomAgain() throws IOException {
        var stopped = new StoppedByHand(file());
        stopped.stopped(List.of("web"));
        assertThat(stopped.names()).containsExactly("web");
        assertThat(stopped.problem().orElseThrow()).matches("cannot write .*/stopped: .*; .*");

        Files.createDirectory(folder.resolve("state"));
        stopped.renew();
        assertThat(stopped.problem()).isEmpty();
        assertThat(new StoppedByHand(file()).names()).containsExactly("web");

        Files.delete(file());
        stopped.renew();
        assertThat(new StoppedByHand(file()).names()).isEqualTo(Set.of("web"));
    }
}
