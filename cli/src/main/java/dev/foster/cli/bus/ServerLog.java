package dev.foster.cli.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** What a serving bus says, in lines like those of {@code nats-server}: programs wait for them. */
final class ServerLog implements AutoCloseable {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private final PrintStream out;
    private final boolean ours;

    private ServerLog(PrintStream out, boolean ours) {
        this.out = out;
        this.ours = ours;
    }

    static ServerLog to(PrintStream errors, Optional<Path> file) {
        return file.map(ServerLog::open).orElseGet(() -> new ServerLog(errors, false));
    }

    private static ServerLog open(Path file) {
        try {
            OutputStream out =
                    Files.newOutputStream(
                            file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return new ServerLog(new PrintStream(out, true, UTF_8), true);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write the log to " + file + ": " + e + "; name another file", e);
        }
    }

    void information(String text) {
        line("INF", text);
    }

    void warning(String text) {
        line("WRN", text);
    }

    private void line(String level, String text) {
        String now = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        out.println("[" + ProcessHandle.current().pid() + "] " + now + " [" + level + "] " + text);
    }

    @Override
    public void close() {
        if (ours) {
            out.close();
        }
    }
}
