package dev.foster.bus.broker;

/** Why a connection ends; the text, if any, is what the client is told. */
enum Refusal {
    UNKNOWN_OPERATION("Unknown Protocol Operation"),
    MALFORMED(""),
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
    SLOW_CONSUMER(""),
    TLS_FAILED(""),
    CLIENT_LEFT(""),
    SERVER_CLOSED("");

    final String text;

    Refusal(String text) {
        this.text = text;
    }
}
