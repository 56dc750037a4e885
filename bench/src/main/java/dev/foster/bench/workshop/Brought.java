package dev.foster.bench.workshop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A contender that {@code bench/peers} brings, or says why it could not. */
public abstract class Brought implements Contender {
    private final Path peers;
    private final String key;

    protected Brought(Path root, String key) {
        this.peers = root.resolve("bench/target/peers");
        this.key = key;
    }

    /** A program of it. */
    protected final String program(String path) {
        return peers.resolve(key).resolve(path).toString();
    }

    @Override
    public final String version() {
        return note("version").orElse("of unknown version");
    }

    @Override
    public final Optional<String> missing() {
        return note("missing");
    }

    private Optional<String> note(String kind) {
        Path note = peers.resolve(key + "." + kind);
        try {
            return Files.exists(note)
                    ? Optional.of(Files.readString(note).strip())
                    : Optional.empty();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
