package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a child finds in its environment. */
class EnvironmentTest extends EngineContract {

    @Test
    void theWholeEnvironmentIsInheritedUnlessToldOtherwise() throws Exception {
        var expected = new TreeMap<>(System.getenv());
        expected.keySet().removeIf(name -> name.startsWith("FOSTER_"));

        assertThat(seen(Environment.inheritAll())).containsAllEntriesOf(expected);
    }

    @Test
    void whatIsSetWinsOverWhatIsInherited() throws Exception {
        assertThat(seen(Environment.inheritAll().with("HOME", "/elsewhere")))
                .containsEntry("HOME", "/elsewhere");
    }

    @Test
    void theLastValueWins() throws Exception {
        Environment twice = Environment.inheritAll().with("COLOUR", "red").with("COLOUR", "blue");

        assertThat(seen(twice)).containsEntry("COLOUR", "blue");
    }

    @Test
    void nothingIsInheritedWhenNothingShall() throws Exception {
        assertThat(seen(Environment.inheritNone().with("ONLY", "this")))
                .isEqualTo(Map.of("ONLY", "this"));
    }

    @Test
    void onlyTheListedVariablesAreInherited() throws Exception {
        Environment environment = Environment.inheritOnly(Set.of("PATH", "NEVER_HEARD_OF"));

        assertThat(seen(environment)).isEqualTo(Map.of("PATH", System.getenv("PATH")));
    }

    @Test
    void whatIsTakenAwayIsNotInherited() throws Exception {
        assertThat(seen(Environment.inheritAll().without("HOME")))
                .doesNotContainKey("HOME")
                .containsKey("PATH");
        assertThat(seen(Environment.inheritNone().with("A", "1").with("B", "2").without("A")))
                .isEqualTo(Map.of("B", "2"));
    }

    @Test
    void anEmptyValueIsStillAValue() throws Exception {
        assertThat(seen(Environment.inheritNone().with("EMPTY", "")))
                .isEqualTo(Map.of("EMPTY", ""));
    }

    @Test
    void valuesBeyondAsciiArriveByteExact() throws Exception {
        String value = "naïve 日本語 😀";
        Child child = spawn(ChildSpec.of("printenv", "GREETING").environment("GREETING", value));

        assertThat(Heard.of(child).awaitEnd().lines().getFirst().bytes())
                .isEqualTo(value.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anInheritedValueIsPassedOnByteByByteEvenWhenItIsNoText() throws Exception {
        String script = "ODD=$(printf '\\303\\251\\377x') LC_ALL=C exec \"$@\"";
        var command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        command.addAll(SecondJvm.command("inherited", kind.name(), "ODD"));

        try (SecondJvm jvm = secondJvm(command)) {
            assertThat(jvm.line().strip()).isEqualTo("c3 a9 ff 78");
        }
    }

    @Test
    void theCommandIsSearchedInTheChildsOwnPath(@TempDir Path folder) throws Exception {
        script(folder.resolve("greet"), "#!/bin/sh\necho hello from $0\n");

        assertThat(linesOf(ChildSpec.of("greet").environment("PATH", folder + ":/bin")))
                .containsExactly("hello from " + folder.resolve("greet"));
    }

    @Test
    void aPathOfTheCommandIsTakenFromTheChildsDirectory(@TempDir Path folder) throws Exception {
        script(folder.resolve("greet"), "#!/bin/sh\necho hello\n");

        assertThat(linesOf(ChildSpec.of("./greet").directory(folder))).containsExactly("hello");
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The environment as the child sees it, without the engine's own mark. */
    private Map<String, String> seen(Environment environment) throws InterruptedException {
        Child child = engine.spawn(ChildSpec.of("/usr/bin/env", "-0").environment(environment));
        var text = new StringBuilder();
        Heard.of(child).awaitEnd().lines().forEach(line -> text.append(line.text()).append('\n'));
        var seen = new TreeMap<String, String>();
        for (String variable : text.toString().split("\0", -1)) {
            int equals = variable.indexOf('=');
            if (equals > 0 && !variable.startsWith("FOSTER_")) {
                seen.put(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return seen;
    }
}
