package dev.foster.plugin.protocol.hclog;

import java.time.OffsetDateTime;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;

/** The time of a structured line: always six digits after the point, then Z or the offset. */
final class Timestamp {
    private static final DateTimeFormatter FORM =
            new DateTimeFormatterBuilder()
                    .appendValue(ChronoField.YEAR, 4)
                    .appendPattern("-MM-dd'T'HH:mm:ss.SSSSSSXXX")
                    .toFormatter()
                    .withResolverStyle(ResolverStyle.STRICT)
                    .withChronology(IsoChronology.INSTANCE);

    private Timestamp() {}

    /**
     * @throws java.time.format.DateTimeParseException when it has another form
     */
    static OffsetDateTime parse(String text) {
        return OffsetDateTime.parse(text, FORM);
    }

    static String text(OffsetDateTime time) {
        return FORM.format(time);
    }
}
