package dev.foster.supervise.probe;

import dev.foster.supervise.probe.ProbeResult.Bad;
import dev.foster.supervise.probe.ProbeResult.Good;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;

/** The two messages of the health service, each with gRPC's prefix of five bytes. */
final class HealthMessages {
    private static final int PREFIX = 5;
    private static final int SERVING = 1;
    private static final List<String> STATES =
            List.of("UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN");

    private HealthMessages() {}

    /** {@code HealthCheckRequest{service}}: field 1, a string, left out when empty. */
    static byte[] request(String service) {
        byte[] name = service.getBytes(StandardCharsets.UTF_8);
        var message = new ByteArrayOutputStream();
        if (name.length > 0) {
            message.write(1 << 3 | 2);
            int length = name.length;
            while (length > 0x7f) {
                message.write((length & 0x7f) | 0x80);
                length >>>= 7;
            }
            message.write(length);
            message.writeBytes(name);
        }
        return ByteBuffer.allocate(PREFIX + message.size())
                .put((byte) 0)
                .putInt(message.size())
                .put(message.toByteArray())
                .array();
    }

    /** The status in {@code HealthCheckResponse}; empty as long as the message is not complete. */
    static OptionalInt status(byte[] received) throws IOException {
        if (received.length < PREFIX) {
            return OptionalInt.empty();
        }
        var buffer = ByteBuffer.wrap(received);
        boolean compressed = buffer.get() != 0;
        int size = buffer.getInt();
        if (compressed || size < 0) {
            throw new IOException("the health service's answer cannot be read");
        }
        if (buffer.remaining() < size) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(field(buffer.slice(buffer.position(), size)));
    }

    /** Field 1, a number; 0 when absent. Others are passed over, as their kind tells. */
    private static int field(ByteBuffer message) throws IOException {
        int status = 0;
        while (message.hasRemaining()) {
            long key = number(message);
            switch ((int) (key & 7)) {
                case 0 -> {
                    long value = number(message);
                    status = key >>> 3 == 1 ? (int) value : status;
                }
                case 1 -> skip(message, 8);
                case 2 -> skip(message, number(message));
                case 5 -> skip(message, 4);
                default -> throw new IOException("the health service's answer cannot be read");
            }
        }
        return status;
    }

    private static long number(ByteBuffer message) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64 && message.hasRemaining(); shift += 7) {
            byte next = message.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IOException("the health service's answer cannot be read");
    }

    private static void skip(ByteBuffer message, long count) throws IOException {
        if (count < 0 || count > message.remaining()) {
            throw new IOException("the health service's answer cannot be read");
        }
        message.position(message.position() + (int) count);
    }

    static ProbeResult verdict(int status, String service) {
        if (status == SERVING) {
            return new Good();
        }
        String state =
                status >= 0 && status < STATES.size() ? STATES.get(status) : "status " + status;
        return new Bad(state + (service.isEmpty() ? "" : " for " + ErrorWords.quote(service)));
    }
}
