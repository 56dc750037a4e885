package dev.foster.bus.broker;

/**
 * A client that had to go, or could not come in.
 *
 * @param connection its id
 * @param peer its address and port
 * @param user what it called itself; may be empty
 * @param why in the words it was told, or would have been
 * @param others how many more of this kind there were since the last that was told
 */
public record ClientTrouble(
        Kind kind, long connection, String peer, String user, String why, long others) {
    private static final int LONGEST = 64;

    /** What kind of trouble. */
    public enum Kind {
        /** It did not read what it had asked for. */
        SLOW_CONSUMER,
        /** It was not let in. */
        REFUSED,
        /** It said what no client may say. */
        PROTOCOL_ERROR
    }

    /** Texts of strangers must not look like more than one line, nor fill a log. */
    static String harmless(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints()
                .limit(LONGEST)
                .forEach(each -> clean.appendCodePoint(Character.isISOControl(each) ? '?' : each));
        return clean.toString();
    }
}
