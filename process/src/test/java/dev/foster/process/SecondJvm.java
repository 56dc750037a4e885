package dev.foster.process;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Another JVM that runs a scene of {@link SecondJvmScenes}: for what cannot be tried in the JVM of
 * the tests, such as its own death. Its mark is inherited by all it starts.
 */
final class SecondJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final String mark;
    private final List<ProcTable.Entry> seen = new ArrayList<>();

    private SecondJvm(Process process, String mark) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.mark = mark;
    }

    /** Starts a command that ends in one made by {@link #command}. */
    static SecondJvm start(String mark, List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(EngineContract.MARK, mark);
        return new SecondJvm(builder.start(), mark);
    }

    /** The command line of a JVM for this scene. */
    static List<String> command(String... scene) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx128m"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
        command.add(SecondJvmScenes.class.getName());
        command.addAll(List.of(scene));
        return command;
    }

    private static String classPath() {
        return Stream.of(ProcessEngine.class, ProcTable.class, SecondJvmScenes.class)
                .map(SecondJvm::place)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    long pid() {
        return process.pid();
    }

    /** The next line it prints. */
    String line() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new AssertionError("the second JVM ended instead of printing a line");
        }
        return line;
    }

    /** All it prints until it says READY. */
    List<String> linesUntilReady() throws IOException {
        var lines = new ArrayList<String>();
        for (String line = line(); !line.equals("READY"); line = line()) {
            lines.add(line);
        }
        return lines;
    }

    /** All it prints until its end. */
    List<String> allLines() {
        return output.lines().toList();
    }

    void tell(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    void closeInput() throws IOException {
        process.getOutputStream().close();
    }

    /**
     * All that descends from the JVM now, as long as it lives; {@link #close} ends it in any case.
     */
    List<ProcTable.Entry> descendants() {
        List<ProcTable.Entry> now =
                ProcTable.descendants(pid()).stream().filter(entry -> !entry.zombie()).toList();
        seen.addAll(now);
        return now;
    }

    /**
     * All that runs and is known to come from the JVM: by its mark, or because it was seen below
     * it.
     */
    List<ProcTable.Entry> left() {
        return Stream.concat(
                        ProcTable.withVariable(EngineContract.MARK, mark).stream(),
                        seen.stream().filter(ProcTable::running))
                .filter(entry -> entry.pid() != pid() && !entry.zombie())
                .distinct()
                .toList();
    }

    /** Kills the JVM, and tells how long it took until none of these processes ran any more. */
    Duration killAndAwaitTheDeathOf(List<ProcTable.Entry> others) {
        long begin = System.nanoTime();
        process.toHandle().destroyForcibly();
        Eventually.until(
                EngineContract.SOON,
                "all of " + others + " are dead",
                () -> others.stream().noneMatch(ProcTable::running));
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** Ends whatever is left, for tests that failed or that wanted survivors. */
    @Override
    public void close() throws IOException {
        descendants();
        process.destroyForcibly();
        Eventually.until(EngineContract.SOON, "the second JVM is gone", () -> !process.isAlive());
        // A guardian cleans up by itself, its own file included; whatever is there afterwards has
        // none.
        if (!Eventually.within(Duration.ofMillis(500), () -> left().isEmpty())) {
            left().forEach(EngineContract::kill);
        }
        Eventually.until(EngineContract.SOON, "what it started is gone", () -> left().isEmpty());
        output.close();
        process.getOutputStream().close();
    }
}
