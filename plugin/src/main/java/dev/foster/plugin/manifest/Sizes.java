package dev.foster.plugin.manifest;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: {@code 256MB} in thousands, {@code 1GiB} in steps of 1024. */
final class Sizes {
    private static final Pattern SIZE =
            Pattern.compile("([0-9]{1,12})\\s?([Bb]|[KkMmGg][Ii]?[Bb]?)?");

    private Sizes() {}

    /**
     * The bytes this text stands for; empty when it stands for none, or for more than there are.
     */
    static OptionalLong parse(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        String unit = matcher.group(2) == null ? "" : matcher.group(2).toLowerCase(Locale.ROOT);
        long step = unit.contains("i") ? 1024 : 1000;
        long factor =
                switch (unit.isEmpty() ? 'b' : unit.charAt(0)) {
                    case 'k' -> step;
                    case 'm' -> step * step;
                    case 'g' -> step * step * step;
                    default -> 1;
                };
        long count = Long.parseLong(matcher.group(1));
        return OptionalLong.of(count <= Long.MAX_VALUE / factor ? count * factor : Long.MAX_VALUE);
    }
}
