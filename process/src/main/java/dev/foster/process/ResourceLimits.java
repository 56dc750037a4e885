package dev.foster.process;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a child and all its descendants may use together.
 *
 * <p>The kernel holds them to it where it can. It is up to whoever watches the child what happens
 * when it uses more.
 *
 * @param memoryBytes what they may hold resident
 * @param cpuPercent their share of one core, so 200 is two cores
 * @param threads of all of them
 * @param files descriptors that any one of them may have open
 * @param processes how many there may be, the child included
 * @param throttle whether the kernel is to slow them down to {@code cpuPercent}; otherwise using
 *     more is an offence
 */
public record ResourceLimits(
        OptionalLong memoryBytes,
        OptionalDouble cpuPercent,
        OptionalInt threads,
        OptionalInt files,
        OptionalInt processes,
        boolean throttle) {

    private static final ResourceLimits NONE =
            new ResourceLimits(
                    OptionalLong.empty(),
                    OptionalDouble.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    false);

    public static ResourceLimits none() {
        return NONE;
    }

    public boolean isNone() {
        return memoryBytes.isEmpty()
                && cpuPercent.isEmpty()
                && threads.isEmpty()
                && files.isEmpty()
                && processes.isEmpty();
    }

    public ResourceLimits memoryBytes(long wanted) {
        return new ResourceLimits(
                OptionalLong.of(wanted), cpuPercent, threads, files, processes, throttle);
    }

    public ResourceLimits cpuPercent(double wanted) {
        return new ResourceLimits(
                memoryBytes, OptionalDouble.of(wanted), threads, files, processes, throttle);
    }

    public ResourceLimits threads(int wanted) {
        return new ResourceLimits(
                memoryBytes, cpuPercent, OptionalInt.of(wanted), files, processes, throttle);
    }

    public ResourceLimits files(int wanted) {
        return new ResourceLimits(
                memoryBytes, cpuPercent, threads, OptionalInt.of(wanted), processes, throttle);
    }

    public ResourceLimits processes(int wanted) {
        return new ResourceLimits(
                memoryBytes, cpuPercent, threads, files, OptionalInt.of(wanted), throttle);
    }

    public ResourceLimits throttle(boolean wanted) {
        return new ResourceLimits(memoryBytes, cpuPercent, threads, files, processes, wanted);
    }
}
