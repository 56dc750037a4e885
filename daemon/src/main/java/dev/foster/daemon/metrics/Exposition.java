package dev.foster.daemon.metrics;

import java.util.List;
import java.util.Locale;

/** The texts in which Prometheus and its kin read figures. */
public enum Exposition {
    /** What Prometheus has always read, version 0.0.4. */
    PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
    /** OpenMetrics 1.0. */
    OPENMETRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

    private final String contentType;

    Exposition(String contentType) {
        this.contentType = contentType;
    }

    public String contentType() {
        return contentType;
    }

    /** What a client wants most of the two, by its Accept header. */
    public static Exposition wanted(String accept) {
        double open = 0;
        double plain = 0;
        for (String part : accept.split(",", -1)) {
            String range = part.strip().toLowerCase(Locale.ROOT);
            if (range.startsWith("application/openmetrics-text")) {
                open = Math.max(open, quality(range));
            } else if (range.startsWith("text/plain")) {
                plain = Math.max(plain, quality(range));
            }
        }
        return open > 0 && open >= plain ? OPENMETRICS : PROMETHEUS;
    }

    private static double quality(String range) {
        for (String parameter : range.split(";", -1)) {
            String word = parameter.strip();
            if (word.matches("q=[01](\\.[0-9]{0,3})?")) {
                return Double.parseDouble(word.substring(2));
            }
        }
        return 1;
    }

    public String write(List<MetricFamily> families) {
        var out = new StringBuilder(1 << 14);
        for (MetricFamily family : families) {
            head(out, family.metric());
            String name = family.metric().title();
            family.samples().forEach(sample -> line(out, name, sample));
        }
        return this == OPENMETRICS ? out.append("# EOF\n").toString() : out.toString();
    }

    private void head(StringBuilder out, Metric metric) {
        String name = this == OPENMETRICS ? metric.family() : metric.title();
        boolean plainInfo = this == PROMETHEUS && metric.type() == Metric.Type.INFO;
        String type = plainInfo ? Metric.Type.GAUGE.word() : metric.type().word();
        out.append("# HELP ").append(name).append(' ').append(metric.meaning()).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        if (this == OPENMETRICS && !metric.unit().isEmpty()) {
            out.append("# UNIT ").append(name).append(' ').append(metric.unit()).append('\n');
        }
    }

    private static void line(StringBuilder out, String name, Sample sample) {
        out.append(name).append(sample.part());
        char before = '{';
        for (Label label : sample.labels()) {
            out.append(before).append(label.name()).append("=\"");
            escape(out, label.value());
            out.append('"');
            before = ',';
        }
        if (before == ',') {
            out.append('}');
        }
        out.append(' ');
        number(out, sample.value());
        out.append('\n');
    }

    private static void escape(StringBuilder out, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '"' -> out.append("\\\"");
                case '\n' -> out.append("\\n");
                default -> out.append(c);
            }
        }
    }

    private static void number(StringBuilder out, double value) {
        long whole = (long) value;
        if ((double) whole == value) {
            out.append(whole);
        } else {
            out.append(value);
        }
    }
}
