package dev.foster.plugin.protocol.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The few forms of DER that a certificate is made of. Java reads certificates but writes none. */
final class Der {
    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;

    /** From this year on a certificate's dates have four digits for the year (RFC 5280). */
    private static final int GENERALIZED_FROM = 2050;

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(SET, parts);
    }

    static byte[] integer(BigInteger value) {
        return tagged(INTEGER, value.toByteArray());
    }

    static byte[] yes() {
        return tagged(BOOLEAN, new byte[] {(byte) 0xff});
    }

    static byte[] utf8(String text) {
        return tagged(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] octets(byte[] content) {
        return tagged(OCTET_STRING, content);
    }

    /** Bits of which the last few of the last byte do not count. */
    static byte[] bits(int unused, byte[] content) {
        return tagged(BIT_STRING, new byte[] {(byte) unused}, content);
    }

    /** A part known by its number: with other parts inside, or with the bare content. */
    static byte[] numbered(int number, boolean constructed, byte[] content) {
        return tagged((constructed ? 0xa0 : 0x80) | number, content);
    }

    static byte[] time(Instant instant) {
        ZonedDateTime date = instant.atZone(ZoneOffset.UTC);
        boolean generalized = date.getYear() >= GENERALIZED_FROM;
        var form =
                DateTimeFormatter.ofPattern(generalized ? "yyyyMMddHHmmss'Z'" : "yyMMddHHmmss'Z'");
        return tagged(
                generalized ? GENERALIZED_TIME : UTC_TIME,
                date.format(form).getBytes(StandardCharsets.US_ASCII));
    }

    /** An object identifier in dotted form. */
    static byte[] identifier(String dotted) {
        var arcs = new ArrayList<Integer>();
        for (String arc : List.of(dotted.split("\\.", -1))) {
            arcs.add(Integer.parseInt(arc));
        }
        var content = new ByteArrayOutputStream();
        content.writeBytes(base128(arcs.get(0) * 40 + arcs.get(1)));
        arcs.stream().skip(2).forEach(arc -> content.writeBytes(base128(arc)));
        return tagged(OBJECT_IDENTIFIER, content.toByteArray());
    }

    private static byte[] base128(int value) {
        int length = 1;
        while (length < 5 && value >>> (7 * length) != 0) {
            length++;
        }
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            int more = i == length - 1 ? 0 : 0x80;
            bytes[i] = (byte) (((value >>> (7 * (length - 1 - i))) & 0x7f) | more);
        }
        return bytes;
    }

    private static byte[] tagged(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        var out = new ByteArrayOutputStream(length + 5);
        out.write(tag);
        writeLength(out, length);
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static void writeLength(ByteArrayOutputStream out, int length) {
        if (length < 0x80) {
            out.write(length);
            return;
        }
        byte[] bytes = BigInteger.valueOf(length).toByteArray();
        int sign = bytes[0] == 0 ? 1 : 0;
        out.write(0x80 | (bytes.length - sign));
        out.write(bytes, sign, bytes.length - sign);
    }
}
