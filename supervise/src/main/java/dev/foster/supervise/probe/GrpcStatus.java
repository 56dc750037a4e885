package dev.foster.supervise.probe;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;

/**
 * Finds the status of a call among the headers it ends with, without decoding the others. We allow
 * the other side no table of earlier headers, so each stands there in full: the name as it is or
 * Huffman-coded, and the digits as they are, since coding would not shorten them.
 */
final class GrpcStatus {
    static final int NOT_FOUND = 5;
    static final int UNIMPLEMENTED = 12;

    private static final List<byte[]> NAMES =
            List.of(
                    "\u000bgrpc-status".getBytes(StandardCharsets.ISO_8859_1),
                    HexFormat.of().parseHex("889acac8b21234da8f"));

    private GrpcStatus() {}

    static OptionalInt find(byte[] block) {
        for (byte[] name : NAMES) {
            for (int at = 0; at + name.length < block.length; at++) {
                if (startsAt(block, at, name)) {
                    return number(block, at + name.length);
                }
            }
        }
        return OptionalInt.empty();
    }

    private static boolean startsAt(byte[] block, int at, byte[] name) {
        for (int i = 0; i < name.length; i++) {
            if (block[at + i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    private static OptionalInt number(byte[] block, int at) {
        int length = block[at];
        if (length < 1 || length > 2 || at + length >= block.length) {
            return OptionalInt.empty();
        }
        String digits = new String(block, at + 1, length, StandardCharsets.ISO_8859_1);
        return digits.matches("\\d+")
                ? OptionalInt.of(Integer.parseInt(digits))
                : OptionalInt.empty();
    }
}
