package dev.foster.daemon.notify;

import dev.foster.supervise.report.Happening;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Finds out why runs end, by what is told of them before. Everything has to be told by one thread,
 * in order.
 */
public final class Endings {

    /** Why a run ended. These are all there are: they become labels. */
    public enum Reason {
        /** By itself, and well. */
        OK,
        /** By itself, and not well. */
        ERROR,
        /** A signal of somebody else ended it. */
        SIGNAL,
        /** Somebody asked for it. */
        STOPPED,
        UNHEALTHY,
        NOT_READY,
        OVER_LIMIT,
        /** It never began. */
        START_FAILED,
        /** It is gone, and the system did not say how. */
        UNKNOWN;

        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }

        /** Whether nobody asked for it and it was not well either. */
        boolean crash() {
            return this == ERROR || this == SIGNAL || this == UNKNOWN || this == START_FAILED;
        }
    }

    private final Map<Long, Reason> announced = new HashMap<>();
    private final BiPredicate<String, Integer> success;

    /**
     * @param success whether an exit code of a process is a good one
     */
    public Endings(BiPredicate<String, Integer> success) {
        this.success = success;
    }

    /** Why a run ended, when that is what happened. */
    public Optional<Reason> on(Happening happening) {
        long run = happening.run();
        // By its word: what else happens is none of our business, however many kinds there are.
        switch (happening.kind().word()) {
            case "unhealthy" -> announced.putIfAbsent(run, Reason.UNHEALTHY);
            case "not-ready" -> announced.putIfAbsent(run, Reason.NOT_READY);
            case "over-limit" -> {
                if (!"report".equals(happening.details().get("then"))) {
                    announced.putIfAbsent(run, Reason.OVER_LIMIT);
                }
            }
            case "stopping" -> announced.putIfAbsent(run, Reason.STOPPED);
            // One that is stuck may go yet, and then for the same reason.
            case "stopped" -> announced.remove(run);
            case "start-failed" -> {
                announced.remove(run);
                return Optional.of(Reason.START_FAILED);
            }
            case "exited" -> {
                Reason known = announced.remove(run);
                return Optional.of(known == null ? byExit(happening) : known);
            }
            default -> {}
        }
        return Optional.empty();
    }

    private Reason byExit(Happening exited) {
        String code = exited.details().getOrDefault("exit_code", "");
        if (code.matches("\\d{1,9}") && success.test(exited.name(), Integer.parseInt(code))) {
            return Reason.OK;
        }
        if (exited.text().startsWith("killed by ")) {
            return Reason.SIGNAL;
        }
        return exited.text().startsWith("gone") ? Reason.UNKNOWN : Reason.ERROR;
    }
}
