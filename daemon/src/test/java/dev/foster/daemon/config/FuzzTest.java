package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.foster.document.DocumentProblem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random edits of good files are either read or refused; {@code -Dfoster.fuzz.seed=N} makes the
 * same choices again, {@code -Dfoster.fuzz.seconds=N} goes on for longer.
 */
class FuzzTest {
    private static final List<String> PIECES =
            List.of(
                    ":",
                    ": ",
                    "-",
                    "- ",
                    "{",
                    "}",
                    "[",
                    "]",
                    ",",
                    "\n",
                    "\n  ",
                    "\t",
                    "\"",
                    "'",
                    "#",
                    "&a ",
                    "*a",
                    "<<: *a",
                    "!x ",
                    "!!int ",
                    "|",
                    ">",
                    "%",
                    "@",
                    "`",
                    "~",
                    "null",
                    "true",
                    "0",
                    "-1",
                    "1e9",
                    "99999999999",
                    ".nan",
                    "${",
                    "${A}",
                    "$$",
                    "}",
                    "\u0000",
                    "\u0007",
                    "\uFEFF",
                    "\uD800",
                    "é",
                    "💥",
                    "---\n",
                    "...\n",
                    "? ",
                    "replicas: 1000",
                    "log: (((",
                    "tcp: ",
                    "depends_on: [w]",
                    "command: x",
                    "members: [a, a]",
                    "%YAML 1.9\n",
                    "\\x41",
                    "\r",
                    "  ",
                    "a: &a {b: *a}");

    private static final long SECOND = 1_000_000_000;

    /** What no good reader takes, on however busy a machine. */
    private static final long TOO_LONG = 10 * SECOND;

    private static final int FEW = 60;

    @TempDir Path folder;

    @Test
    void aMutatedFileIsReadOrRefusedAndNothingElse() {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long end = System.nanoTime() + Long.getLong("foster.fuzz.seconds", 4) * SECOND;
        var random = new Random(seed);
        var seeds = new ArrayList<>(GoodDocuments.WHOLE);
        SchemaTest.good().forEach(seeds::add);
        var reading = new Reading(folder);
        int tried = 0;
        int good = 0;
        // A bound on both: slow machines stop by the clock, though not before a few, fast ones by
        // the count.
        int most = Long.getLong("foster.fuzz.seconds") == null ? 5000 : Integer.MAX_VALUE;
        while (tried < most && (tried < FEW || System.nanoTime() < end)) {
            tried++;
            String text = mutated(seeds.get(random.nextInt(seeds.size())), random);
            boolean procfile = random.nextInt(10) == 0;
            String name = name(random, procfile);
            reading.file(name, text);
            long start = System.nanoTime();
            if (read(name, text, seed)) {
                good++;
            }
            if (System.nanoTime() - start > SECOND) {
                // A busy machine is slow once; a bad reader is slow again.
                start = System.nanoTime();
                read(name, text, seed);
                assertThat(System.nanoTime() - start)
                        .as("seed %d: %s took too long:\n%s", seed, name, text)
                        .isLessThan(TOO_LONG);
            }
        }
        assertThat(good)
                .as("some mutations do no harm; seed %d", seed)
                .isPositive()
                .isLessThan(tried);
    }

    private static String name(Random random, boolean procfile) {
        if (procfile) {
            return "Procfile";
        }
        return random.nextInt(4) == 0 ? "process-compose.yaml" : "foster.yaml";
    }

    private boolean read(String name, String text, long seed) {
        try {
            var files = ProjectFiles.of(folder, List.of(folder.resolve(name)));
            assertThat(ProjectReader.read(files, Map.of("A", "3")).stack().problems()).isEmpty();
            return true;
        } catch (DocumentProblem problem) {
            assertThat(problem.faults()).isNotEmpty();
            problem.faults().forEach(fault -> Grammar.assertFollowedBy(fault.message()));
            return false;
        } catch (RuntimeException | Error broken) {
            return fail("seed " + seed + ": " + name + " broke the reader:\n" + text, broken);
        }
    }

    private static String mutated(String text, Random random) {
        var out = new StringBuilder(text);
        for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
            int at = random.nextInt(out.length() + 1);
            int to = Math.min(out.length(), at + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> out.delete(at, to);
                case 1 -> out.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> out.replace(at, to, PIECES.get(random.nextInt(PIECES.size())));
                case 3 -> out.insert(random.nextInt(out.length() + 1), out.substring(at, to));
                default -> {
                    if (at < out.length()) {
                        out.setCharAt(at, (char) (32 + random.nextInt(95)));
                    }
                }
            }
        }
        return out.toString();
    }
}
