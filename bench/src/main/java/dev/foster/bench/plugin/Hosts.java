package dev.foster.bench.plugin;

import dev.foster.bench.scores.Settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The two hosts, each a process of its own for each turn. */
final class Hosts {
    static final String FOSTER = "foster";
    static final String GO = "go-plugin";

    private static final Pattern FACT = Pattern.compile("\"?([a-z0-9_]+)\"?[: ]([0-9.]+)");
    private static final int LIMIT_MINUTES = 5;

    private final Settings settings;

    Hosts(Settings settings) {
        this.settings = settings;
    }

    /**
     * What is measured, in the terms of both hosts.
     *
     * @param step what Foster's host calls it
     * @param goStep what Go's host calls it
     */
    record Work(String step, String goStep, boolean tls, int count, int warmup, int callers) {}

    /** Has a host do it once, in a process of its own. */
    Map<String, Double> take(String host, Work work) throws IOException, InterruptedException {
        return facts(run(host.equals(GO) ? go(work) : foster(work, program("kv").toString())));
    }

    Map<String, Double> folder(Path folder, int count) throws IOException, InterruptedException {
        var work = new Work("folder", "", true, count, 2, 1);
        return facts(run(foster(work, folder.toString())));
    }

    private Path program(String name) {
        return settings.root().resolve("bench/target/go").resolve(name);
    }

    private List<String> go(Work work) {
        var command = new ArrayList<>(List.of(program("host").toString()));
        if (work.tls()) {
            command.add("-automtls");
        }
        boolean calls = work.step().equals("calls");
        command.addAll(List.of("-warmup", Integer.toString(work.warmup())));
        command.addAll(List.of(calls ? "-calls" : "-plugins", Integer.toString(work.count())));
        command.addAll(List.of("-callers", Integer.toString(work.callers())));
        command.add(work.goStep());
        command.add(program("kv").toString());
        return command;
    }

    private List<String> foster(Work work, String plugin) {
        return List.of(
                settings.java(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                FosterHost.class.getName(),
                work.step(),
                plugin,
                Boolean.toString(work.tls()),
                Integer.toString(work.count()),
                Integer.toString(work.warmup()),
                Integer.toString(work.callers()));
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(command.getFirst() + " did not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException(
                    command.getFirst() + " ended with " + process.exitValue() + ": " + said);
        }
        return said;
    }

    private static Map<String, Double> facts(String said) {
        var facts = new HashMap<String, Double>();
        Matcher matcher = FACT.matcher(said);
        while (matcher.find()) {
            facts.put(matcher.group(1), Double.valueOf(matcher.group(2)));
        }
        return facts;
    }
}
