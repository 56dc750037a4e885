package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Random;

/** What clients may say, and what becomes of it on a bad day; the same for the same seed. */
final class Conversations {
    private static final String[] PIECES = {
        " ",
        "\t",
        "\r\n",
        "\n",
        "\r",
        "PUB ",
        "SUB a 1\r\n",
        "0",
        "9",
        "-1",
        "99999999999",
        "a.",
        ".>",
        "*",
        "{",
        "}",
        "\"",
        "\0",
        "\u00e9",
        "CONNECT {}\r\n",
        "PING\r\n",
        "+OK\r\n",
        "HPUB a 1 2\r\n",
        "INFO {\"port\":1}\r\n",
        "INFO {"
    };

    private Conversations() {}

    /** Whole sentences. */
    static byte[] plain(Random random) {
        StringBuilder said = new StringBuilder();
        if (random.nextInt(4) > 0) {
            said.append("CONNECT {\"verbose\":")
                    .append(random.nextInt(3) == 0)
                    .append(",\"pedantic\":")
                    .append(random.nextInt(3) == 0)
                    .append(",\"headers\":true,\"no_responders\":true}\r\n");
        }
        for (int left = 1 + random.nextInt(8); left > 0; left--) {
            said.append(sentence(random));
        }
        return said.toString().getBytes(ISO_8859_1);
    }

    private static String sentence(Random random) {
        String subject = new String[] {"a", "a.b", "c.d.e", "x"}[random.nextInt(4)];
        int sid = random.nextInt(4);
        String body = "y".repeat(random.nextInt(12));
        return switch (random.nextInt(9)) {
            case 0 -> "PING\r\n";
            case 1 -> "PONG\r\n";
            case 2 -> "SUB " + subject + " " + sid + "\r\n";
            case 3 ->
                    "SUB "
                            + new String[] {"a.*", ">", "c.>"}[random.nextInt(3)]
                            + " "
                            + sid
                            + "\r\n";
            case 4 -> "UNSUB " + sid + (random.nextBoolean() ? " 2" : "") + "\r\n";
            case 5 -> "PUB " + subject + " r " + body.length() + "\r\n" + body + "\r\n";
            case 6 ->
                    "HPUB "
                            + subject
                            + " 12 "
                            + (12 + body.length())
                            + "\r\nNATS/1.0\r\n\r\n"
                            + body
                            + "\r\n";
            default -> "PUB " + subject + " " + body.length() + "\r\n" + body + "\r\n";
        };
    }

    /** The same with a few bytes changed, lost, doubled or put in. */
    static byte[] damaged(Random random) {
        byte[] said = plain(random);
        for (int left = 1 + random.nextInt(3); left > 0 && said.length > 0; left--) {
            said = damaged(said, random);
        }
        return said;
    }

    private static byte[] damaged(byte[] said, Random random) {
        int from = random.nextInt(said.length);
        int to = Math.min(said.length, from + 1 + random.nextInt(6));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(said, 0, from);
        switch (random.nextInt(4)) {
            case 0 -> {
                out.write(random.nextInt(256));
                out.write(said, from + 1, said.length - from - 1);
            }
            case 1 -> out.write(said, to, said.length - to);
            case 2 -> {
                out.write(said, from, to - from);
                out.write(said, from, said.length - from);
            }
            default -> {
                out.writeBytes(PIECES[random.nextInt(PIECES.length)].getBytes(ISO_8859_1));
                out.write(said, from, said.length - from);
            }
        }
        return out.toByteArray();
    }
}
