package dev.foster.daemon.web;

import dev.foster.daemon.secret.SecretFile;
import dev.foster.http.RandomWord;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Who is logged in. Kept in a file, so that nobody has to log in again because the daemon was
 * started again; of each only a digest, which lets nobody in.
 *
 * <p>A log-in ends after thirty days whether it was used or not: a cookie that was stolen does not
 * live for ever, and reading needs no writing.
 */
final class Logins {
    static final Duration LIFE = Duration.ofDays(30);
    static final int MOST = 100;
    private static final System.Logger LOG = System.getLogger(Logins.class.getName());
    private static final int BYTES = 32;

    private final SecretFile file;
    private final InstantSource clock;

    /** When each began, by the digest of its word; the oldest first. */
    private final Map<String, Instant> begun = new LinkedHashMap<>();

    Logins(SecretFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        file.read().lines().forEach(this::remember);
    }

    /** A line that makes no sense lets nobody in. */
    private void remember(String line) {
        if (line.matches("[0-9a-f]{64} [0-9]{1,12}")) {
            begun.put(
                    line.substring(0, 64),
                    Instant.ofEpochSecond(Long.parseLong(line.substring(65))));
        }
    }

    /** A new one; its word is for the one who logged in. */
    synchronized String begin() {
        Instant now = clock.instant();
        begun.values().removeIf(it -> over(it, now));
        if (begun.size() >= MOST) {
            Iterator<String> oldest = begun.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        String word = RandomWord.ofBytes(BYTES);
        begun.put(digest(word), now);
        save();
        return word;
    }

    synchronized boolean knows(String word) {
        Instant since = begun.get(digest(word));
        return since != null && !over(since, clock.instant());
    }

    synchronized void end(String word) {
        if (begun.remove(digest(word)) != null) {
            save();
        }
    }

    synchronized void endAll() {
        begun.clear();
        save();
    }

    private static boolean over(Instant since, Instant now) {
        // A clock that was set back must not make log-ins last longer.
        return now.isBefore(since.minus(LIFE)) || !now.isBefore(since.plus(LIFE));
    }

    private void save() {
        try {
            file.write(
                    begun.entrySet().stream()
                            .map(it -> it.getKey() + " " + it.getValue().getEpochSecond() + "\n")
                            .collect(Collectors.joining()));
        } catch (IOException failure) {
            // Those who are logged in stay so, as long as this daemon lives.
            LOG.log(System.Logger.Level.WARNING, "cannot keep who is logged in: " + failure);
        }
    }

    private static String digest(String word) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(word.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
