package dev.foster.daemon.log;

/**
 * One line of a log.
 *
 * @param nanos its time since 1970, which no other line has
 * @param letter its stream, as in {@link LineCode}
 */
public record StoredLine(long nanos, char letter, String text) {

    /** The same with at most so many characters; a text that is longer says how much longer. */
    StoredLine cut(int longest) {
        if (text.length() <= longest) {
            return this;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        String shorter =
                text.substring(0, end) + "… (" + (text.length() - end) + " more characters)";
        return new StoredLine(nanos, letter, shorter);
    }
}
