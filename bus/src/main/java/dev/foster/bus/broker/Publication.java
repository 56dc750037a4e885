package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * A message as it lies in the read buffer: positions, no copies. One object per parser is filled
 * again for each message, and is worth nothing after the call it was handed to.
 */
final class Publication {
    byte[] bytes = new byte[0];
    int subjectFrom;
    int subjectTo;
    int replyFrom;
    int replyTo;

    /** The digits of the header's size as the client wrote them, if there is a header. */
    int headerDigitsFrom;

    int headerDigitsTo;

    /** The digits of the whole size as the client wrote them. */
    int digitsFrom;

    int digitsTo;
    int headerLength;
    int payloadFrom;

    /** With the header. */
    int payloadLength;

    /**
     * Where that begins which a receiver gets as the client wrote it, from the reply or the sizes
     * to the end; -1 if there are other blanks or line ends in it than a receiver should see.
     */
    int tailFrom;

    boolean hasReply() {
        return replyTo > replyFrom;
    }

    boolean hasHeader() {
        return headerDigitsTo > headerDigitsFrom;
    }

    String subject() {
        return text(subjectFrom, subjectTo);
    }

    String reply() {
        return text(replyFrom, replyTo);
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, ISO_8859_1);
    }
}
