package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How bytes become lines. */
class LinesTest extends EngineContract {

    @Test
    void emptyLinesAreLines() throws Exception {
        assertThat(linesOf(ChildSpec.of("printf", "\\n\\na\\n\\n")))
                .containsExactly("", "", "a", "");
    }

    @Test
    void aChildThatSaysNothingHasNoLines() throws Exception {
        assertThat(linesOf(ChildSpec.of("true"))).isEmpty();
    }

    @Test
    void theLastLineNeedsNoNewline() throws Exception {
        Heard heard = Heard.of(spawn(List.of("printf", "one\\ntwo"))).awaitEnd();

        assertThat(heard.texts()).containsExactly("one", "two");
        assertThat(heard.lines().getLast().cut()).isFalse();
    }

    @Test
    void anUnfinishedLineWaitsForItsRest() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(
                                        Shell.script(
                                                "printf half; echo READY >&2; read go; echo '"
                                                        + " whole'"))
                                .stdin(Stdin.PIPE));
        Heard heard = Heard.of(child).await(Shell.READY);
        child.stdin().write('\n');
        child.stdin().flush();

        assertThat(heard.awaitEnd().texts(ChildStream.STDOUT)).containsExactly("half whole");
    }

    @Test
    void aCarriageReturnBelongsToTheBytesAndNotToTheText() throws Exception {
        Line line = Heard.of(spawn(List.of("printf", "dos\\r\\n"))).awaitEnd().lines().getFirst();

        assertThat(line.text()).isEqualTo("dos");
        assertThat(line.bytes()).isEqualTo("dos\r".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void whatIsNoUtf8IsKeptInTheBytesAndReplacedInTheText() throws Exception {
        Line line =
                Heard.of(spawn(List.of("printf", "a\\377\\376b\\n"))).awaitEnd().lines().getFirst();

        assertThat(line.bytes()).isEqualTo(new byte[] {'a', (byte) 0xff, (byte) 0xfe, 'b'});
        assertThat(line.text()).isEqualTo("a\ufffd\ufffdb");
    }

    @Test
    void aMegabyteWithoutNewlineArrivesInMarkedPiecesAndNothingIsLost() throws Exception {
        String script = "head -c 1000000 /dev/zero | tr '\\0' x; echo; echo next";
        Child child =
                spawn(
                        ChildSpec.of(Shell.script(script))
                                .outputLimits(
                                        OutputLimits.defaults().maxLine(65_536).keep(2_000_000)));
        List<Line> lines = Heard.of(child).awaitEnd().lines();

        List<Line> pieces = lines.subList(0, lines.size() - 1);
        assertThat(lines.getLast().text()).isEqualTo("next");
        assertThat(pieces).hasSize(16);
        assertThat(pieces.subList(0, 15))
                .allMatch(Line::cut)
                .allMatch(line -> line.bytes().length == 65_536);
        assertThat(pieces.getLast().cut()).isFalse();
        assertThat(pieces.stream().mapToInt(line -> line.bytes().length).sum())
                .isEqualTo(1_000_000);
    }

    @Test
    void aLineOfExactlyTheLimitIsNotCut() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of("printf", "%s\\n%s\\n", "x".repeat(64), "y".repeat(65))
                                .outputLimits(OutputLimits.defaults().maxLine(64)));
        List<Line> lines = Heard.of(child).awaitEnd().lines();

        assertThat(lines.stream().map(Line::text))
                .containsExactly("x".repeat(64), "y".repeat(64), "y");
        assertThat(lines.stream().map(Line::cut)).containsExactly(false, true, false);
    }

    @Test
    void batchesAndLinesTellTheSame() throws Exception {
        Child child =
                spawn(ChildSpec.of(Shell.script("seq 5000; echo odd >&2; printf unfinished")));
        Heard heard = Heard.of(child).awaitEnd();
        List<Line> copies = Collections.synchronizedList(new ArrayList<>());
        child.output()
                .batches(
                        OutputView.all(),
                        batch -> {
                            for (int i = 0; i < batch.size(); i++) {
                                copies.add(batch.line(i));
                            }
                        })
                .done()
                .get(SOON.toSeconds(), TimeUnit.SECONDS);

        assertThat(copies.stream().map(Line::toString).toList())
                .isEqualTo(heard.lines().stream().map(Line::toString).toList());
        assertThat(copies).hasSize(5002);
    }

    @Test
    void linesAndBytesTellTheSame() throws Exception {
        Child child =
                spawn(List.of("seq", "-f", "%.0f some words to make the line longer", "20000"));
        endOf(child);
        var fromBytes = new ByteArrayOutputStream();
        child.output()
                .bytes(OutputView.all(), chunk -> fromBytes.writeBytes(chunk.bytes()))
                .done()
                .get(SOON.toSeconds(), TimeUnit.SECONDS);
        var fromLines = new StringBuilder();
        Heard.of(child).awaitEnd().texts().forEach(text -> fromLines.append(text).append('\n'));

        assertThat(fromLines.toString()).isEqualTo(fromBytes.toString(StandardCharsets.UTF_8));
    }
}
