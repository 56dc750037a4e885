package dev.foster.daemon.recovery;

import dev.foster.control.json.JsonProblem;
import dev.foster.control.json.JsonText;
import dev.foster.control.json.Members;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;

/**
 * What a daemon writes down about itself when it starts and removes when it ends: if it is found
 * later, that daemon was killed.
 *
 * @param pid the daemon's
 * @param mark the daemon's process, exactly; empty where the system does not tell
 * @param cookie what everything it started carries
 * @param firstEvent the id of its first event in the journal
 */
public record DaemonRecord(
        long pid, String mark, String cookie, Instant startedAt, long firstEvent) {

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
                members.instant("started_at"),
                members.number("first_event"));
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
                                .put("first_event", firstEvent)
                                .object());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
        Files.move(
                fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
