package dev.foster.testkit;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A child that does what a test tells it, step by step, on any system with a JVM:
 *
 * <pre>{@code
 * List<String> command = ScriptedChild.that().onTerm("bye", 3).says("READY").hangs();
 * }</pre>
 *
 * <p>The command runs this very class with the java of the running JVM. The methods that end a
 * script give the command line; a script ends by an exit, or hangs until somebody ends it.
 */
public final class ScriptedChild {
    private static final int BLOCK = 8192;

    private final List<String> steps = new ArrayList<>();

    private ScriptedChild() {}

    /** An empty script. */
    public static ScriptedChild that() {
        return new ScriptedChild();
    }

    /** Prints a line and flushes it. */
    public ScriptedChild says(String line) {
        return step("says", line);
    }

    /** Prints a line to standard error. */
    public ScriptedChild complains(String line) {
        return step("complains", line);
    }

    /** Prints {@code line 1} to {@code line count} as fast as it can. */
    public ScriptedChild printsLines(int count) {
        return step("prints", Integer.toString(count));
    }

    /**
     * Writes bytes that look random and are the same for the same seed; see {@link #writeBytes}.
     */
    public ScriptedChild writesBytes(long seed, long count) {
        return step("writes", seed + ":" + count);
    }

    /** Waits until a line, or the end, of its input has come. */
    public ScriptedChild awaitsLine() {
        return step("awaits", "");
    }

    /** Copies its input to its output until the input ends. */
    public ScriptedChild echoes() {
        return step("echoes", "");
    }

    /** From here on, answers SIGTERM with a line and an exit code. */
    public ScriptedChild onTerm(String line, int code) {
        return step("onterm", code + ":" + line);
    }

    /** From here on, does not end on SIGTERM. */
    public ScriptedChild ignoresTerm() {
        return step("ignores", "");
    }

    /** The command line of a child that does all this, then exits. */
    public List<String> exits(int code) {
        return step("exits", Integer.toString(code)).command();
    }

    /** The command line of a child that does all this, then waits to be ended. */
    public List<String> hangs() {
        return step("hangs", "").command();
    }

    /** Writes what {@link #writesBytes} writes, so that a test can compare. */
    public static void writeBytes(long seed, long count, OutputStream out) throws IOException {
        var random = new SplittableRandom(seed);
        byte[] block = new byte[BLOCK];
        for (long left = count; left > 0; left -= BLOCK) {
            random.nextBytes(block);
            out.write(block, 0, (int) Math.min(BLOCK, left));
        }
    }

    private ScriptedChild step(String verb, String value) {
        steps.add(verb + "=" + value);
        return this;
    }

    private List<String> command() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx32m"));
        command.addAll(List.of("-cp", classPath(), ScriptedChild.class.getName()));
        command.addAll(steps);
        return List.copyOf(command);
    }

    private static String classPath() {
        try {
            return Path.of(
                            ScriptedChild.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(
                    "cannot script a child: its class has no place; report this", impossible);
        }
    }

    /** Runs the steps; not for calling. */
    public static void main(String[] steps) throws IOException {
        // System.out is slow line by line and swallows errors; a child whose reader has gone should
        // notice.
        try (var out =
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16)) {
            for (String step : steps) {
                int equals = step.indexOf('=');
                run(step.substring(0, equals), step.substring(equals + 1), out);
            }
        }
    }

    private static void run(String verb, String value, OutputStream out) throws IOException {
        int colon = value.indexOf(':');
        switch (verb) {
            case "says" -> line(value, out);
            case "complains" -> System.err.println(value);
            case "prints" -> {
                for (int i = 1; i <= Integer.parseInt(value); i++) {
                    out.write(("line " + i + "\n").getBytes(StandardCharsets.US_ASCII));
                }
            }
            case "writes" ->
                    writeBytes(
                            Long.parseLong(value.substring(0, colon)),
                            Long.parseLong(value.substring(colon + 1)),
                            out);
            case "awaits" -> {
                for (int c = System.in.read(); c != '\n' && c >= 0; ) {
                    c = System.in.read();
                }
            }
            case "echoes" -> System.in.transferTo(out);
            case "onterm" ->
                    atTheEnd(
                            () -> {
                                line(value.substring(colon + 1), out);
                                Runtime.getRuntime()
                                        .halt(Integer.parseInt(value.substring(0, colon)));
                            });
            case "ignores" -> atTheEnd(ScriptedChild::hang);
            case "hangs" -> hang();
            case "exits" -> {
                out.flush();
                // Not System.exit: that would run the answers to SIGTERM.
                Runtime.getRuntime().halt(Integer.parseInt(value));
            }
            default ->
                    throw new IllegalArgumentException("cannot follow the script: no step " + verb);
        }
    }

    /** SIGTERM makes a JVM run its shutdown hooks; one that does not return keeps it alive. */
    private static void atTheEnd(Runnable hook) {
        Runtime.getRuntime().addShutdownHook(new Thread(hook, "on-term"));
    }

    private static void line(String text, OutputStream out) {
        try {
            out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException nobodyReads) {
            throw new UncheckedIOException(nobodyReads);
        }
    }

    private static void hang() {
        while (true) {
            LockSupport.park();
        }
    }
}
