package dev.foster.daemon.log;

import dev.foster.process.ChildStream;
import dev.foster.process.LineBatch;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Lines as they stand in memory and in files, and as they come from a process. */
final class Encoded {
    private Encoded() {}

    static byte[] of(StoredLine line) {
        byte[] text = line.text().getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[LineCode.HEAD + text.length + 1];
        int at = new LineCode().head(bytes, 0, line.nanos(), line.letter());
        System.arraycopy(text, 0, bytes, at, text.length);
        bytes[bytes.length - 1] = '\n';
        return bytes;
    }

    static byte[] of(List<StoredLine> lines) {
        return lines.stream()
                .map(Encoded::of)
                .reduce(
                        new byte[0],
                        (one, other) -> {
                            byte[] both = new byte[one.length + other.length];
                            System.arraycopy(one, 0, both, 0, one.length);
                            System.arraycopy(other, 0, both, one.length, other.length);
                            return both;
                        });
    }

    /** What a process said on standard output at this time. */
    static LineBatch batch(long micros, List<String> texts) {
        byte[] buffer = String.join("\n", texts).getBytes(StandardCharsets.UTF_8);
        int[] offsets = new int[texts.size() + 1];
        for (int i = 0; i < texts.size(); i++) {
            int length = texts.get(i).getBytes(StandardCharsets.UTF_8).length;
            offsets[i + 1] = offsets[i] + length + 1;
        }
        return new LineBatch() {
            @Override
            public int size() {
                return texts.size();
            }

            @Override
            public byte[] buffer() {
                return buffer;
            }

            @Override
            public int offset(int i) {
                return offsets[i];
            }

            @Override
            public int length(int i) {
                return offsets[i + 1] - offsets[i] - 1;
            }

            @Override
            public ChildStream stream(int i) {
                return ChildStream.STDOUT;
            }

            @Override
            public long atMicros(int i) {
                return micros;
            }

            @Override
            public boolean cut(int i) {
                return false;
            }
        };
    }
}
