package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.ByteSize;
import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Where;
import dev.foster.process.ChildSpec;
import dev.foster.process.OutputLimits;
import dev.foster.process.OutputLimits.Overflow;
import dev.foster.process.OutputMode;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code output}: what happens to what a process prints. */
final class OutputSection {
    private static final Pattern ROTATIONS = Pattern.compile("(\\S.*?) ?x ?(\\d{1,4})");
    private static final int MOST_KEPT = 256 * 1024 * 1024;

    /** All of it: what the engine does, and the log. */
    record Output(OutputMode stderr, OutputLimits limits, LogSpec log) {
        static Output of(ChildSpec child, LogSpec log) {
            return new Output(child.outputMode(), child.outputLimits(), log);
        }

        ChildSpec in(ChildSpec child) {
            return child.outputMode(stderr).outputLimits(limits);
        }

        private Output limits(OutputLimits wanted) {
            return new Output(stderr, wanted, log);
        }

        private Output log(LogSpec wanted) {
            return new Output(stderr, limits, wanted);
        }
    }

    /** A size and a count; what has them is a log without a file. */
    private static final Type<LogSpec> ROTATION =
            Type.of(
                    OutputSection::rotation,
                    it -> new ByteSize(it.rotateBytes()) + " x " + it.rotateCount(),
                    in ->
                            in.text(
                                    "^[0-9]{1,12}(\\.[0-9]{1,6})?\\s?([Bb]|[KkMmGgTt][Ii]?[Bb]?)?"
                                            + " ?x ?[1-9][0-9]{0,3}$"));

    static final Section<Output> OUTPUT =
            Section.of(
                            "output",
                            "Output",
                            "Below `output`.",
                            new Output(
                                    OutputMode.APART, OutputLimits.defaults(), LogSpec.defaults()))
                    .field(
                            "stderr",
                            Types.choice("apart", OutputMode.APART, "merge", OutputMode.MERGED),
                            Output::stderr,
                            (it, mode) -> new Output(mode, it.limits, it.log),
                            says(
                                    "Whether standard error keeps its own stream or is merged into"
                                            + " standard output, in exactly the order it was"
                                            + " written."))
                    .field(
                            "keep",
                            Types.size(0, MOST_KEPT).as(Math::toIntExact, Integer::longValue),
                            it -> it.limits().keep(),
                            (it, bytes) -> it.limits(it.limits().keep(bytes)),
                            says(
                                    "How much of it is kept in memory, up to 256 MiB; the newest"
                                        + " wins. All processes together keep at most a quarter of"
                                        + " the Java heap; where that is too little each has its"
                                        + " share, and a notice says so."))
                    .field(
                            "overflow",
                            Types.choice("drop", Overflow.DROP_OLDEST, "wait", Overflow.WAIT),
                            it -> it.limits().overflow(),
                            (it, overflow) -> it.limits(it.limits().overflow(overflow)),
                            says(
                                    "What happens when it prints faster than its log can be"
                                            + " written: `drop` leaves the oldest out and counts"
                                            + " them, `wait` lets it wait."))
                    .optional(
                            "file",
                            Types.PATH,
                            it -> it.log().file(),
                            (it, file) -> it.log(it.log().file(file)),
                            says("The file it is written to, relative to the directory"
                                            + " of the project. Two processes cannot share one."
                                            + " When it is moved, deleted or emptied, as by"
                                            + " logrotate, writing goes on in a file of this"
                                            + " name; SIGUSR1 to the daemon has that done at"
                                            + " once.")
                                    .usually("chosen by Foster")
                                    .since("from the next foster up on")
                                    .example("logs/web.log"))
                    .field(
                            "rotate",
                            ROTATION,
                            it ->
                                    LogSpec.defaults()
                                            .rotate(it.log.rotateBytes(), it.log.rotateCount()),
                            (it, log) ->
                                    it.log(it.log().rotate(log.rotateBytes(), log.rotateCount())),
                            says("The size at which a new file is begun, and how many"
                                            + " full ones are kept.")
                                    .since("from the next foster up on"));

    private OutputSection() {}

    private static Optional<LogSpec> rotation(Value value, Where where) {
        Matcher matcher = ROTATIONS.matcher(Scalars.written(value).orElse(""));
        Optional<ByteSize> size =
                matcher.matches() ? ByteSize.parse(matcher.group(1)) : Optional.empty();
        if (size.isEmpty()) {
            return where.expected(value, "a size and a count", "10MB x 5");
        }
        int count = Integer.parseInt(matcher.group(2));
        return size.get().bytes() < 1000 || count < 1
                ? where.refuse(value, "less than 1KB or no file at all", "write it like 10MB x 5")
                : Optional.of(LogSpec.defaults().rotate(size.get().bytes(), count));
    }
}
