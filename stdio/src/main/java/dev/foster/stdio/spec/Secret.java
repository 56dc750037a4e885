package dev.foster.stdio.spec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A token that callers must know, as it was given or as it stands in a file now. Of a file every
 * line counts, so that the old token and the new one are good at the same time for a while.
 */
public final class Secret {
    private static final int LARGEST_FILE = 64 << 10;

    /** A file changed twice within the grain of its clock looks as if it had changed once. */
    private static final Duration UNSETTLED = Duration.ofSeconds(2);

    private record Reading(FileTime changed, long size, Optional<Object> file, boolean settled) {
        static Reading of(Path path) throws IOException {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            Instant changed = now.lastModifiedTime().toInstant();
            return new Reading(
                    now.lastModifiedTime(),
                    now.size(),
                    Optional.ofNullable(now.fileKey()),
                    changed.isBefore(Instant.now().minus(UNSETTLED)));
        }
    }

    private record Known(Optional<Reading> reading, List<Digest> digests) {}

    private final Optional<Path> path;
    private volatile Known known;

    private Secret(Optional<Path> path, Known known) {
        this.path = path;
        this.known = known;
    }

    public static Secret of(String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException("cannot use an empty token; make a long random one");
        }
        return new Secret(Optional.empty(), new Known(Optional.empty(), List.of(Digest.of(value))));
    }

    /** The file must be there; if it goes away later, nobody comes in with it. */
    public static Secret inFile(Path path) {
        try {
            Known known = read(path, Reading.of(path));
            if (known.digests().isEmpty()) {
                throw new IllegalArgumentException(
                        "cannot use the token in " + path + ": the file is empty; write one in it");
            }
            return new Secret(Optional.of(path), known);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "cannot read the token in "
                            + path
                            + ": "
                            + unreadable.getClass().getSimpleName()
                            + "; give this user a file it may read",
                    unreadable);
        }
    }

    private static Known read(Path path, Reading reading) throws IOException {
        if (reading.size() > LARGEST_FILE) {
            throw new IOException("the file is longer than 64 KB");
        }
        String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        List<Digest> digests =
                text.lines()
                        .map(String::strip)
                        .filter(it -> !it.isEmpty())
                        .map(Digest::of)
                        .toList();
        return new Known(Optional.of(reading), digests);
    }

    /** The tokens that are good now. */
    public List<Digest> digests() {
        if (path.isEmpty()) {
            return known.digests();
        }
        try {
            Reading now = Reading.of(path.get());
            if (!now.settled() || !known.reading().equals(Optional.of(now))) {
                known = read(path.get(), now);
            }
            return known.digests();
        } catch (IOException goneOrLocked) {
            // What cannot be read any more may have been taken back.
            return List.of();
        }
    }

    @Override
    public String toString() {
        return "Secret[" + path.map(file -> "in " + file).orElse("given") + "]";
    }
}
