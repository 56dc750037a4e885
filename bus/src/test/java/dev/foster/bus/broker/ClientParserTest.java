package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** However the bytes of a client are split, the same commands come out. */
class ClientParserTest {
    private static final int MAX_LINE = 64;
    private static final int MAX_PAYLOAD = 4096;

    /** Writes down what it was told. */
    private static final class Notes implements ClientParser.Commands {
        final List<String> said = new ArrayList<>();

        private boolean note(String what) {
            said.add(what);
            return true;
        }

        @Override
        public boolean connect(String json) {
            return note("connect " + json);
        }

        @Override
        public boolean publish(Publication message) {
            String body =
                    new String(
                            message.bytes, message.payloadFrom, message.payloadLength, ISO_8859_1);
            return note(
                    String.join(
                            "|",
                            message.subject(),
                            message.reply(),
                            String.valueOf(message.hasHeader()),
                            String.valueOf(message.headerLength),
                            body));
        }

        @Override
        public boolean subscribe(String subject, String queue, String sid) {
            return note("sub " + subject + " " + queue + " " + sid);
        }

        @Override
        public boolean unsubscribe(String sid, int limit) {
            return note("unsub " + sid + " " + limit);
        }

        @Override
        public boolean ping() {
            return note("ping");
        }

        @Override
        public boolean pong() {
            return note("pong");
        }

        @Override
        public boolean refused(Refusal refusal) {
            said.add("refused " + refusal);
            return false;
        }

        boolean over() {
            return !said.isEmpty() && said.getLast().startsWith("refused");
        }
    }

    /** Feeds a parser as a connection does: what is left unfinished comes again with the next. */
    private static List<String> heard(byte[] all, int... cuts) {
        Notes notes = new Notes();
        ClientParser parser = new ClientParser(notes, MAX_LINE, MAX_PAYLOAD);
        parser.headers(true);
        byte[] left = {};
        int from = 0;
        int[] ends = Arrays.copyOf(cuts, cuts.length + 1);
        ends[cuts.length] = all.length;
        for (int to : ends) {
            byte[] bytes = Arrays.copyOf(left, left.length + to - from);
            System.arraycopy(all, from, bytes, left.length, to - from);
            from = to;
            int rest = parser.parse(bytes, 0, bytes.length);
            assertThat(rest).isBetween(0, bytes.length);
            if (notes.over()) {
                break;
            }
            left = Arrays.copyOfRange(bytes, rest, bytes.length);
            assertThat(parser.wanted() == 0 || parser.wanted() > left.length).isTrue();
        }
        return notes.said;
    }

    private static byte[] sentences(Random random, int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int index = 0; index < count; index++) {
            byte[] payload = new byte[random.nextInt(40)];
            random.nextBytes(payload);
            String end = random.nextBoolean() ? "\r\n" : "\n";
            String blank = random.nextBoolean() ? " " : " \t ";
            switch (random.nextInt(9)) {
                case 0 -> text(out, "PING" + end);
                case 1 -> text(out, "pong" + end);
                case 2 -> text(out, "Sub" + blank + "a.*" + blank + index + end);
                case 3 -> text(out, "SUB a.> q" + blank + index + end);
                case 4 -> text(out, "UNSUB " + index + end);
                case 5 -> text(out, "UNSUB " + index + blank + random.nextInt(9) + end);
                case 6 -> text(out, "CONNECT {\"verbose\":false}" + end);
                case 7 -> {
                    String reply = random.nextBoolean() ? "r" + blank : "";
                    text(out, "PUB" + blank + "a.b " + reply + payload.length + end);
                    out.writeBytes(payload);
                    text(out, "\r\n");
                }
                default -> {
                    text(out, "HPUB a r 12 " + (12 + payload.length) + end + "NATS/1.0\r\n\r\n");
                    out.writeBytes(payload);
                    text(out, "\r\n");
                }
            }
        }
        return out.toByteArray();
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(ISO_8859_1));
    }

    @Test
    void aCutAtAnyByteChangesNothing() {
        byte[] all = sentences(new Random(7), 60);
        List<String> whole = heard(all);
        assertThat(whole).hasSize(60);
        for (int cut = 1; cut < all.length; cut++) {
            assertThat(heard(all, cut)).as("cut at %d", cut).isEqualTo(whole);
        }
    }

    @Test
    void oneByteAtATimeChangesNothing() {
        for (int seed = 0; seed < 50; seed++) {
            byte[] all = sentences(new Random(seed), 40);
            int[] everywhere = new int[all.length - 1];
            Arrays.setAll(everywhere, index -> index + 1);
            assertThat(heard(all, everywhere)).as("seed %d", seed).isEqualTo(heard(all));
        }
    }

    @Test
    void damagedSentencesEndTheSameWayHoweverTheyAreCut() {
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            byte[] all = sentences(random, 1 + random.nextInt(8));
            for (int damage = random.nextInt(4); damage >= 0; damage--) {
                all[random.nextInt(all.length)] = (byte) random.nextInt(256);
            }
            int[] cuts = random.ints(5, 0, all.length + 1).sorted().toArray();
            assertThat(heard(all, cuts)).as("seed %d", seed).isEqualTo(heard(all));
        }
    }

    @Test
    void noiseIsRefusedAtTheFirstByteThatIsNoCommand() {
        for (int value = 0; value < 256; value++) {
            boolean begins = "PpHhSsUuCcIi+-".indexOf(value) >= 0;
            List<String> said = heard(new byte[] {(byte) value});
            assertThat(said)
                    .as("byte %d", value)
                    .isEqualTo(begins ? List.of() : List.of("refused UNKNOWN_OPERATION"));
        }
    }

    @Test
    void aLineWithoutAnEndIsRefusedOnceItIsTooLong() {
        byte[] line = ("SUB " + "a".repeat(MAX_LINE)).getBytes(ISO_8859_1);
        assertThat(heard(line)).isEmpty();
        byte[] longer = ("SUB " + "a".repeat(MAX_LINE + 1)).getBytes(ISO_8859_1);
        assertThat(heard(longer)).containsExactly("refused LINE_TOO_LONG");
    }
}
