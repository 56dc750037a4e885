package dev.foster.tui.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

class KeyDecoderTest {
    private static final int MANY_SILENCES = 30;

    private final List<Input> inputs = new ArrayList<>();
    private final KeyDecoder decoder = new KeyDecoder(inputs::add);

    static Stream<String> keys() {
        return Stream.of(
                // What is sent, then the key, with a bar in between.
                "a|a",
                "Z|Z",
                "?|?",
                " |Space",
                "ä|ä",
                "日|日",
                "😀|😀",
                "\t|Tab",
                "\r|Enter",
                "\n|Enter",
                "\177|Backspace",
                "\b|Backspace",
                "\001|Ctrl-a",
                "\003|Ctrl-c",
                "\032|Ctrl-z",
                "\0|Ctrl-Space",
                "\034|Ctrl-\\",
                "\037|Ctrl-_",
                "\033[A|Up",
                "\033[B|Down",
                "\033[C|Right",
                "\033[D|Left",
                "\033OA|Up",
                "\033OB|Down",
                "\033OC|Right",
                "\033OD|Left",
                "\033[H|Home",
                "\033[F|End",
                "\033OH|Home",
                "\033OF|End",
                "\033[1~|Home",
                "\033[7~|Home",
                "\033[4~|End",
                "\033[8~|End",
                "\033[2~|Insert",
                "\033[3~|Delete",
                "\033[5~|PageUp",
                "\033[6~|PageDown",
                "\033OP|F1",
                "\033OQ|F2",
                "\033OR|F3",
                "\033OS|F4",
                "\033[P|F1",
                "\033[R|F3",
                "\033[11~|F1",
                "\033[12~|F2",
                "\033[13~|F3",
                "\033[14~|F4",
                "\033[15~|F5",
                "\033[17~|F6",
                "\033[18~|F7",
                "\033[19~|F8",
                "\033[20~|F9",
                "\033[21~|F10",
                "\033[23~|F11",
                "\033[24~|F12",
                "\033[[A|F1",
                "\033[[E|F5",
                "\033[Z|Shift-Tab",
                "\033[1;5D|Ctrl-Left",
                "\033[1;3C|Alt-Right",
                "\033[1;2A|Shift-Up",
                "\033[1;6B|Ctrl-Shift-Down",
                "\033[1;7D|Alt-Ctrl-Left",
                "\033[1;9A|Alt-Up",
                "\033[3;5~|Ctrl-Delete",
                "\033[5;3~|Alt-PageUp",
                "\033[1;2P|Shift-F1",
                "\033[15;5~|Ctrl-F5",
                "\033[1;5H|Ctrl-Home",
                "\033O5C|Ctrl-Right",
                "\033O1;5C|Ctrl-Right",
                "\033Oa|Ctrl-Up",
                "\033[a|Shift-Up",
                "\033[3^|Ctrl-Delete",
                "\033\033[A|Alt-Up",
                "\033\033OB|Alt-Down",
                "\033x|Alt-x",
                "\033X|Alt-X",
                "\033ä|Alt-ä",
                "\033\r|Alt-Enter",
                "\033\177|Alt-Backspace",
                "\033\001|Alt-Ctrl-a",
                "\033 |Alt-Space",
                "\033[99;5u|Ctrl-c",
                "\033[27u|Esc",
                "\033[13;2u|Shift-Enter",
                "\033[97;2u|A",
                "\033[27;5;105~|Ctrl-i",
                "\033[228;3u|Alt-ä",
                "\033OM|Enter",
                "\033Ok|+",
                "\033Op|0",
                "\033Oy|9",
                "\033OX|=",
                "\033[1;1:1A|Up");
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyIsKnownByWhatTheTerminalSends(String line) {
        int bar = line.lastIndexOf('|');
        String sent = line.substring(0, bar);
        Input expected = new Input.Press(new Key(line.substring(bar + 1)));

        feed(sent);
        if (decoder.pending()) {
            decoder.timeout();
        }
        assertThat(inputs).containsExactly(expected);

        // However it is cut in pieces, and whatever comes after it.
        byte[] bytes = bytes(sent + "q");
        if (bytes[0] == 0x1b && bytes[1] == 'X') {
            return;
        }
        for (int cut = 1; cut < bytes.length; cut++) {
            inputs.clear();
            decoder.feed(bytes, cut);
            byte[] rest = java.util.Arrays.copyOfRange(bytes, cut, bytes.length);
            decoder.feed(rest, rest.length);
            assertThat(inputs).containsExactly(expected, new Input.Press(Key.of("q")));
            assertThat(decoder.pending()).isFalse();
        }
    }

    @Test
    void onlySilenceTellsEscFromTheBeginningOfMore() {
        feed("\033");
        assertThat(inputs).isEmpty();
        assertThat(decoder.pending()).isTrue();

        decoder.timeout();
        assertThat(inputs).containsExactly(new Input.Press(Key.ESCAPE));
        assertThat(decoder.pending()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "O", "]", "P", "_"})
    void altWithAKeyThatCouldBeginMoreIsThatAfterSilence(String key) {
        feed("\033" + key);
        assertThat(inputs).isEmpty();
        decoder.timeout();
        assertThat(inputs).containsExactly(new Input.Press(Key.alt(Key.of(key))));
    }

    @Test
    void escTwiceIsTwoKeys() {
        feed("\033\033");
        decoder.timeout();
        assertThat(inputs)
                .containsExactly(new Input.Press(Key.ESCAPE), new Input.Press(Key.ESCAPE));

        inputs.clear();
        feed("\033\033x");
        assertThat(inputs)
                .containsExactly(
                        new Input.Press(Key.ESCAPE), new Input.Press(Key.alt(Key.of("x"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\033[I",
                "\033[O",
                "\033[?1;2c",
                "\033[>0;276;0c",
                "\033[24;80R",
                "\033[0n",
                "\033]11;rgb:0000/0000/0000\033\\",
                "\033]52;c;AAAA\007",
                "\033P1+r544e\033\\",
                "\033[?2026;2$y",
                "\033_Gi=31;OK\033\\",
                "\033[201~",
                "\033[99~",
                "\033[<0;5;5m",
                "\033[<32;5;5M",
                "\033[<35;5;5M",
                "\033[<1;5;5M",
                "\033[<2;5;5M",
                "\033[<66;5;5M",
                "\033[<0;0;5M",
                "\033[<M",
                "\033[M#!!",
                "\033[E",
                "\033[[Z"
            })
    void whatNobodyPressedIsPassedOver(String sent) {
        for (int cut = 1; cut <= sent.length(); cut++) {
            feed(sent.substring(0, cut));
            feed(sent.substring(cut) + "q");
        }
        assertThat(inputs).hasSize(sent.length()).containsOnly(new Input.Press(Key.of("q")));
    }

    @Test
    void theMouseClicksAndTurnsItsWheel() {
        feed("\033[<0;5;7M\033[<0;5;7m\033[<64;1;1M\033[<65;200;60M\033[<4;300;1M");
        feed("\033[M !!\033[M`\"#");

        assertThat(inputs)
                .containsExactly(
                        new Input.Click(4, 6),
                        new Input.Wheel(0, 0, -3),
                        new Input.Wheel(199, 59, 3),
                        new Input.Click(299, 0),
                        new Input.Click(0, 0),
                        new Input.Wheel(1, 2, -3));
    }

    @Test
    void whatIsPastedIsTextAndNothingElse() {
        String sent = "\033[200~one\rtwo\r\nthree\tq\033[A\003 ä\033[20\033[201~x";
        var expected =
                List.of(new Input.Paste("one\ntwo\nthree\tq[A ä[20"), new Input.Press(Key.of("x")));
        byte[] bytes = bytes(sent);
        for (int cut = 0; cut < bytes.length; cut++) {
            inputs.clear();
            decoder.feed(bytes, cut);
            byte[] rest = java.util.Arrays.copyOfRange(bytes, cut, bytes.length);
            decoder.feed(rest, rest.length);
            assertThat(inputs).isEqualTo(expected);
        }
    }

    @Test
    void aPasteThatNeverEndsDoesNotKeepTheKeys() {
        feed("\033[200~half");
        decoder.timeout();
        assertThat(inputs).isEmpty();
        feed(" of it");
        silence();

        assertThat(inputs).containsExactly(new Input.Paste("half of it"));
        feed("q");
        assertThat(inputs).endsWith(new Input.Press(Key.of("q")));
    }

    @Test
    void aHugePasteIsCut() {
        feed("\033[200~" + "x".repeat(3 << 20) + "\033[201~q");

        assertThat(inputs).hasSize(2);
        assertThat(((Input.Paste) inputs.getFirst()).text()).hasSize(1 << 20);
    }

    @Test
    void bytesThatAreNoTextArePassedOver() {
        decoder.feed(new byte[] {(byte) 0xff, (byte) 0xc3, 'a', (byte) 0x80, 'b'}, 5);
        decoder.feed(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80, 'c'}, 4);
        decoder.feed(new byte[] {(byte) 0xc2, (byte) 0x9b, 'd', (byte) 0xe2}, 4);
        decoder.timeout();
        feed("e");

        assertThat(inputs)
                .containsExactly(
                        Stream.of("a", "b", "c", "d", "e")
                                .map(key -> new Input.Press(Key.of(key)))
                                .toArray(Input[]::new));
    }

    @Test
    void whateverComesTheNextKeyAfterSilenceIsUnderstood() {
        var random = new Random(7);
        byte[] likely = bytes("\033\033\033[[O<;;0123MmABu~]P\\\007q\u00e4");
        for (int round = 0; round < 50_000; round++) {
            var bytes = new byte[random.nextInt(12)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] =
                        random.nextBoolean()
                                ? likely[random.nextInt(likely.length)]
                                : (byte) random.nextInt(256);
            }
            decoder.feed(bytes, bytes.length);
            silence();
            assertThat(decoder.pending()).isFalse();
            inputs.clear();
            feed("q");
            assertThat(inputs).containsExactly(new Input.Press(Key.of("q")));
        }
    }

    private void silence() {
        for (int i = 0; i < MANY_SILENCES && decoder.pending(); i++) {
            decoder.timeout();
        }
    }

    private void feed(String text) {
        byte[] bytes = bytes(text);
        decoder.feed(bytes, bytes.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
