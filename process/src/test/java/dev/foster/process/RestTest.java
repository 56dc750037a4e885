package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A child that says a little all the time may be left alone for a while; nothing changes else. */
class RestTest extends EngineContract {
    private static final OutputLimits RESTING = OutputLimits.defaults().rest(Duration.ofMillis(40));

    private Child talking(String script) {
        return spawn(ChildSpec.of(Shell.script(script)).stdin(Stdin.PIPE).outputLimits(RESTING));
    }

    private static void say(Child child, String line) throws Exception {
        child.stdin().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        child.stdin().flush();
    }

    @Test
    void nothingOfManySmallPiecesIsLost() throws Exception {
        Child child = talking("i=0; while [ $i -lt 3000 ]; do echo $i; i=$((i+1)); done; exit 7");
        Heard heard = Heard.of(child).awaitEnd();

        assertThat(heard.texts())
                .containsExactlyElementsOf(
                        IntStream.range(0, 3000).mapToObj(Integer::toString).toList());
        assertThat(heard.missed()).isZero();
        assertThat(exitOf(child).ending()).isEqualTo(new Exit.Ending.Code(7));
    }

    @Test
    void oneThatAnswersAllTheTimeIsHeardAllTheTime() throws Exception {
        Child child = talking("while read -r line; do echo heard $line; done");
        Heard heard = Heard.of(child);
        for (int i = 0; i < 100; i++) {
            say(child, "" + i);
            heard.await("heard " + i);
        }
    }

    @Test
    void fromALittleToAFloodAndBack() throws Exception {
        Child child =
                talking(
                        "while read -r line; do case $line in flood) yes $(printf %099d) | head -n"
                                + " 30000; echo over;; *) echo $line;; esac; done");
        Heard heard = Heard.of(child);
        for (int i = 0; i < 3; i++) {
            for (int word = 0; word < 20; word++) {
                say(child, i + "-" + word);
                heard.await(i + "-" + word);
            }
            say(child, "flood");
            heard.awaitLines((i + 1) * (20 + 30_000 + 1));
        }
        assertThat(heard.missed()).isZero();
    }

    @Test
    void manyThatTalkAtOnceAreAllHeard() throws Exception {
        List<Heard> heard = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            heard.add(
                    Heard.of(
                            talking(
                                    "i=0; while [ $i -lt 500 ]; do echo $i; i=$((i+1)); done; read"
                                            + " wait")));
        }
        for (Heard each : heard) {
            each.awaitLines(500);
        }
    }
}
