package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A file that cannot be a plugin here: what it is stands in the message. [24.14] */
class ProgramDiagnosisTest {
    @TempDir Path folder;
    @TempDir Path sockets;

    private String refused(byte[] content, String permissions) throws Exception {
        Path file = Files.write(folder.resolve("program"), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        try (Stage stage = Stage.in(sockets)) {
            return stage.refused(
                    PluginSpec.of("odd", ChildSpec.of(file.toString()), stage.options));
        }
    }

    @Test
    void aTextThatMayNotBeExecuted() throws Exception {
        assertThat(refused("just words\n".getBytes(StandardCharsets.UTF_8), "rw-r--r--"))
                .startsWith("cannot ")
                .contains("program", "chmod +x");
    }

    @Test
    void aTextThatMayBeExecuted() throws Exception {
        assertThat(refused("just words\n".getBytes(StandardCharsets.UTF_8), "rwxr-xr-x"))
                .startsWith("cannot ")
                .contains("program");
    }

    @Test
    void aProgramForAnotherProcessor() throws Exception {
        byte[] head = new byte[64];
        head[0] = 0x7f;
        head[1] = 'E';
        head[2] = 'L';
        head[3] = 'F';
        head[4] = 2; // 64 bits
        head[5] = 1; // little-endian
        head[6] = 1;
        head[16] = 2; // an executable
        head[18] = (byte) 243; // RISC-V
        assertThat(refused(head, "rwxr-xr-x")).startsWith("cannot ").contains("program");
    }

    @Test
    void aScriptIsShownWithItsModeOwnerAndKind() throws Exception {
        assertThat(refused("#!/bin/sh\necho hello\n".getBytes(StandardCharsets.UTF_8), "rwxr-x--x"))
                .contains("\"hello\"", "rwxr-x--x", "a script", System.getProperty("os.arch"));
    }
}
