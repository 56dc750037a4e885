package dev.foster.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How a child ended.
 *
 * @param ending its exit code or the signal that ended it
 * @param asked who wanted it to end
 * @param at when it was seen
 * @param lifetime how long the child lived
 * @param cpu the processor time it used in all, where the system tells
 * @param outputOpen true when a descendant still held the output open, so more may come
 * @param overLimit which of its limits the kernel ended it for, if one of them
 */
public record Exit(
        Ending ending,
        Asked asked,
        Instant at,
        Duration lifetime,
        Optional<Duration> cpu,
        boolean outputOpen,
        Optional<Excess> overLimit) {

    /** The end of a child that the kernel did not end for a limit. */
    public Exit(
            Ending ending,
            Asked asked,
            Instant at,
            Duration lifetime,
            Optional<Duration> cpu,
            boolean outputOpen) {
        this(ending, asked, at, lifetime, cpu, outputOpen, Optional.empty());
    }

    /** Who wanted a child to end. */
    public enum Asked {
        /** Nobody here: it ended by itself, or something outside ended it. */
        NOBODY,
        /** A caller sent it a signal. */
        SIGNAL,
        /** A caller stopped it. */
        STOP,
        /** The engine was closed. */
        CLOSE
    }

    /** How a process ends. */
    public sealed interface Ending {
        /** It exited by itself with this code. */
        record Code(int code) implements Ending {}

        /** A signal ended it. */
        record Killed(Signal signal, boolean core) implements Ending {}

        /** It is gone, but the system did not say how. */
        record Unknown(String why) implements Ending {}
    }

    /** True for exit code 0. */
    public boolean clean() {
        return ending instanceof Ending.Code(int code) && code == 0;
    }

    /** The code a shell would show: the exit code, or 128 + the signal's number. */
    public int shellCode() {
        return switch (ending) {
            case Ending.Code(int code) -> code;
            case Ending.Killed(Signal signal, boolean _) -> 128 + signal.number();
            case Ending.Unknown _ -> 255;
        };
    }

    /**
     * One phrase for a person, such as {@code exit 3}, {@code killed by SIGSEGV (core dumped)} or
     * {@code killed: memory over 256 MB}.
     */
    public String describe() {
        if (overLimit.isPresent()) {
            return "killed: " + overLimit.get().describe();
        }
        return switch (ending) {
            case Ending.Code(int code) -> "exit " + code;
            case Ending.Killed(Signal signal, boolean core) ->
                    "killed by " + signal + (core ? " (core dumped)" : "");
            case Ending.Unknown(String why) -> "gone, exit unknown: " + why;
        };
    }
}
