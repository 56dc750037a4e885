package dev.foster.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The scripts of the page hold their types, and all scripts of the project keep the rules. */
class ScriptsTest {
    private static final Path CHECK = Path.of("src", "check").toAbsolutePath();

    @TempDir Path folder;

    /** What a check ended with, and what it said. */
    private record Checked(int code, String said) {}

    @BeforeAll
    static void needsNpm() {
        Assumptions.assumeTrue(
                Peer.isInstalled("npm"), "no npm here: the scripts of the page are not checked");
    }

    private static Checked check(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<String>(List.of(CHECK.resolve("run").toString()));
        command.addAll(List.of(words));
        Process check =
                new ProcessBuilder(command)
                        // Where it tells that it fetches what it needs.
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                        .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Checked(check.waitFor(), said);
    }

    @Test
    void theTypesOfThePageFitTogetherAndToTheApi() throws Exception {
        assertThat(check("types")).extracting(Checked::said, Checked::code).containsExactly("", 0);
    }

    @Test
    void everyScriptKeepsTheRules() throws Exception {
        assertThat(check("rules")).extracting(Checked::said, Checked::code).containsExactly("", 0);
    }

    @Test
    void aMemberThatTheDaemonDoesNotTellIsAnError() throws Exception {
        Files.writeString(
                folder.resolve("page.js"),
                """
                import { ask, process } from "%1$s/api.js";
                export async function told() {
                  const why = await ask(process("web", "/why"));
                  return [why.summary, why.sumary];
                }
                export const address = () => ask("v1/projct").then((project) => project.name);
                """
                        .formatted(CHECK.resolveSibling("main/resources/dev/foster/web")));
        Files.writeString(
                folder.resolve("tsconfig.json"),
                """
                {
                  "extends": "%1$s/tsconfig.json",
                  "include": ["page.js", "%1$s/page.d.ts", "%2$s/wire.d.ts"]
                }
                """
                        .formatted(CHECK, Path.of("target").toAbsolutePath()));

        Checked types = check("types", folder.toString());

        assertThat(types.code()).isNotZero();
        assertThat(types.said().lines().filter(line -> line.contains("error")))
                .hasSize(2)
                .anyMatch(line -> line.contains("'sumary' does not exist"))
                .anyMatch(line -> line.contains("'project' is of type 'unknown'"));
    }
}
