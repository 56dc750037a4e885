package dev.foster.daemon.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;

/** What there is to do depends on why a file takes nothing. */
class UnwritableTest {
    private static Set<Entry<IOException, String>> failures() {
        return Map.<IOException, String>of(
                        new IOException("No space left on device"),
                        "No space left on device; free some space",
                        new FileSystemException("f", null, "Disk quota exceeded"),
                        "Disk quota exceeded; free some space",
                        new FileSystemException("f", null, "Read-only file system"),
                        "Read-only file system; mount it so that it can be written",
                        new AccessDeniedException("f"),
                        "permission denied; make it a file that can be written",
                        new NoSuchFileException("f"),
                        "its folder is gone; make it again",
                        new IOException(),
                        "IOException; make it a file that can be written")
                .entrySet();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void theRemedyFitsTheReason(Entry<IOException, String> failure) {
        assertThat(Unwritable.problem(Path.of("/x/f"), failure.getKey()))
                .isEqualTo("cannot write /x/f: " + failure.getValue());
    }
}
