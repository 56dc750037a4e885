package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Mapping;
import dev.foster.process.ChildSpec;
import dev.foster.process.OutputLimits;
import dev.foster.process.OutputMode;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code output} and {@code stop} of a process. */
final class Outputs {
    private static final Pattern ROTATION = Pattern.compile("(\\S.*?) ?x ?(\\d{1,4})");
    private static final int MOST_KEPT = 256 * 1024 * 1024;

    private final Context context;
    private final Scalars scalars;

    Outputs(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    ChildSpec withOutput(ChildSpec child, Value value, String label) {
        Optional<Mapping> fields = scalars.mapping(value, label);
        if (fields.isEmpty()) {
            return child;
        }
        scalars.knownKeys(fields.get(), label, Section.OUTPUT);
        var modes = new TreeMap<>(Map.of("merge", OutputMode.MERGED, "apart", OutputMode.APART));
        ChildSpec result =
                fields.get()
                        .get("stderr")
                        .flatMap(it -> scalars.choice(it, label + ".stderr", modes))
                        .map(child::outputMode)
                        .orElse(child);
        OutputLimits usual = result.outputLimits();
        OutputLimits kept =
                fields.get()
                        .get("keep")
                        .flatMap(it -> scalars.size(it, label + ".keep", 0, MOST_KEPT))
                        .map(bytes -> usual.keep(Math.toIntExact(bytes)))
                        .orElse(usual);
        var overflows =
                new TreeMap<>(
                        Map.of(
                                "drop", OutputLimits.Overflow.DROP_OLDEST,
                                "wait", OutputLimits.Overflow.WAIT));
        return result.outputLimits(
                fields.get()
                        .get("overflow")
                        .flatMap(it -> scalars.choice(it, label + ".overflow", overflows))
                        .map(kept::overflow)
                        .orElse(kept));
    }

    LogSpec log(Value value, String label) {
        LogSpec log = LogSpec.defaults();
        if (!(value instanceof Mapping mapping)) {
            return log;
        }
        LogSpec rotated =
                mapping.get("rotate").flatMap(it -> rotation(it, label + ".rotate")).orElse(log);
        Optional<Path> file =
                mapping.get("file")
                        .flatMap(it -> scalars.path(it, label + ".file", context.directory()));
        return file.map(rotated::file).orElse(rotated);
    }

    private Optional<LogSpec> rotation(Value value, String label) {
        Matcher matcher = ROTATION.matcher(Scalars.written(value).orElse(""));
        Optional<ByteSize> size =
                matcher.matches() ? ByteSize.parse(matcher.group(1)) : Optional.empty();
        if (size.isEmpty()) {
            return scalars.expected(value, label, "a size and a count", "10MB x 5");
        }
        int count = Integer.parseInt(matcher.group(2));
        if (size.get().bytes() < 1000 || count < 1) {
            return scalars.refuse(
                    value, label, "less than 1KB or no file at all", "write it like 10MB x 5");
        }
        return Optional.of(LogSpec.defaults().rotate(size.get().bytes(), count));
    }

    StopPlan stop(Value value, String label) {
        StopPlan plain = StopPlan.defaults();
        Optional<Mapping> fields = scalars.mapping(value, label);
        if (fields.isEmpty()) {
            return plain;
        }
        Mapping mapping = fields.get();
        scalars.knownKeys(mapping, label, Section.STOP);
        return new StopPlan(
                mapping.get("eof_wait")
                        .flatMap(it -> scalars.duration(it, label + ".eof_wait"))
                        .orElse(plain.eofWait()),
                mapping.get("signal")
                        .flatMap(it -> signal(it, label + ".signal"))
                        .orElse(plain.signal()),
                mapping.get("grace")
                        .flatMap(it -> scalars.duration(it, label + ".grace"))
                        .orElse(plain.grace()),
                plain.killLimit());
    }

    private Optional<Signal> signal(Value value, String label) {
        Optional<Signal> signal = Scalars.written(value).flatMap(Signal::parse);
        return signal.isPresent()
                ? signal
                : scalars.expected(value, label, "the name or number of a signal", "TERM");
    }
}
