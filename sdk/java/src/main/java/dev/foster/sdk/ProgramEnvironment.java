package dev.foster.sdk;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a process is given when it starts.
 *
 * @param variables its environment
 * @param out the standard output it began with, which the host reads one line of
 * @param error the standard error it began with, which becomes the host's log
 */
record ProgramEnvironment(Map<String, String> variables, OutputStream out, OutputStream error) {

    /** Of this JVM; what {@code System.out} and {@code System.err} are makes no difference. */
    static ProgramEnvironment ofThisProcess() {
        return new ProgramEnvironment(
                System.getenv(),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err));
    }

    String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    Log log(String name) {
        return new Log(this::complain, name, Map.of());
    }

    /**
     * Tells the host, in one line that it gets as a whole.
     *
     * @throws UncheckedIOException when nobody reads it: then nobody will come either
     */
    void say(String line) {
        try {
            write(out, line);
        } catch (IOException nobodyReads) {
            throw new UncheckedIOException(nobodyReads);
        }
    }

    /** Tells whoever reads the log. */
    void complain(String line) {
        try {
            write(error, line);
        } catch (IOException nobodyReads) {
            // The host is gone. A log that nobody reads is no reason to fail.
        }
    }

    private static void write(OutputStream stream, String line) throws IOException {
        synchronized (stream) {
            stream.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            stream.flush();
        }
    }
}
