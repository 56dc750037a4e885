package dev.foster.stdio.http;

import dev.foster.http.RandomWord;

/** The name of a session, which nobody guesses: 192 bits at random. */
record SessionId(String text) {
    private static final int BYTES = 24;
    private static final int SHOWN = 8;

    static SessionId random() {
        return new SessionId(RandomWord.ofBytes(BYTES));
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
