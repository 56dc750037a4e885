package dev.foster.stdio.spec;

import java.time.Duration;

/**
 * What clients may ask of a front.
 *
 * @param requestBytes the longest message of a client
 * @param sessions how many sessions there may be at once
 * @param sessionsPerCaller how many of them one caller may have
 * @param idle how long a session lives without a message of its client; zero for ever
 * @param ping how long before that end a client that still listens is asked whether it is there
 * @param perMinute how many requests a caller may send in a minute; zero for any number
 * @param age how long a session lives at most; zero for ever
 */
public record FrontLimits(
        int requestBytes,
        int sessions,
        int sessionsPerCaller,
        Duration idle,
        Duration ping,
        Duration age,
        int perMinute,
        StreamLimits streams) {

    /** 4 MB messages, 100 sessions, 20 a caller, 30 min idle, asked 30 s before, 24 h at most. */
    public static FrontLimits defaults() {
        return new FrontLimits(
                4 << 20,
                100,
                20,
                Duration.ofMinutes(30),
                Duration.ofSeconds(30),
                Duration.ofHours(24),
                0,
                StreamLimits.defaults());
    }

    public FrontLimits requestBytes(int wanted) {
        return new FrontLimits(
                wanted, sessions, sessionsPerCaller, idle, ping, age, perMinute, streams);
    }

    public FrontLimits sessions(int wanted) {
        return new FrontLimits(
                requestBytes, wanted, sessionsPerCaller, idle, ping, age, perMinute, streams);
    }

    public FrontLimits sessionsPerCaller(int wanted) {
        return new FrontLimits(requestBytes, sessions, wanted, idle, ping, age, perMinute, streams);
    }

    public FrontLimits idle(Duration wanted) {
        return new FrontLimits(
                requestBytes, sessions, sessionsPerCaller, wanted, ping, age, perMinute, streams);
    }

    public FrontLimits ping(Duration wanted) {
        return new FrontLimits(
                requestBytes, sessions, sessionsPerCaller, idle, wanted, age, perMinute, streams);
    }

    public FrontLimits age(Duration wanted) {
        return new FrontLimits(
                requestBytes, sessions, sessionsPerCaller, idle, ping, wanted, perMinute, streams);
    }

    public FrontLimits streams(StreamLimits wanted) {
        return new FrontLimits(
                requestBytes, sessions, sessionsPerCaller, idle, ping, age, perMinute, wanted);
    }

    public FrontLimits perMinute(int wanted) {
        return new FrontLimits(
                requestBytes, sessions, sessionsPerCaller, idle, ping, age, wanted, streams);
    }
}
