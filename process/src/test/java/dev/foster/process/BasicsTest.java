package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.Exit.Ending;
import dev.foster.testkit.ScriptedChild;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Starting a child, hearing it, seeing it end. */
class BasicsTest extends EngineContract {

    @Test
    void theEngineSaysWhoItIsAndWhatItCannotDo() {
        EngineFacts facts = engine.facts();

        assertThat(facts.name()).isEqualTo(kind.name().toLowerCase(Locale.ROOT));
        var reasons = new ArrayList<>(facts.limits());
        facts.enforcement().stream()
                .filter(enforcement -> !enforcement.held())
                .forEach(enforcement -> reasons.add(enforcement.how()));
        for (Ability ability : Ability.values()) {
            if (!facts.can(ability) && ability != Ability.FOREGROUND) {
                assertThat(reasons).as("a reason for the lack of " + ability).isNotEmpty();
            }
        }
    }

    @Test
    void aCleanExitIsCodeZero() throws Exception {
        Exit exit = exitOf(spawn(List.of("true")));

        assertThat(exit.ending()).isEqualTo(new Ending.Code(0));
        assertThat(exit.clean()).isTrue();
        assertThat(exit.shellCode()).isZero();
    }

    @Test
    void anExitCodeIsPassedOn() throws Exception {
        for (int code : new int[] {1, 3, 127, 128, 137, 255}) {
            Exit exit = exitOf(shell("exit " + code));

            assertThat(exit.ending()).isEqualTo(new Ending.Code(code));
            assertThat(exit.clean()).isFalse();
            assertThat(exit.shellCode()).isEqualTo(code);
        }
    }

    @Test
    void aDeathBySignalIsToldAsSuch() throws Exception {
        Exit exit = exitOf(shell("kill -KILL $$"));

        Ending expected =
                can(Ability.EXACT_SIGNALS)
                        ? new Ending.Killed(Signal.KILL, false)
                        : new Ending.Code(137);
        assertThat(exit.ending()).isEqualTo(expected);
        assertThat(exit.clean()).isFalse();
        assertThat(exit.shellCode()).isEqualTo(137);
        assertThat(exit.asked()).isEqualTo(Exit.Asked.NOBODY);
    }

    @Test
    void linesArriveWithTheStreamTheyWereWrittenTo() throws Exception {
        Heard heard = Heard.of(shell("echo out; echo err >&2; echo out again")).awaitEnd();

        assertThat(heard.texts(ChildStream.STDOUT)).containsExactly("out", "out again");
        assertThat(heard.texts(ChildStream.STDERR)).containsExactly("err");
        assertThat(heard.ends()).isOne();
    }

    @Test
    void aChildOfAnotherLanguageIsHeardAsWell() throws Exception {
        Child child = spawn(ScriptedChild.that().says("hello").complains("oh").exits(4));
        Heard heard = Heard.of(child).awaitEnd();

        assertThat(heard.texts(ChildStream.STDOUT)).containsExactly("hello");
        assertThat(heard.texts(ChildStream.STDERR)).contains("oh");
        assertThat(exitOf(child).shellCode()).isEqualTo(4);
    }

    @Test
    void mergedStreamsKeepTheOrderOfTheirWriting() throws Exception {
        String script = "for i in 1 2 3 4 5 6 7 8 9; do echo out$i; echo err$i >&2; done";
        Heard heard =
                Heard.of(spawn(ChildSpec.of(Shell.script(script)).outputMode(OutputMode.MERGED)))
                        .awaitEnd();

        assertThat(heard.texts())
                .hasSize(18)
                .startsWith("out1", "err1", "out2", "err2")
                .endsWith("out9", "err9");
        assertThat(heard.texts(ChildStream.STDERR)).isEmpty();
    }

    @Test
    void discardedOutputGoesNowhere() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("echo out; echo err >&2; exit 2"))
                                .outputMode(OutputMode.DISCARD));
        Heard heard = Heard.of(child).awaitEnd();

        assertThat(exitOf(child).shellCode()).isEqualTo(2);
        assertThat(heard.lines()).isEmpty();
        assertThat(child.output().counts()).isEqualTo(new OutputCounts(0, 0, 0));
    }

    @Test
    void aChildRunsInItsDirectory(@TempDir Path folder) throws Exception {
        assertThat(linesOf(ChildSpec.of(Shell.script("pwd -P")).directory(folder)))
                .containsExactly(folder.toRealPath().toString());
    }

    @Test
    void withoutADirectoryItRunsInOurs() throws Exception {
        assertThat(linesOf(ChildSpec.of(Shell.script("pwd -P"))))
                .containsExactly(Path.of("").toRealPath().toString());
    }

    @Test
    void noShellTouchesTheArguments() throws Exception {
        var arguments =
                List.of("$HOME", "*", "a  b", "", "it's \"so\"", "back\\slash", "-n", "tab\t!");
        var command = new ArrayList<>(List.of("printf", "<%s>\\n"));
        command.addAll(arguments);

        assertThat(linesOf(ChildSpec.of(command)))
                .containsExactlyElementsOf(
                        arguments.stream().map(each -> "<" + each + ">").toList());
    }

    @Test
    void argumentsBeyondAsciiArriveByteExact() throws Exception {
        String text = "grüße, 日本語, 😀";
        Child child = spawn(List.of("printf", "%s", text));

        Line line = Heard.of(child).awaitEnd().lines().getFirst();

        assertThat(line.bytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(line.text()).isEqualTo(text);
    }

    @Test
    void aChildKnowsItsOwnNumberAsWeDo() throws Exception {
        Child child = shell("echo $$");

        assertThat(Heard.of(child).awaitEnd().texts()).containsExactly(Long.toString(child.pid()));
    }

    @Test
    void theEngineListsTheChildrenThatHaveNotExited() throws Exception {
        Child first = ready(Shell.hanging());
        Child second = ready(Shell.hanging());
        assertThat(engine.children()).containsExactlyInAnyOrder(first, second);
        assertThat(first.alive()).isTrue();

        first.stop(StopPlan.kill()).join();

        assertThat(first.alive()).isFalse();
        assertThat(engine.children()).containsExactly(second);
    }

    @Test
    void aChildRemembersHowItBegan() throws Exception {
        Instant begin = Instant.now();
        ChildSpec spec = ChildSpec.of("true");
        Child child = engine.spawn(spec);
        Exit exit = exitOf(child);

        assertThat(child.spec()).isEqualTo(spec);
        assertThat(child.startedAt()).isBetween(begin.minusMillis(5), exit.at());
        assertThat(exit.lifetime()).isPositive().isLessThan(SOON);
        assertThat(Duration.between(child.startedAt(), exit.at())).isLessThan(SOON);
    }

    @Test
    void thereIsNoInputForAChildThatDidNotAskForIt() throws Exception {
        Child child = ready(Shell.hanging());

        assertThatThrownBy(child::stdin).isInstanceOf(IllegalStateException.class);
    }
}
