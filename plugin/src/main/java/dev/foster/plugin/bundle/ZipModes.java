package dev.foster.plugin.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The Unix modes in the directory of a zip archive. The JDK reads everything else of it but does
 * not tell these, and without them no program in a bundle could be executed.
 */
final class ZipModes {
    private static final int END = 0x06054b50;
    private static final int ENTRY = 0x02014b50;
    private static final int UNIX = 3;
    private static final int LARGEST_COMMENT = 65_535;
    private static final int LARGEST_DIRECTORY = 64 << 20;

    private ZipModes() {}

    /** By name, for the entries that have one. */
    static Map<String, Integer> read(Path archive, BundleLimits limits) throws IOException {
        try (var file = new RandomAccessFile(archive.toFile(), "r")) {
            ByteBuffer end = tail(file, LARGEST_COMMENT + 22);
            int at = end.limit() - 22;
            while (at >= 0 && end.getInt(at) != END) {
                at--;
            }
            if (at < 0) {
                throw TarHeader.damaged();
            }
            long size = end.getInt(at + 12) & 0xFFFFFFFFL;
            long offset = end.getInt(at + 16) & 0xFFFFFFFFL;
            if (size > LARGEST_DIRECTORY || offset + size > file.length()) {
                throw TarHeader.damaged();
            }
            byte[] directory = new byte[(int) size];
            file.seek(offset);
            file.readFully(directory);
            return modes(ByteBuffer.wrap(directory).order(ByteOrder.LITTLE_ENDIAN), limits);
        }
    }

    private static ByteBuffer tail(RandomAccessFile file, int most) throws IOException {
        byte[] bytes = new byte[(int) Math.min(most, file.length())];
        file.seek(file.length() - bytes.length);
        file.readFully(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Map<String, Integer> modes(ByteBuffer directory, BundleLimits limits)
            throws UnsafeBundle {
        var modes = new HashMap<String, Integer>();
        int at = 0;
        int entries = 0;
        while (at + 46 <= directory.limit() && directory.getInt(at) == ENTRY) {
            if (++entries > limits.entries()) {
                throw Unpacking.tooMany(limits);
            }
            int system = directory.get(at + 5) & 0xFF;
            int name = directory.getShort(at + 28) & 0xFFFF;
            int extra = directory.getShort(at + 30) & 0xFFFF;
            int comment = directory.getShort(at + 32) & 0xFFFF;
            int mode = directory.getInt(at + 38) >>> 16;
            if (at + 46 + name > directory.limit()) {
                return modes;
            }
            byte[] text = new byte[name];
            directory.get(at + 46, text);
            if (system == UNIX && mode != 0) {
                modes.put(new String(text, UTF_8), mode);
            }
            at += 46 + name + extra + comment;
        }
        return modes;
    }
}
