package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.document.DocumentProblem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Whatever stands in a manifest, it is read or refused with its place, and soon. */
class ManifestFuzzTest {
    private static final long SEED = Long.getLong("foster.fuzz.seed", 20_260_704L);
    private static final int ROUNDS = Integer.getInteger("foster.fuzz.rounds", 4_000);
    private static final String ODD = "{}[]:,&*!|>'\"%@`-?#\n\t \0\u0007\u2028\uFEFFé0~.\\/";
    private static final List<String> SEEDS =
            List.of(
                    """
                    id: dice
                    version: 1.2.3
                    command: [./bin/dice, --sides, 6]
                    environment: {LOG: debug, LEVEL: 3}
                    restart: {policy: always, backoff: {initial: 1s, max: 2s}, limit: 3 in 60m}
                    checksum: {sha256: 00}
                    python: {version: ">=3.9, <4", mode: venv}
                    """,
                    """
                    {"id": "com.example", "version": "1.0.0", "server": {"executables":
                    {"linux-amd64": "a"}, "runtime": "python", "python_version": "~=3.9",
                    "python": {"dependency_mode": "system", "venv_path": "x"}}}
                    """,
                    "id: &a kv\nname: *a\nmain: |\n  kv.py\nargs: [*a, *a]\n");

    @TempDir Path folder;

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void anyTextIsReadOrRefused() {
        var random = new Random(SEED);
        int read = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = mutated(random);
            try {
                var _ = Manifests.yaml(folder, text);
                read++;
            } catch (DocumentProblem problem) {
                assertThat(problem.faults()).isNotEmpty();
            } catch (RuntimeException | StackOverflowError crash) {
                throw new AssertionError("seed " + SEED + " round " + round + ":\n" + text, crash);
            }
        }
        assertThat(read).as("texts that stayed good").isBetween(1, ROUNDS - 1);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void deepAndSwollenTextsAreRefused() {
        assertThat(Manifests.refused(folder, "id: " + "[".repeat(100_000))).contains("nested");
        assertThat(Manifests.refused(folder, "id: " + "{a: ".repeat(100_000))).contains("nested");
        var laughs = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 20; i++) {
            laughs.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(10)));
        }
        assertThat(Manifests.refused(folder, laughs.toString()))
                .contains("they make more than 4000000 values");
        assertThat(Manifests.refused(folder, "id: kv\nmain: p.py\n" + "x".repeat(1000) + ": 1"))
                .contains("not known here");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void anyTextIsAVersionARangeOrNeither() {
        var random = new Random(SEED);
        String letters = "0123456789.*+-_!~=<>, abcrvdepost";
        for (int round = 0; round < ROUNDS * 10; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(30); i >= 0; i--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            String drawn = text.toString();
            PythonVersion.parse(drawn)
                    .ifPresent(
                            version ->
                                    assertThat(PythonVersion.parse(version.toString()))
                                            .as(drawn)
                                            .contains(version));
            try {
                var _ =
                        VersionRange.parse(drawn)
                                .contains(PythonVersion.parse("3.12.1").orElseThrow());
            } catch (VersionRange.NotARange refused) {
                assertThat(refused.why()).isNotEmpty();
            }
        }
    }

    private static String mutated(Random random) {
        var text = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
        for (int i = random.nextInt(8); i >= 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(5)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, ODD.charAt(random.nextInt(ODD.length())));
                case 2 -> text.setCharAt(at, (char) random.nextInt(0x300));
                case 3 -> text.setLength(Math.max(1, at));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 20)));
            }
        }
        return text.toString();
    }
}
