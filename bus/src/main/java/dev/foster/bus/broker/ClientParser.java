package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;

/**
 * Reads what a client says from a byte array, one whole command after the other.
 *
 * <p>A command that is not there yet is left for the next call, which sees it again from its start;
 * so nothing is copied or remembered between calls, and where the bytes were split cannot matter.
 * Garbage is refused at the first byte that no command has at that place.
 */
final class ClientParser {
    /** What the commands mean. Each answers whether the parser shall go on. */
    interface Commands {
        boolean connect(String json);

        boolean publish(Publication message);

        /** Words of a SUB: subject, maybe a queue group, id. */
        boolean subscribe(String subject, String queue, String sid);

        /** {@code limit} is 0 where the subscription ends at once. */
        boolean unsubscribe(String sid, int limit);

        boolean ping();

        boolean pong();

        boolean refused(Refusal refusal);
    }

    private enum Operation {
        PUB(true),
        HPUB(true),
        SUB(true),
        UNSUB(true),
        // A server takes what follows these two as it is, with a blank or without.
        CONNECT(false),
        PING(false),
        PONG(false),
        INFO(false),
        OK("+ok", false),
        ERROR("-err", true),
        /** Too short to tell. */
        UNFINISHED("", false),
        UNKNOWN("", false);

        final String word;
        final boolean takesWords;

        Operation(boolean takesWords) {
            this.word = name().toLowerCase(Locale.ROOT);
            this.takesWords = takesWords;
        }

        Operation(String word, boolean takesWords) {
            this.word = word;
            this.takesWords = takesWords;
        }
    }

    private static final int MOST_WORDS = 5;
    private static final int MOST_DIGITS = 9;

    private final Commands commands;
    private final int maxLine;
    private final int maxPayload;
    private final Publication message = new Publication();
    private final int[] from = new int[MOST_WORDS];
    private final int[] to = new int[MOST_WORDS];
    private int wanted;
    private boolean connectFirst;
    private boolean headers;

    ClientParser(Commands commands, int maxLine, int maxPayload) {
        this.commands = commands;
        this.maxLine = maxLine;
        this.maxPayload = maxPayload;
    }

    /** Whether anything but CONNECT is refused. */
    void connectFirst(boolean only) {
        connectFirst = only;
    }

    /** Whether the client said that it knows headers. */
    void headers(boolean known) {
        headers = known;
    }

    /** How long the unfinished command is from its first byte; 0 if that is not known yet. */
    int wanted() {
        return wanted;
    }

    /** Carries out every whole command in the range; answers where the unfinished one begins. */
    int parse(byte[] bytes, int start, int end) {
        wanted = 0;
        int at = start;
        while (at < end) {
            int next = command(bytes, at, end);
            if (next < 0) {
                return end;
            }
            if (next == at) {
                return at;
            }
            at = next;
        }
        return at;
    }

    /** Where the next command begins; {@code at} if this one is unfinished, -1 to stop. */
    private int command(byte[] bytes, int at, int end) {
        if (connectFirst && (bytes[at] | 0x20) != 'c') {
            return refuse(Refusal.NOT_AUTHORIZED);
        }
        Operation operation = operation(bytes, at, end);
        if (operation == Operation.UNFINISHED) {
            return at;
        }
        if (operation == Operation.UNKNOWN) {
            return refuse(Refusal.UNKNOWN_OPERATION);
        }
        int words = at + operation.word.length();
        while (words < end && blank(bytes[words])) {
            words++;
        }
        int newline = words;
        while (newline < end && bytes[newline] != '\n') {
            newline++;
        }
        int stop = newline > words && bytes[newline - 1] == '\r' ? newline - 1 : newline;
        if (stop - words > maxLine) {
            return refuse(Refusal.LINE_TOO_LONG);
        }
        if (newline == end) {
            return at;
        }
        return switch (operation) {
            case PUB, HPUB -> publish(bytes, at, words, stop, newline + 1, end, operation);
            default -> line(operation, bytes, words, stop) ? newline + 1 : -1;
        };
    }

    private int publish(
            byte[] bytes, int at, int words, int stop, int body, int end, Operation operation) {
        boolean header = operation == Operation.HPUB;
        int count = split(bytes, words, stop, false);
        int fixed = header ? 3 : 2;
        if ((header && !headers) || count < fixed || count > fixed + 1) {
            return refuse(Refusal.MALFORMED);
        }
        int size = number(bytes, from[count - 1], to[count - 1]);
        int headerSize = header ? number(bytes, from[count - 2], to[count - 2]) : 0;
        if (size < 0 || headerSize < 0 || headerSize > size) {
            return refuse(Refusal.MALFORMED);
        }
        if (size > maxPayload) {
            return refuse(Refusal.PAYLOAD_TOO_BIG);
        }
        int tail = body + size;
        if ((tail < end && bytes[tail] != '\r') || (tail + 1 < end && bytes[tail + 1] != '\n')) {
            return refuse(Refusal.UNKNOWN_OPERATION);
        }
        if (tail + 2 > end) {
            wanted = tail + 2 - at;
            return at;
        }
        fill(bytes, count, header, count > fixed);
        message.headerLength = headerSize;
        message.payloadFrom = body;
        message.payloadLength = size;
        message.tailFrom = tail(bytes, count > fixed ? 1 : count - (header ? 2 : 1), count, body);
        return commands.publish(message) ? tail + 2 : -1;
    }

    private void fill(byte[] bytes, int count, boolean header, boolean reply) {
        message.bytes = bytes;
        message.subjectFrom = from[0];
        message.subjectTo = to[0];
        message.replyFrom = reply ? from[1] : 0;
        message.replyTo = reply ? to[1] : 0;
        message.headerDigitsFrom = header ? from[count - 2] : 0;
        message.headerDigitsTo = header ? to[count - 2] : 0;
        message.digitsFrom = from[count - 1];
        message.digitsTo = to[count - 1];
    }

    private int tail(byte[] bytes, int first, int count, int body) {
        for (int word = first; word < count - 1; word++) {
            if (from[word + 1] != to[word] + 1 || bytes[to[word]] != ' ') {
                return -1;
            }
        }
        int stop = to[count - 1];
        return body == stop + 2 && bytes[stop] == '\r' ? from[first] : -1;
    }

    private boolean line(Operation operation, byte[] bytes, int words, int stop) {
        return switch (operation) {
            case PING -> commands.ping();
            case PONG -> commands.pong();
            case SUB -> subscribe(bytes, split(bytes, words, stop, true));
            case UNSUB -> unsubscribe(bytes, split(bytes, words, stop, true));
            case CONNECT -> commands.connect(new String(bytes, words, stop - words, UTF_8));
            // A server's words in a client's mouth: harmless, and a real server lets them pass.
            case INFO ->
                    ServerWords.wellFormed(new String(bytes, words, stop - words, UTF_8))
                            || commands.refused(Refusal.MALFORMED);
            case OK -> true;
            default -> commands.refused(Refusal.MALFORMED);
        };
    }

    private boolean subscribe(byte[] bytes, int count) {
        if (count != 2 && count != 3) {
            return commands.refused(Refusal.MALFORMED);
        }
        String queue = count == 3 ? word(bytes, 1) : "";
        return commands.subscribe(word(bytes, 0), queue, word(bytes, count - 1));
    }

    private boolean unsubscribe(byte[] bytes, int count) {
        if (count != 1 && count != 2) {
            return commands.refused(Refusal.MALFORMED);
        }
        int limit = count == 2 ? number(bytes, from[1], to[1]) : 0;
        return commands.unsubscribe(word(bytes, 0), Math.max(0, limit));
    }

    private int refuse(Refusal refusal) {
        var _ = commands.refused(refusal);
        return -1;
    }

    private String word(byte[] bytes, int index) {
        return new String(bytes, from[index], to[index] - from[index], ISO_8859_1);
    }

    /**
     * Finds the words of a line; one more than fits counts, and is not kept. A carriage return
     * parts the words of some commands as a blank does, and is a letter in those of others: so the
     * server has it.
     */
    private int split(byte[] bytes, int start, int stop, boolean returns) {
        int count = 0;
        int at = start;
        while (at < stop) {
            if (parts(bytes[at], returns)) {
                at++;
                continue;
            }
            int first = at;
            while (at < stop && !parts(bytes[at], returns)) {
                at++;
            }
            if (count == MOST_WORDS) {
                return MOST_WORDS + 1;
            }
            from[count] = first;
            to[count] = at;
            count++;
        }
        return count;
    }

    private static int number(byte[] bytes, int from, int to) {
        if (to - from > MOST_DIGITS) {
            return -1;
        }
        int value = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private static boolean parts(byte value, boolean returns) {
        return blank(value) || (returns && value == '\r');
    }

    private static boolean blank(byte value) {
        return value == ' ' || value == '\t';
    }

    private static Operation operation(byte[] bytes, int at, int end) {
        return switch (bytes[at] | 0x20) {
            case 'p' -> {
                int second = at + 1 < end ? bytes[at + 1] | 0x20 : 0;
                yield switch (second) {
                    case 0 -> at + 1 < end ? Operation.UNKNOWN : Operation.UNFINISHED;
                    case 'u' -> whole(Operation.PUB, bytes, at, end);
                    case 'i' -> whole(Operation.PING, bytes, at, end);
                    case 'o' -> whole(Operation.PONG, bytes, at, end);
                    default -> Operation.UNKNOWN;
                };
            }
            case 'h' -> whole(Operation.HPUB, bytes, at, end);
            case 's' -> whole(Operation.SUB, bytes, at, end);
            case 'u' -> whole(Operation.UNSUB, bytes, at, end);
            case 'c' -> whole(Operation.CONNECT, bytes, at, end);
            case 'i' -> whole(Operation.INFO, bytes, at, end);
            case '+' -> whole(Operation.OK, bytes, at, end);
            case '-' -> whole(Operation.ERROR, bytes, at, end);
            default -> Operation.UNKNOWN;
        };
    }

    private static Operation whole(Operation operation, byte[] bytes, int at, int end) {
        String word = operation.word;
        int length = Math.min(word.length(), end - at);
        for (int index = 0; index < length; index++) {
            int given = bytes[at + index];
            int lower = given >= 'A' && given <= 'Z' ? given + 0x20 : given;
            if (lower != word.charAt(index)) {
                return Operation.UNKNOWN;
            }
        }
        if (length < word.length()) {
            return Operation.UNFINISHED;
        }
        int after = at + length;
        if (operation.takesWords && after < end && !blank(bytes[after])) {
            return Operation.UNKNOWN;
        }
        return after < end ? operation : Operation.UNFINISHED;
    }
}
