package dev.foster.document;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes as people write it: {@code 512B}, {@code 256KB}, {@code 10MB}, {@code 1GB} in
 * thousands, {@code KiB}, {@code MiB}, {@code GiB} in steps of 1024; a bare number means bytes.
 */
public record ByteSize(long bytes) {
    private static final Pattern SHAPE =
            Pattern.compile(
                    "(\\d{1,12}(?:\\.\\d{1,6})?)\\s?(B|[KMGT]i?B?)?", Pattern.CASE_INSENSITIVE);
    private static final BigDecimal LARGEST = BigDecimal.valueOf(1L << 60);

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "cannot have a size of " + bytes + " bytes: it is negative; give 0 or more");
        }
    }

    /** The size this text stands for; empty if it is none, or beyond an exbibyte. */
    public static Optional<ByteSize> parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String unit = matcher.group(2) == null ? "" : matcher.group(2).toUpperCase(Locale.ROOT);
        long base = unit.contains("I") ? 1024 : 1000;
        int power = unit.isEmpty() ? 0 : Math.max(0, "BKMGT".indexOf(unit.charAt(0)));
        BigDecimal total =
                new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(base).pow(power));
        return total.compareTo(LARGEST) > 0
                ? Optional.empty()
                : Optional.of(new ByteSize(total.longValue()));
    }

    /** Such as {@code 10MB} or {@code 4MiB}; a size that is no round number is told in bytes. */
    @Override
    public String toString() {
        return round(1000, "B").or(() -> round(1024, "iB")).orElse(bytes + "B");
    }

    private Optional<String> round(int step, String ending) {
        for (int power = 4; power > 0; power--) {
            long unit = BigDecimal.valueOf(step).pow(power).longValue();
            if (bytes > 0 && bytes % unit == 0) {
                return Optional.of(bytes / unit + "BKMGT".substring(power, power + 1) + ending);
            }
        }
        return Optional.empty();
    }
}
