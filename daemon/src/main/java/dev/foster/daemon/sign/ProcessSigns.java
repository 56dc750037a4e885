package dev.foster.daemon.sign;

import dev.foster.control.GaugeView;
import dev.foster.daemon.config.AlertSpec;
import dev.foster.daemon.config.GaugeSpec;
import dev.foster.daemon.config.SignSpec;
import dev.foster.daemon.log.LineWatch;
import dev.foster.supervise.line.LinePattern;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one process tells in its output. Lines come on one thread at a time. */
final class ProcessSigns implements LineWatch {
    /** Bytes of a line that are looked at; UTF-8 has no more characters than bytes. */
    private static final int LONGEST_LINE = 10_000;

    private static final int LONGEST_ALERT = 200;

    /** Is told what the lines mean. */
    interface Listener {
        void raised(String line);

        void cleared(String line);

        /** A figure became low, or is no longer. */
        void turned();

        void gaveUp(String pattern);
    }

    private final SignSpec spec;
    private final Listener listener;
    private final Optional<Gauge> gauge;
    private final Optional<LinePattern> figure;
    private final Optional<LinePattern> raising;
    private final Optional<LinePattern> clearing;
    private final List<LinePattern> working = new ArrayList<>();
    private volatile Optional<String> alert = Optional.empty();

    ProcessSigns(SignSpec spec, Listener listener) {
        this.spec = spec;
        this.listener = listener;
        this.gauge = spec.gauge().map(Gauge::new);
        this.figure = spec.gauge().map(GaugeSpec::pattern).map(LinePattern::new);
        this.raising = spec.alert().map(AlertSpec::pattern).map(LinePattern::new);
        this.clearing = spec.alert().flatMap(AlertSpec::clear).map(LinePattern::new);
        figure.ifPresent(working::add);
        raising.ifPresent(working::add);
        clearing.ifPresent(working::add);
    }

    SignSpec spec() {
        return spec;
    }

    @Override
    public synchronized void line(byte[] buffer, int offset, int length) {
        String line =
                new String(buffer, offset, Math.min(length, LONGEST_LINE), StandardCharsets.UTF_8);
        figure.flatMap(pattern -> pattern.find(line))
                .flatMap(found -> Optional.ofNullable(found.group(1)))
                .flatMap(ProcessSigns::number)
                .filter(value -> gauge.orElseThrow().take(value, System.nanoTime()))
                .ifPresent(_ -> listener.turned());
        // A line that is both ends the old one and raises a new one.
        if (alert.isPresent() && clearing.flatMap(pattern -> pattern.find(line)).isPresent()) {
            alert = Optional.empty();
            listener.cleared(cut(line));
        }
        if (alert.isEmpty() && raising.flatMap(pattern -> pattern.find(line)).isPresent()) {
            alert = Optional.of(cut(line));
            listener.raised(cut(line));
        }
        tellOfGivenUp();
    }

    private static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.valueOf(text)).filter(Double::isFinite);
        } catch (NumberFormatException notOne) {
            return Optional.empty();
        }
    }

    private static String cut(String line) {
        if (line.length() <= LONGEST_ALERT) {
            return line;
        }
        boolean halved = Character.isHighSurrogate(line.charAt(LONGEST_ALERT - 2));
        return line.substring(0, LONGEST_ALERT - (halved ? 2 : 1)) + "…";
    }

    private void tellOfGivenUp() {
        for (LinePattern pattern : List.copyOf(working)) {
            if (pattern.givenUp()) {
                working.remove(pattern);
                listener.gaveUp(pattern.toString());
            }
        }
    }

    /** The process was started again. */
    synchronized void started() {
        if (alert.isPresent()) {
            alert = Optional.empty();
            listener.cleared("started again");
        }
    }

    Optional<GaugeView> gauge() {
        return gauge.flatMap(Gauge::view);
    }

    Optional<String> alert() {
        return alert;
    }
}
