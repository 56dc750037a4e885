package dev.foster.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The command line as it was typed. In the C locale Java decodes arguments as ASCII and loses the
 * rest; the kernel still has the bytes.
 */
final class RawArguments {
    private static final char LOST = '\ufffd';

    private RawArguments() {}

    static List<String> of(String[] arguments) {
        List<String> decoded = List.of(arguments);
        return decoded.stream().anyMatch(argument -> argument.indexOf(LOST) >= 0)
                ? asTyped(decoded)
                : decoded;
    }

    private static List<String> asTyped(List<String> decoded) {
        try {
            String line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.UTF_8);
            List<String> all = Arrays.asList(line.split("\0", -1));
            // Each argument ends with a NUL, so the split leaves one empty text behind the last.
            int end = all.size() - 1;
            return end < decoded.size() ? decoded : all.subList(end - decoded.size(), end);
        } catch (IOException unreadable) {
            // No /proc here, or bytes that are not UTF-8: what Java made of them is the best there
            // is.
            return decoded;
        }
    }
}
