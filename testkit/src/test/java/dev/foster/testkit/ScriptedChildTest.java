package dev.foster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

class ScriptedChildTest {

    @Test
    void doesItsStepsInOrderAndExits() throws Exception {
        Process child =
                start(
                        ScriptedChild.that()
                                .says("one")
                                .printsLines(2)
                                .echoes()
                                .complains("oh")
                                .exits(7));
        child.getOutputStream().write("two\n".getBytes(StandardCharsets.UTF_8));
        child.getOutputStream().close();

        assertThat(new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("one\nline 1\nline 2\ntwo\n");
        assertThat(new String(child.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("oh");
        assertThat(child.waitFor()).isEqualTo(7);
    }

    @Test
    void answersTerminateAsTold() throws Exception {
        Process child = start(ScriptedChild.that().onTerm("bye", 3).says(Shell.READY).hangs());
        var reader = child.inputReader();
        assertThat(reader.readLine()).isEqualTo(Shell.READY);

        // Process.destroy() would close our end of its output as well.
        assertThat(child.toHandle().destroy()).isTrue();

        assertThat(reader.readLine()).isEqualTo("bye");
        assertThat(child.waitFor()).isEqualTo(3);
    }

    @Test
    void writesTheBytesOfItsSeed() throws Exception {
        Process child = start(ScriptedChild.that().writesBytes(42, 100_000).exits(0));
        var expected = new ByteArrayOutputStream();
        ScriptedChild.writeBytes(42, 100_000, expected);

        assertThat(child.getInputStream().readAllBytes()).isEqualTo(expected.toByteArray());
        assertThat(child.waitFor()).isZero();
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).start();
    }
}
