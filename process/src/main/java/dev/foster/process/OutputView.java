package dev.foster.process;

import java.util.EnumSet;
import java.util.Set;

/**
 * Which part of a child's output a subscriber wants.
 *
 * @param streams the streams, merged in the order of their arrival
 * @param from where to begin
 */
public record OutputView(Set<ChildStream> streams, From from) {

    /** Where a subscription begins. */
    public enum From {
        /** With the oldest byte still kept. */
        OLDEST,
        /** With what comes next. */
        NOW
    }

    public OutputView {
        streams = Set.copyOf(streams);
    }

    public static OutputView all() {
        return new OutputView(EnumSet.allOf(ChildStream.class), From.OLDEST);
    }

    public static OutputView only(ChildStream stream) {
        return new OutputView(Set.of(stream), From.OLDEST);
    }

    /** The same streams, from now on. */
    public OutputView fromNow() {
        return new OutputView(streams, From.NOW);
    }
}
