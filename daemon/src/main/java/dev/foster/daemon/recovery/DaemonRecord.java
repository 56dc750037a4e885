package dev.foster.daemon.recovery;

import dev.foster.daemon.files.WholeFile;
import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * What a daemon writes down about itself when it starts and removes when it ends: if it is found
 * later, that daemon was killed.
 *
 * @param pid the daemon's
 * @param mark the daemon's process, exactly; empty where the system does not tell
 * @param cookie what everything it started carries
 */
public record DaemonRecord(long pid, String mark, String cookie, Instant startedAt) {

    /**
     * Reads one.
     *
     * @throws IOException when there is none, or it cannot be read
     * @throws JsonProblem when it says something else
     */
    static DaemonRecord read(Path file) throws IOException {
        Members members = Members.of(JsonText.parse(Files.readAllBytes(file)));
        return new DaemonRecord(
                members.number("pid"),
                members.text("mark"),
                members.text("cookie"),
                members.instant("started_at"));
    }

    /** Writes it so that a reader sees all of it or nothing. */
    void write(Path file) throws IOException {
        String text =
                JsonText.write(
                        Members.none()
                                .put("pid", pid)
                                .put("mark", mark)
                                .put("cookie", cookie)
                                .put("started_at", startedAt)
                                .object());
        WholeFile.write(file, text);
    }
}
