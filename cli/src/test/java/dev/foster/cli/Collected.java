package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Everything a stream has given so far, read by a thread of its own. */
final class Collected {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private Collected() {}

    static Collected from(InputStream stream) {
        var collected = new Collected();
        Thread.ofPlatform().daemon().name("collects-output").start(() -> collected.read(stream));
        return collected;
    }

    private void read(InputStream stream) {
        byte[] buffer = new byte[1 << 16];
        try (stream) {
            for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                // This class of the JDK is its own lock.
                bytes.write(buffer, 0, count);
            }
            ended.complete(null);
        } catch (IOException failure) {
            ended.completeExceptionally(failure);
        }
    }

    String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    void await(String text, Supplier<String> details) {
        awaitMatch(Pattern.compile(Pattern.quote(text)), details);
    }

    long awaitNumber(String word, Supplier<String> details) {
        Pattern line = Pattern.compile(Pattern.quote(word) + " ?(\\d+)\\n");
        return Long.parseLong(awaitMatch(line, details).group(1));
    }

    private Matcher awaitMatch(Pattern pattern, Supplier<String> details) {
        try {
            Eventually.until(
                    Program.LIMIT,
                    "output matches " + pattern,
                    () -> pattern.matcher(text()).find() || ended.isDone());
        } catch (AssertionError tooLate) {
            throw new AssertionError(tooLate.getMessage() + ": " + details.get(), tooLate);
        }
        Matcher matcher = pattern.matcher(text());
        assertThat(matcher.find())
                .as(() -> "output ended without " + pattern + ": " + details.get())
                .isTrue();
        return matcher;
    }

    /** All of it, once every writer has closed the stream. */
    byte[] awaitEnd() {
        assertThat(ended).as("every writer has closed the stream").succeedsWithin(Program.LIMIT);
        return bytes.toByteArray();
    }
}
