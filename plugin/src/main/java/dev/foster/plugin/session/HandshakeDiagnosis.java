package dev.foster.plugin.session;

import dev.foster.process.ChildSpec;
import dev.foster.process.SearchPath;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;

/** What can be seen of a program that did not introduce itself as a plugin. */
final class HandshakeDiagnosis {
    private static final int ELF_MACHINE = 18;

    private HandshakeDiagnosis() {}

    static String of(ChildSpec child) {
        return of(program(child));
    }

    /** The file behind the first word of a command, as it is looked for. */
    private static Path program(ChildSpec child) {
        String name = child.command().getFirst();
        if (name.contains("/")) {
            return child.directory().orElse(Path.of("")).resolve(name);
        }
        return SearchPath.of(child).find(name).orElse(Path.of(name));
    }

    private static String of(Path program) {
        try {
            PosixFileAttributes facts = Files.readAttributes(program, PosixFileAttributes.class);
            return program
                    + " ("
                    + PosixFilePermissions.toString(facts.permissions())
                    + ", "
                    + facts.owner().getName()
                    + ":"
                    + facts.group().getName()
                    + ", "
                    + kind(program)
                    + "; this computer is "
                    + System.getProperty("os.arch", "unknown")
                    + ")";
        } catch (IOException | UnsupportedOperationException unknown) {
            return program.toString();
        }
    }

    private static String kind(Path program) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(program)) {
            head = in.readNBytes(20);
        }
        if (head.length == 20 && head[0] == 0x7f && head[1] == 'E' && head[2] == 'L') {
            return "ELF for " + machine(head[ELF_MACHINE] & 0xff);
        }
        if (head.length > 2 && head[0] == '#' && head[1] == '!') {
            return "a script";
        }
        if (head.length > 2 && head[0] == 'M' && head[1] == 'Z') {
            return "a Windows program";
        }
        return head.length == 0
                ? "empty"
                : "begins with " + HexFormat.of().formatHex(head, 0, Math.min(4, head.length));
    }

    private static String machine(int number) {
        return switch (number) {
            case 3 -> "x86";
            case 40 -> "arm";
            case 62 -> "amd64";
            case 183 -> "aarch64";
            case 243 -> "riscv64";
            default -> "machine " + number;
        };
    }
}
