package dev.foster.plugin.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes tar archives, also ones that no honest program would write. */
final class Tar {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Tar file(String name, String content) {
        return entry(name, '0', 0644, "", content.getBytes(UTF_8));
    }

    Tar program(String name, String content) {
        return entry(name, '0', 0755, "", content.getBytes(UTF_8));
    }

    Tar folder(String name) {
        return entry(name, '5', 0755, "", new byte[0]);
    }

    Tar link(String name, String target) {
        return entry(name, '2', 0777, target, new byte[0]);
    }

    Tar hardLink(String name, String target) {
        return entry(name, '1', 0644, target, new byte[0]);
    }

    /** A name longer than the header has room for, as GNU tar writes it. */
    Tar longName(String name, String content) {
        entry("././@LongLink", 'L', 0, "", (name + "\0").getBytes(UTF_8));
        return file(name.substring(0, 100), content);
    }

    /** A name in a pax header. */
    Tar pax(String name, String content) {
        String rest = " path=" + name + "\n";
        int length = rest.getBytes(UTF_8).length;
        int total = length + String.valueOf(length + 2).length();
        if (total != length + String.valueOf(total).length()) {
            total = length + String.valueOf(total).length();
        }
        entry("PaxHeader/x", 'x', 0644, "", (total + rest).getBytes(UTF_8));
        return file("x", content);
    }

    Tar entry(String name, char type, int mode, String target, byte[] content) {
        byte[] block = new byte[512];
        put(block, 0, name);
        put(block, 100, "%07o".formatted(mode));
        put(block, 124, "%011o".formatted(content.length));
        put(block, 136, "00000000000");
        put(block, 148, "        ");
        block[156] = (byte) type;
        put(block, 157, target);
        put(block, 257, "ustar");
        put(block, 263, "00");
        int sum = 0;
        for (byte b : block) {
            sum += b & 0xFF;
        }
        put(block, 148, "%06o\0 ".formatted(sum));
        out.writeBytes(block);
        out.writeBytes(content);
        out.writeBytes(new byte[(512 - content.length % 512) % 512]);
        return this;
    }

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }

    byte[] bytes() {
        var all = new ByteArrayOutputStream();
        all.writeBytes(out.toByteArray());
        all.writeBytes(new byte[1024]);
        return all.toByteArray();
    }

    byte[] zipped() {
        return gzip(bytes());
    }

    static byte[] gzip(byte[] bytes) {
        var packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return packed.toByteArray();
    }

    Path write(Path file) {
        try {
            return Files.write(file, zipped());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
