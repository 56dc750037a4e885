package dev.foster.stdio.http;

import dev.foster.http.Headers;
import dev.foster.stdio.rpc.RawJson;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A value of the body that a modern client repeats in a header. */
final class HeaderValue {
    private static final String BEGIN = "=?base64?";
    private static final String END = "?=";
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,400}(\\.\\d{1,400})?");

    private HeaderValue() {}

    /** The only value of a header; empty when there is none, or two that differ. */
    static Optional<String> only(Headers headers, String name) {
        List<String> values = headers.all(name).stream().map(String::strip).toList();
        return new HashSet<>(values).size() == 1
                ? Optional.of(values.getFirst())
                : Optional.empty();
    }

    /** What a header says; empty when it cannot be read. */
    static Optional<String> decode(String value) {
        if (value.startsWith(BEGIN)
                && value.endsWith(END)
                && value.length() >= BEGIN.length() + END.length()) {
            return decodeBase64(value.substring(BEGIN.length(), value.length() - END.length()));
        }
        // Anything else would have been wrapped.
        boolean plain = value.chars().allMatch(c -> c == '\t' || (c >= 0x20 && c < 0x7f));
        return plain ? Optional.of(value) : Optional.empty();
    }

    private static Optional<String> decodeBase64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            // The decoder forgives missing padding and stray bits; who compares must not.
            if (!Base64.getEncoder().encodeToString(bytes).equals(text)) {
                return Optional.empty();
            }
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (IllegalArgumentException | CharacterCodingException notText) {
            return Optional.empty();
        }
    }

    /** Whether a header says the same as a value of the body. */
    static boolean says(String header, RawJson value) {
        Optional<String> said = decode(header);
        if (said.isEmpty()) {
            return false;
        }
        if (value.isString()) {
            return said.equals(value.text());
        }
        return value.isNumber()
                ? sameNumber(said.get(), value.json())
                : said.get().equals(value.json());
    }

    /** By value: 42 and 42.0 are one number. */
    private static boolean sameNumber(String header, String body) {
        try {
            return NUMBER.matcher(header).matches()
                    && new BigDecimal(header).compareTo(new BigDecimal(body)) == 0;
        } catch (NumberFormatException hugeExponent) {
            return false;
        }
    }
}
