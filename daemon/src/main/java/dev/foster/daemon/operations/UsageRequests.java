package dev.foster.daemon.operations;

import dev.foster.control.UsageLineView;
import dev.foster.control.UsageView;
import dev.foster.control.UsageView.CurrentUsageView;
import dev.foster.control.UsageView.LimitsView;
import dev.foster.control.UsageView.PeakUsageView;
import dev.foster.daemon.usage.Peaks;
import dev.foster.daemon.usage.UsageBook;
import dev.foster.daemon.usage.UsageFigures;
import dev.foster.process.ResourceLimits;
import dev.foster.process.UsageMeter;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.report.ProcessStatus;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What is asked about what processes use. */
final class UsageRequests {
    private final Supervisor supervisor;
    private final UsageBook book;

    UsageRequests(Supervisor supervisor, UsageBook book) {
        this.supervisor = supervisor;
        this.book = book;
    }

    /** What a process used in the last moments, if it runs. */
    Optional<UsageFigures> current(ProcessStatus state) {
        return book.current(state.name())
                .filter(figures -> state.pid().isPresent() && figures.run() == state.run());
    }

    UsageView usage(ProcessStatus state, boolean proportional) {
        String name = state.name();
        OptionalLong held =
                proportional ? supervisor.proportionalBytes(name) : OptionalLong.empty();
        Optional<UsageFigures> figures = current(state);
        Peaks peaks = book.peaks(name).orElse(new Peaks(0, 0, 0, 0, 0));
        return new UsageView(
                name,
                state.run(),
                figures.map(it -> word(it.source())).orElse(UsageView.PROC),
                figures.map(it -> current(it, held)),
                new PeakUsageView(
                        peaks.cpuPercent(),
                        peaks.memoryBytes(),
                        peaks.threads(),
                        peaks.processes(),
                        peaks.files()),
                limits(state.spec().child().confinement().limits()),
                book.history(name));
    }

    private static String word(UsageMeter.Source source) {
        return switch (source) {
            case PROCESSES -> UsageView.PROC;
            case CGROUP -> UsageView.CGROUP;
        };
    }

    private static CurrentUsageView current(UsageFigures figures, OptionalLong proportional) {
        return new CurrentUsageView(
                figures.at(),
                figures.cpuPercent(),
                figures.memoryBytes(),
                figures.threads(),
                figures.processes(),
                figures.files(),
                figures.readBytes(),
                figures.writtenBytes(),
                boxed(proportional));
    }

    private static LimitsView limits(ResourceLimits limits) {
        return new LimitsView(
                boxed(limits.memoryBytes()),
                limits.cpuPercent().isPresent()
                        ? Optional.of(limits.cpuPercent().getAsDouble())
                        : Optional.empty(),
                boxed(limits.threads()),
                boxed(limits.files()),
                boxed(limits.processes()));
    }

    private static Optional<Long> boxed(OptionalLong number) {
        return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }

    private static Optional<Long> boxed(OptionalInt number) {
        return number.isPresent() ? Optional.of((long) number.getAsInt()) : Optional.empty();
    }

    /** The last so many seconds of all, in the order of the file. */
    List<UsageLineView> lines(int seconds) {
        return supervisor.states().stream().map(state -> book.line(state.name(), seconds)).toList();
    }
}
