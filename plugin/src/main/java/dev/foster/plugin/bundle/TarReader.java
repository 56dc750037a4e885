package dev.foster.plugin.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads a tar archive from its first byte to its last: ustar, the paths of pax headers, and the
 * long names of GNU tar. What only a system needs (devices, pipes, holes in files) is refused.
 */
final class TarReader {
    private static final int LARGEST_EXTRA = 1 << 20;
    private static final String SPARSE = "GNU.sparse";
    private static final Set<String> KEPT = Set.of("path", "linkpath", "size");

    private final InputStream in;
    private final Unpacking into;

    TarReader(InputStream in, Unpacking into) {
        this.in = in;
        this.into = into;
    }

    void read() throws IOException {
        Map<String, String> extra = new HashMap<>();
        while (true) {
            byte[] block = in.readNBytes(TarHeader.BLOCK);
            if (block.length < TarHeader.BLOCK) {
                throw new EOFException(); // an archive ends with blocks of zeros, not like this
            }
            if (blank(block)) {
                return;
            }
            TarHeader header = TarHeader.parse(block);
            switch (header.type()) {
                case 'L' -> say("path", stripped(extra(header)), extra);
                case 'K' -> say("linkpath", stripped(extra(header)), extra);
                case 'x' -> pax(extra(header), extra);
                // For all that follow; nothing in it matters here.
                case 'g' -> extra(header);
                default -> {
                    entry(header, extra);
                    extra.clear();
                }
            }
        }
    }

    private void entry(TarHeader header, Map<String, String> extra) throws IOException {
        String name = extra.getOrDefault("path", header.name());
        String target = extra.getOrDefault("linkpath", header.target());
        long size = extra.containsKey("size") ? size(extra.get("size")) : header.size();
        if (extra.containsKey(SPARSE)) {
            throw special(name);
        }
        try (var content = new Content(size)) {
            switch (header.type()) {
                case '0', '7' -> {
                    if (name.endsWith("/")) {
                        into.folder(name);
                    } else {
                        into.file(name, (header.mode() & 0100) != 0, content);
                    }
                }
                case '1' -> into.copy(name, target);
                case '2' -> into.link(name, target);
                case '5' -> into.folder(name);
                default -> throw special(name);
            }
        }
    }

    private static UnsafeBundle special(String name) {
        return new UnsafeBundle(
                "its entry " + Unpacking.quote(name) + " is no file, folder or link; leave it out");
    }

    private static long size(String digits) throws UnsafeBundle {
        try {
            long size = Long.parseLong(digits);
            if (size >= 0) {
                return size;
            }
        } catch (NumberFormatException odd) {
            throw TarHeader.damaged();
        }
        throw TarHeader.damaged();
    }

    private byte[] extra(TarHeader header) throws IOException {
        if (header.size() > LARGEST_EXTRA) {
            throw TarHeader.damaged();
        }
        into.passOver(header.size());
        try (var content = new Content(header.size())) {
            byte[] bytes = content.readNBytes((int) header.size());
            if (bytes.length < header.size()) {
                throw new EOFException();
            }
            return bytes;
        }
    }

    private static String stripped(byte[] text) {
        int end = 0;
        while (end < text.length && text[end] != 0) {
            end++;
        }
        return new String(text, 0, end, UTF_8);
    }

    /** Records of the form {@code length key=value\n}, where the length counts all of it. */
    private static void pax(byte[] records, Map<String, String> into) throws UnsafeBundle {
        int at = 0;
        while (at < records.length) {
            int length = 0;
            int i = at;
            while (i < records.length && records[i] >= '0' && records[i] <= '9') {
                length = length * 10 + (records[i] - '0');
                i++;
                if (length > LARGEST_EXTRA) {
                    throw TarHeader.damaged();
                }
            }
            if (i == records.length && stripped(records).isEmpty()) {
                return;
            }
            int end = at + length;
            if (i >= records.length || records[i] != ' ' || end > records.length || end <= i + 1) {
                throw TarHeader.damaged();
            }
            String record = new String(records, i + 1, end - i - 2, UTF_8);
            int equals = record.indexOf('=');
            if (records[end - 1] != '\n' || equals < 1) {
                throw TarHeader.damaged();
            }
            keep(record.substring(0, equals), record.substring(equals + 1), into);
            at = end;
        }
    }

    /** Only what is asked for: an archive can say whatever else it likes, as often as it likes. */
    private static void keep(String key, String value, Map<String, String> into)
            throws UnsafeBundle {
        if (key.startsWith(SPARSE)) {
            into.put(SPARSE, value);
        } else if (KEPT.contains(key)) {
            say(key, value, into);
        }
    }

    /** It may be said twice, by GNU's header and by that of pax, but not in two ways. */
    private static void say(String key, String value, Map<String, String> into)
            throws UnsafeBundle {
        if (!value.equals(into.getOrDefault(key, value))) {
            throw TarHeader.damaged();
        }
        into.put(key, value);
    }

    private static boolean blank(byte[] block) {
        for (byte b : block) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    /** The bytes of one entry; closing it goes on to the next header. */
    private final class Content extends InputStream {
        private final long padding;
        private long left;

        Content(long size) {
            this.left = size;
            this.padding = (TarHeader.BLOCK - size % TarHeader.BLOCK) % TarHeader.BLOCK;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left == 0 || length == 0) {
                return left == 0 ? -1 : 0;
            }
            int read = in.read(buffer, offset, (int) Math.min(length, left));
            if (read < 0) {
                throw new EOFException();
            }
            left -= read;
            return read;
        }

        @Override
        public void close() throws IOException {
            into.count(left);
            in.skipNBytes(left + padding);
            left = 0;
        }
    }
}
