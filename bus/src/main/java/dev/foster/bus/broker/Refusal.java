package dev.foster.bus.broker;

/** Why a connection ends; the text, if any, is what the client is told. */
enum Refusal {
    UNKNOWN_OPERATION("Unknown Protocol Operation"),
    MALFORMED("", "malformed command"),
    LINE_TOO_LONG("maximum control line exceeded"),
    PAYLOAD_TOO_BIG("Maximum Payload Violation"),
    NOT_AUTHORIZED("Authorization Violation"),
    AUTHENTICATION_LATE("Authentication Timeout"),
    USER_REMOVED("User Authentication Revoked"),
    WRONG_PROTOCOL("invalid client protocol"),
    NO_HEADERS("no responders requires headers support"),
    NO_MEMORY("insufficient resources"),
    TOO_MANY("maximum connections exceeded"),
    STALE("Stale Connection"),
    // Nothing can be told to one who does not read.
    SLOW_CONSUMER("", "slow consumer"),
    TLS_FAILED("", "TLS handshake failed"),
    CLIENT_LEFT("", "it left"),
    SERVER_CLOSED("", "the bus was closed");

    final String text;

    /** The same for those who watch. */
    final String why;

    Refusal(String text) {
        this(text, text);
    }

    Refusal(String text, String why) {
        this.text = text;
        this.why = why;
    }
}
