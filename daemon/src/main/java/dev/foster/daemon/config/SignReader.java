package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Mapping;

import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Reads {@code gauge} and {@code alert} of a process or a plugin. */
final class SignReader {
    private static final Pattern SHARE = Pattern.compile("(100|\\d{1,2}(?:\\.\\d{1,3})?)%");
    private static final double LARGEST = 999_999_999;

    private final Scalars scalars;

    SignReader(Scalars scalars) {
        this.scalars = scalars;
    }

    /**
     * What the output is watched for.
     *
     * @param label how a key is called in messages
     */
    SignSpec read(Mapping fields, UnaryOperator<String> label) {
        return new SignSpec(
                fields.get("gauge").flatMap(it -> gauge(it, label.apply("gauge"))),
                fields.get("alert").flatMap(it -> alert(it, label.apply("alert"))));
    }

    private Optional<GaugeSpec> gauge(Value value, String label) {
        Optional<Mapping> fields = scalars.mapping(value, label);
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        Mapping mapping = fields.get();
        scalars.knownKeys(mapping, label, Section.GAUGE);
        String unit =
                mapping.get("unit").flatMap(it -> scalars.word(it, label + ".unit")).orElse("");
        Optional<Double> baseline =
                mapping.get("baseline")
                        .flatMap(it -> scalars.decimal(it, label + ".baseline", 0, LARGEST));
        Optional<Double> low = mapping.get("low").flatMap(it -> share(it, label + ".low"));
        return pattern(mapping, label, "rate=([0-9.]+)")
                .filter(pattern -> hasOneGroup(pattern, mapping, label))
                .map(pattern -> new GaugeSpec(pattern, unit, baseline, low));
    }

    private boolean hasOneGroup(String pattern, Mapping mapping, String label) {
        int groups = Pattern.compile(pattern).matcher("").groupCount();
        if (groups != 1) {
            var _ =
                    scalars.refuse(
                            mapping.get("pattern").orElseThrow(),
                            label + ".pattern",
                            groups == 0
                                    ? "it has no group, so it finds no number"
                                    : "it has " + groups + " groups, so it finds several numbers",
                            "put ( ) around the number, and write any other group as (?: )");
        }
        return groups == 1;
    }

    private Optional<Double> share(Value value, String label) {
        var matcher = SHARE.matcher(Scalars.written(value).orElse(""));
        return matcher.matches()
                ? Optional.of(Double.parseDouble(matcher.group(1)) / 100)
                : scalars.expected(value, label, "a share of the baseline", "50%");
    }

    private Optional<AlertSpec> alert(Value value, String label) {
        Optional<Mapping> fields = scalars.mapping(value, label);
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        Mapping mapping = fields.get();
        scalars.knownKeys(mapping, label, Section.ALERT);
        Optional<String> clear =
                mapping.get("clear").flatMap(it -> Probes.pattern(it, label + ".clear", scalars));
        return pattern(mapping, label, "DETECTED").map(pattern -> new AlertSpec(pattern, clear));
    }

    private Optional<String> pattern(Mapping mapping, String label, String example) {
        Optional<Value> pattern = mapping.get("pattern");
        if (pattern.isEmpty()) {
            return scalars.refuse(
                    mapping, label, "it has no pattern", "add one, such as pattern: " + example);
        }
        return Probes.pattern(pattern.get(), label + ".pattern", scalars);
    }
}
