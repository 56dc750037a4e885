package dev.foster.supervise.usage;

import dev.foster.process.Excess;
import dev.foster.process.Excess.Lasted;
import dev.foster.process.Excess.Resource;
import dev.foster.process.ResourceLimits;
import dev.foster.process.UsageMeter;
import dev.foster.supervise.spec.LimitRule;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Says when a run has used too much for too long. It knows no clock: the same samples get the same
 * judgement.
 *
 * <p>Memory, threads, processes and files offend when so many checks in a row find too much of
 * them. Of the processor it is the average of the last seconds, so that nobody is punished for a
 * moment's work; one that the kernel slows down cannot offend.
 */
final class LimitJudge {
    private final ResourceLimits limits;
    private final LimitRule rule;
    private final CpuWindow window = new CpuWindow();
    private final Streak memory = new Streak();
    private final Streak cpu = new Streak();
    private final Streak threads = new Streak();
    private final Streak processes = new Streak();
    private final Streak files = new Streak();
    private long lastAt;

    LimitJudge(ResourceLimits limits, LimitRule rule) {
        this.limits = limits;
        this.rule = rule;
    }

    /** Checks in a row that found too much. */
    private final class Streak {
        private int length;

        /** Whether this check makes it an offence; one that is only told is told once. */
        boolean offends(boolean tooMuch) {
            length = tooMuch ? length + 1 : 0;
            return rule.then() == LimitRule.Then.REPORT
                    ? length == rule.checks()
                    : length >= rule.checks();
        }
    }

    /** Checks a run that was just measured: what it did too much, if that is to have an end. */
    Optional<Excess> judge(UsageMeter.Tree tree) {
        if (!tree.there() || tree.measuredAt() == lastAt) {
            return Optional.empty();
        }
        lastAt = tree.measuredAt();
        // Each is counted at every check, whichever of them is told.
        Optional<Excess> first = memory(tree.residentBytes());
        first = or(first, cpu(tree));
        first =
                or(
                        first,
                        count(
                                threads,
                                Resource.THREADS,
                                tree.threads(),
                                limits.threads().orElse(0)));
        first =
                or(
                        first,
                        count(
                                processes,
                                Resource.PROCESSES,
                                tree.processes(),
                                limits.processes().orElse(0)));
        return or(first, files(tree.mostFiles()));
    }

    private static Optional<Excess> or(Optional<Excess> first, Optional<Excess> next) {
        return first.isPresent() ? first : next;
    }

    private Optional<Excess> memory(long held) {
        long most = limits.memoryBytes().orElse(Long.MAX_VALUE);
        return memory.offends(held > most)
                ? excess(Resource.MEMORY, (double) held, (double) most)
                : Optional.empty();
    }

    private Optional<Excess> cpu(UsageMeter.Tree tree) {
        if (limits.cpuPercent().isEmpty() || limits.throttle()) {
            return Optional.empty();
        }
        double most = limits.cpuPercent().getAsDouble();
        double average = window.add(tree.measuredAt(), tree.cpuNanos());
        if (!cpu.offends(average > most)) {
            return Optional.empty();
        }
        return Optional.of(
                new Excess(
                        Resource.CPU,
                        OptionalDouble.of(average),
                        most,
                        new Lasted.Time(CpuWindow.LENGTH)));
    }

    private Optional<Excess> count(Streak streak, Resource resource, int number, int most) {
        return streak.offends(most > 0 && number > most)
                ? excess(resource, number, most)
                : Optional.empty();
    }

    /** The kernel lets nobody open more than its limit, so having that many is the offence. */
    private Optional<Excess> files(int open) {
        int most = limits.files().orElse(Integer.MAX_VALUE);
        return files.offends(open >= most) ? excess(Resource.FILES, open, most) : Optional.empty();
    }

    private Optional<Excess> excess(Resource resource, double found, double most) {
        return Optional.of(
                new Excess(
                        resource,
                        OptionalDouble.of(found),
                        most,
                        new Lasted.Checks(rule.checks())));
    }
}
