package dev.foster.daemon.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ProcessMark;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What runs stands in a file at any moment, however much happened before. */
class RunningMarksTest {
    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("state/running");
    }

    private static ProcessMark mark(long pid) {
        return new ProcessMark(pid, 99, "01234567-0123-0123-0123-0123456789ab");
    }

    @Test
    void whatRunsIsInTheFileAtAnyMomentAndTheFileDoesNotGrow() throws IOException {
        Files.createDirectory(folder.resolve("state"));
        try (var marks = new RunningMarks(file())) {
            marks.began(1, mark(11));
            marks.began(2, mark(12));
            for (int run = 3; run < 10_000; run++) {
                marks.began(run, mark(run));
                marks.ended(run);
            }
            assertThat(RunningMarks.read(file())).containsExactlyInAnyOrder(mark(11), mark(12));
            assertThat(Files.size(file())).isLessThan(1000);
            marks.ended(1);
            marks.ended(1);
            assertThat(RunningMarks.read(file())).containsExactly(mark(12));
        }
        try (var _ = new RunningMarks(file())) {
            assertThat(RunningMarks.read(file())).as("a daemon begins anew").isEmpty();
        }
    }

    @Test
    void aFileThatIsTornForeignOrGoneTellsWhatItCan() throws IOException {
        assertThat(RunningMarks.read(file())).isEmpty();
        Files.createDirectory(folder.resolve("state"));
        Files.write(file(), new byte[] {(byte) 0xff, 0, '\n', '4', '@', '\n'});
        Files.writeString(
                file(),
                Files.readString(file(), StandardCharsets.ISO_8859_1) + mark(7) + "  \n12@9");
        assertThat(RunningMarks.read(file())).containsExactly(mark(7));
    }

    @Test
    void aFileThatWasDeletedOrCouldNotBeMadeIsWrittenAnew() throws IOException {
        try (var marks = new RunningMarks(file())) {
            assertThat(marks.problem().orElseThrow()).matches("cannot write .*/running: .*; .*");
            marks.began(1, mark(11));
            Files.createDirectory(folder.resolve("state"));
            marks.renew();
            assertThat(marks.problem()).isEmpty();
            assertThat(RunningMarks.read(file())).containsExactly(mark(11));

            Files.delete(file());
            marks.began(2, mark(12));
            marks.renew();
            assertThat(RunningMarks.read(file())).containsExactlyInAnyOrder(mark(11), mark(12));
        }
    }
}
