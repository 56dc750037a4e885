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

    private final Optional<Path> file;
    private volatile PrintStream out;

    private ServerLog(Optional<Path> file, PrintStream out) {
        this.file = file;
        this.out = out;
    }

    static ServerLog to(PrintStream errors, Optional<Path> file) {
        return new ServerLog(file, file.map(ServerLog::open).orElse(errors));
    }

    /** Goes on in a new file if the old one was moved away. */
    void reopen() {
        if (file.isPresent()) {
            PrintStream before = out;
            out = open(file.get());
            before.close();
        }
    }

    private static PrintStream open(Path file) {
        try {
            OutputStream out =
                    Files.newOutputStream(
                            file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return new PrintStream(out, true, UTF_8);
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

    void error(String text) {
        line("ERR", text);
    }

    private void line(String level, String text) {
        String now = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        out.println("[" + ProcessHandle.current().pid() + "] " + now + " [" + level + "] " + text);
    }

    @Override
    public void close() {
        if (file.isPresent()) {
            out.close();
        }
    }
}
