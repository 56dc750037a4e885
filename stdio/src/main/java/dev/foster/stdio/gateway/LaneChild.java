package dev.foster.stdio.gateway;

import dev.foster.supervise.restart.RestartHistory;

import java.util.Map;

/**
 * How it stands with the child of a lane.
 *
 * @param environment the variables its client has now
 * @param history how it fared, as far as that counts for its restarts
 * @param restarts how often it was started again after it had ended
 */
record LaneChild(
        Phase phase, Map<String, String> environment, RestartHistory history, int restarts) {

    /** What can be of it. */
    sealed interface Phase {
        /** Nobody has needed it yet. */
        record Unasked() implements Phase {}

        record Starting() implements Phase {}

        /**
         * It answers.
         *
         * @param environment the variables it was started with
         */
        record Up(Greeted child, Map<String, String> environment, long since) implements Phase {}

        /** It is started again at that time. */
        record Waiting(long retryAt) implements Phase {}

        /** There will be none any more. */
        record Over() implements Phase {}
    }

    LaneChild {
        environment = Map.copyOf(environment);
    }

    static LaneChild unasked(Map<String, String> environment) {
        return new LaneChild(new Phase.Unasked(), environment, RestartHistory.none(), 0);
    }

    LaneChild phase(Phase next) {
        return new LaneChild(next, environment, history, restarts);
    }

    LaneChild environment(Map<String, String> next) {
        return new LaneChild(phase, next, history, restarts);
    }

    LaneChild history(RestartHistory next) {
        return new LaneChild(phase, environment, next, restarts);
    }

    LaneChild countRestart() {
        return new LaneChild(phase, environment, history, restarts + 1);
    }
}
