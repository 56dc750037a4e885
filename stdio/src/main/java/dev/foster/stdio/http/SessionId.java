package dev.foster.stdio.http;

import java.security.SecureRandom;
import java.util.Base64;

/** The name of a session, which nobody guesses: 192 bits at random. */
record SessionId(String text) {
    private static final int BYTES = 24;
    private static final int SHOWN = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    static SessionId random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new SessionId(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Its beginning, for people: the 144 bits that are left keep it safe. */
    String shown() {
        return text.substring(0, Math.min(SHOWN, text.length()));
    }

    @Override
    public String toString() {
        return shown();
    }
}
