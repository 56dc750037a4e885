package dev.foster.daemon.notify;

import java.time.Duration;

/** A way to tell somebody. */
interface HookDelivery {

    /** Tries once. */
    Result attempt(Message message, Duration limit) throws InterruptedException;

    /**
     * What came of an attempt.
     *
     * @param text for people: what was answered, or why not
     */
    record Result(Verdict verdict, String text) {
        static Result delivered(String text) {
            return new Result(Verdict.DELIVERED, text);
        }

        static Result failed(String text) {
            return new Result(Verdict.FAILED, text);
        }

        static Result refused(String text) {
            return new Result(Verdict.REFUSED, text);
        }
    }

    /** How it went. */
    enum Verdict {
        DELIVERED,
        /** Another time it may work. */
        FAILED,
        /** It makes no sense to try again. */
        REFUSED
    }
}
