package dev.foster.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much a document may be, whoever wrote it. */
@Timeout(60)
class LimitsTest {
    private static final Path FILE = Path.of("some.yaml");
    private static final DocumentKind KIND =
            new DocumentKind("test", "a test", "", "key:", "write a key", 1 << 20);

    @Test
    void whatIsNestedTooDeepIsRefused() {
        assertThat(refused("a: " + "[".repeat(100_000))).contains("nested more than 50 deep");
        assertThat(refused("a: " + "{a: ".repeat(100_000))).contains("nested more than 50 deep");
        assertThat(refused("[".repeat(100_000))).contains("nested more than 50 deep");
    }

    @Test
    void aliasesThatMakeTooMuchAreRefused() {
        var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 20; i++) {
            text.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(10)));
        }
        assertThat(refused(text.toString())).contains("they make more than 4000000 values");
    }

    @Test
    void mergedMappingsCountAsWell() {
        var text = new StringBuilder("m0: &m0 {a: 1, b: 2}\n");
        for (int i = 1; i < 40; i++) {
            text.append("m%d: &m%d {<<: *m%d, c%d: *m%d}\n".formatted(i, i, i - 1, i, i - 1));
        }
        assertThat(refused(text.toString())).contains("cannot follow all aliases");
    }

    @Test
    void anEndlessFileIsRefused() throws IOException {
        assertThat(Files.exists(Path.of("/dev/zero"))).isTrue();
        var problem =
                catchThrowableOfType(
                        DocumentProblem.class,
                        () ->
                                DocumentText.read(
                                        Path.of("/dev/zero"), KIND.longest(), new Faults()));
        assertThat(problem.getMessage()).contains("it is larger than 1 MiB");
    }

    private static String refused(String text) {
        var problem =
                catchThrowableOfType(
                        DocumentProblem.class,
                        () -> YamlTree.read(FILE, text, KIND, Expander.NONE, new Faults()));
        assertThat(problem).isNotNull();
        return String.valueOf(problem.getMessage());
    }
}
