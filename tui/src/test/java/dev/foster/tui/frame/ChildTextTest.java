package dev.foster.tui.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Random;

class ChildTextTest {
    private static final String ESC = "\033";

    @Test
    void aPlainLineStaysAsItIs() {
        assertThat(ChildText.of("hello, world")).isEqualTo(Text.of("hello, world"));
        assertThat(ChildText.of("")).isEqualTo(Text.EMPTY);
        assertThat(ChildText.of("grün – 日本 ✓").plain()).isEqualTo("grün – 日本 ✓");
    }

    @Test
    void theSixteenColoursStay() {
        Text text = ChildText.of("a\033[31mb\033[92;44mc\033[39md\033[49me\033[107mf\033[mg");

        assertThat(text)
                .isEqualTo(
                        Text.of("a")
                                .plus("b", Style.of(Colour.RED))
                                .plus("c", Style.of(Colour.BRIGHT_GREEN).on(Colour.BLUE))
                                .plus("d", Style.PLAIN.on(Colour.BLUE))
                                .plus("e")
                                .plus("f", Style.PLAIN.on(Colour.BRIGHT_WHITE))
                                .plus("g"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "38;5;208",
                "38:5:208",
                "1;22;38;5;208",
                "58;5;3;38;5;208",
                "58:2::1:2:3;38:5:208"
            })
    void theColoursOfThePaletteStay(String code) {
        assertThat(ChildText.of(ESC + "[" + code + "mx"))
                .isEqualTo(Text.of("x", Style.of(Colour.ofPalette(208))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"38;2;255;128;7", "38:2:255:128:7", "38:2::255:128:7", "38:2:1:255:128:7"})
    void mixedColoursStay(String code) {
        assertThat(ChildText.of(ESC + "[" + code + "mx"))
                .isEqualTo(Text.of("x", Style.of(Colour.mixed(255, 128, 7))));
    }

    @Test
    void attributesComeAndGo() {
        assertThat(style("1;2;3;4;7;9").attributes()).isEqualTo(63);
        assertThat(style("1;2;3;4;7;9;22").attributes()).isEqualTo(63 - 3);
        assertThat(style("1;2;3;4;7;9;23;24;27;29").attributes()).isEqualTo(3);
        assertThat(style("1;31;0")).isEqualTo(Style.PLAIN);
        assertThat(style("4:3")).isEqualTo(Style.PLAIN.underline());
        assertThat(style("4;4:0")).isEqualTo(Style.PLAIN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"38", "38;5", "38;2;1", "48;9;1", "8", "5", "300;999999999999;12", ">4;2"})
    void codesThatAreCutOffOrUnknownDoNoHarm(String code) {
        assertThat(ChildText.of(ESC + "[" + code + "mx").plain()).isEqualTo("x");
    }

    private static Style style(String code) {
        return ChildText.of(ESC + "[" + code + "mx").spans().getFirst().style();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\033[2J",
                "\033[10;20H",
                "\033[?25l",
                "\033[?1049h",
                "\033[>4;2m",
                "\033[1 q",
                "\033]0;title\007",
                "\033]0;title\033\\",
                "\033]8;;http://x.example\033\\",
                "\033]52;c;aGVsbG8=\007",
                "\033Pq#0;2;0;0;0\033\\",
                "\033_Gf=100;AAAA\033\\",
                "\033^private\033\\",
                "\033Xstart\033\\",
                "\033(0",
                "\033)B",
                "\0337",
                "\033c",
                "\033#8",
                "\033=",
                "\u009b31;1H",
                "\u009d0;title\u009c",
                "\u0090data\u009c",
                "\u0085",
                "\u008d",
                "\016",
                "\017",
                "\033\033[K",
                "\033]0;half\030",
                "\033[31\033[0m",
                "\u202e",
                "\u2066",
                "\u2069",
                "\u200b",
                "\u200e",
                "\u200f",
                "\u2060",
                "\ufeff",
                "\u00ad",
                "\u200d",
            })
    void whateverWouldDoSomethingElseIsTakenOutInWhole(String sequence) {
        assertThat(ChildText.of("one" + sequence + "two").plain()).isEqualTo("onetwo");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\033",
                "\033[",
                "\033[31;",
                "\033[?",
                "\033]0;title",
                "\033Pabc",
                "\u009b3",
                "\033(",
                "\u009dtitle",
                "\033_",
                "\033]8;;x\033"
            })
    void whatIsNotFinishedIsTakenOutToo(String sequence) {
        assertThat(ChildText.of("one" + sequence).plain()).isEqualTo("one");
    }

    @Test
    void tabsGoToEveryEighthColumn() {
        assertThat(ChildText.of("\ta\tbcdefgh\ti").plain()).isEqualTo("        a       bcdefgh i");
        assertThat(ChildText.of("日本\tx").width()).isEqualTo(9);
        assertThat(ChildText.of("\033[31mabc\t\033[0mx").plain()).isEqualTo("abc     x");
        assertThat(ChildText.of("a\t\b\tx").plain()).isEqualTo("a       x");
    }

    @Test
    void aLineThatWroteOverItselfShowsItsLastState() {
        assertThat(ChildText.of("10%\r50%\r100%").plain()).isEqualTo("100%");
        assertThat(ChildText.of("10%\r100%\r").plain()).isEqualTo("100%");
        assertThat(ChildText.of("10%\r\r\r").plain()).isEqualTo("10%");
        assertThat(ChildText.of("long text\r\033[Kdone").plain()).isEqualTo("done");
        assertThat(ChildText.of("long text\033[2K\033[1Gdone").plain()).isEqualTo("done");
        assertThat(ChildText.of("\033[31mred\rstill"))
                .isEqualTo(Text.of("still", Style.of(Colour.RED)));
    }

    @Test
    void backspacesTakeBackWhatTheyStandBehind() {
        assertThat(ChildText.of("working |\b/\b-").plain()).isEqualTo("working -");
        assertThat(ChildText.of("\b\bab").plain()).isEqualTo("ab");
        assertThat(ChildText.of("ae\u0301\bx").plain()).isEqualTo("ax");
        assertThat(ChildText.of("a\033[31m日\b\033[0mx")).isEqualTo(Text.of("ax"));
    }

    @Test
    void otherControlCharactersCanBeSeen() {
        assertThat(ChildText.of("a\0b\007\177"))
                .isEqualTo(
                        Text.of("a")
                                .plus("␀", Style.PLAIN.faint())
                                .plus("b")
                                .plus("␇␡", Style.PLAIN.faint()));
        assertThat(ChildText.of("a\u2028b\nc").plain()).isEqualTo("a␤b␊c");
    }

    @Test
    void whatCouldNotBeReadStays() {
        assertThat(ChildText.of("a\ufffdb").plain()).isEqualTo("a\ufffdb");
        assertThat(ChildText.of("a\ud83db").plain()).isEqualTo("a\ufffdb");
        assertThat(ChildText.of("a\ud83d").plain()).isEqualTo("a\ufffd");
    }

    @Test
    void aFamilyIsOnePicture() {
        String family = "👨‍👩‍👧";

        assertThat(ChildText.of(family + "!").plain()).isEqualTo(family + "!");
        assertThat(ChildText.of(family).width()).isEqualTo(2);
        assertThat(ChildText.of("pay\u200dpal").plain()).isEqualTo("paypal");
    }

    @Test
    void nobodyCoversTheScreenWithMarks() {
        assertThat(ChildText.of("a" + "\u0301".repeat(1000) + "b").plain()).hasSize(10);
        assertThat(ChildText.of("👨" + "\u200d👨".repeat(1000)).width()).isGreaterThan(200);
    }

    @Test
    void ofALongLineTheBeginningIsShown() {
        assertThat(ChildText.of("abcdef", 3).plain()).isEqualTo("abc");
        assertThat(ChildText.of("ab😀def", 3).plain()).isEqualTo("ab");
        assertThat(ChildText.of("abc", 3).plain()).isEqualTo("abc");
        assertThat(ChildText.of("10%\r20%\r30% done\r", 4).plain()).isEqualTo("30% ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\t\b",
                "\033[31m",
                "x\r",
                "\033]",
                "e\u0301\b",
                "\033[",
                "a\t",
                "\b",
                "👨\u200d",
                "\033[1;2;3;4"
            })
    void aMegabyteOfAnythingIsDoneInNoTime(String piece) {
        String line = piece.repeat((1 << 20) / piece.length());

        assertThat(ChildText.of("long beginning".repeat(1000) + line)).isNotNull();
    }

    @Test
    void whateverComesNothingThatControlsStaysAndTheWidthsAddUp() {
        var random = new Random(20_261_115);
        String[] pieces = {
            "\033", "[", "]", "0", "31", ";", ":", "m", "K", "\r", "\b", "\t", "\007", "\\", "P",
            "日", "😀", "\u200d", "\u0301", "\ufe0f", "a", "b ", "\u009b", "\u009c", "\u202e",
            "\ud83d", "\ude00", "🇩", "🏽", "\0", "\u2028"
        };
        for (int round = 0; round < 20_000; round++) {
            var raw = new StringBuilder();
            int length = random.nextInt(30);
            for (int i = 0; i < length; i++) {
                raw.append(pieces[random.nextInt(pieces.length)]);
            }
            assertSafe(raw.toString());
            var bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            assertSafe(new String(bytes, StandardCharsets.UTF_8));
            assertSafe(new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }

    private static void assertSafe(String raw) {
        Text text = ChildText.of(raw);
        String plain = text.plain();
        assertThat(plain.chars().anyMatch(Character::isISOControl)).as(raw).isFalse();
        assertThat(plain.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE))
                .as(raw)
                .isFalse();
        int sum = text.spans().stream().mapToInt(span -> Clusters.width(span.text())).sum();
        assertThat(text.width()).isEqualTo(sum);
        var frame = new Frame(new Size(sum + 1, 1));
        assertThat(frame.whole().write(0, 0, text)).isEqualTo(sum);
        assertThat(ChildText.of(plain).plain())
                .as(() -> raw.codePoints().mapToObj(Integer::toHexString).toList().toString())
                .isEqualTo(plain);
    }
}
