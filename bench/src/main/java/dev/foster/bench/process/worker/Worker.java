package dev.foster.bench.process.worker;

import dev.foster.process.EngineOptions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One system in its own JVM. It reads one request per line, its words apart by tabs, and answers
 * each with one line, {@code ok name=value …} or {@code error why}; after an error it ends, with
 * everything it started.
 */
public final class Worker {
    private Worker() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        // Whatever a library prints must not be taken for an answer.
        System.setOut(System.err);
        int code = 0;
        try (Contestant contestant = new Gate(contestant(arguments[0]));
                var requests =
                        new BufferedReader(
                                new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            Runtime.getRuntime().addShutdownHook(new Thread(contestant::close));
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                List<String> words = Arrays.asList(line.split("\t", -1));
                if (words.get(0).equals("quit")) {
                    break;
                }
                answers.println(text(take(contestant, words)));
            }
        } catch (InterruptedException | RuntimeException failure) {
            failure.printStackTrace();
            answers.println("error " + failure);
            code = 1;
        }
        answers.flush();
        // Exit now: a system may have left threads that keep a JVM alive.
        System.exit(code);
    }

    private static Contestant contestant(String name) {
        return switch (name) {
            case "foster-linux" -> new FosterContestant(EngineOptions.Kind.LINUX);
            case "foster-portable" -> new FosterContestant(EngineOptions.Kind.PORTABLE);
            case "process-builder" -> new ProcessBuilderContestant();
            case "nuprocess" -> new NuProcessContestant();
            default ->
                    throw new IllegalArgumentException(
                            "cannot run " + name + ": it is not a known system");
        };
    }

    private static Map<String, Double> take(Contestant contestant, List<String> words)
            throws InterruptedException {
        int count = Integer.parseInt(words.get(1));
        return switch (words.get(0)) {
            case "spawn" ->
                    SpawnTurn.take(
                            contestant, count, Integer.parseInt(words.get(2)), rest(words, 3));
            case "idle" -> IdleTurn.take(contestant, count, rest(words, 2));
            case "kill" -> KillTurn.take(contestant, count, rest(words, 2));
            case "lines" -> LinesTurn.take(contestant, count, style(words.get(2)), rest(words, 3));
            default ->
                    throw new IllegalArgumentException(
                            "cannot take the turn " + words.get(0) + ": it is unknown");
        };
    }

    private static Contestant.Style style(String name) {
        return Contestant.Style.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static List<String> rest(List<String> words, int from) {
        return words.subList(from, words.size());
    }

    private static String text(Map<String, Double> answer) {
        return answer.entrySet().stream()
                .map(
                        entry ->
                                String.format(
                                        Locale.ROOT, "%s=%.6f", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(" ", "ok ", ""));
    }
}
