package dev.foster.bus.broker;

import java.time.Duration;
import java.util.Optional;

/** What a user may publish and subscribe to. */
public record Permissions(
        SubjectRules publish, SubjectRules subscribe, Optional<Responses> responses) {

    /** No limits. */
    public static final Permissions ALL =
            new Permissions(SubjectRules.EVERYTHING, SubjectRules.EVERYTHING, Optional.empty());

    /** Lets a user answer a request it received, whatever it may publish otherwise. */
    public record Responses(int most, Duration within) {
        /** One answer within two minutes. */
        public static final Responses ONE = new Responses(1, Duration.ofMinutes(2));
    }

    /** Permissions for publishing and subscribing, with answers to requests allowed. */
    public static Permissions of(SubjectRules publish, SubjectRules subscribe) {
        return new Permissions(publish, subscribe, Optional.of(Responses.ONE));
    }

    Permissions internal() {
        return new Permissions(publish.internal(), subscribe.internal(), responses);
    }
}
