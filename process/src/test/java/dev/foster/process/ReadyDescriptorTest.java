package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foster.process.EngineOptions.Kind;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A child that says on a descriptor of its own that it is ready. */
@EnabledOnOs(OS.LINUX)
class ReadyDescriptorTest extends EngineContract {

    @Test
    void aLineOnTheDescriptorIsTheSignal() throws Exception {
        if (refused()) {
            return;
        }
        Child child = spawn(saying(3, "read _; echo >&3; exec sleep 1000").stdin(Stdin.PIPE));
        CompletableFuture<Boolean> signal = child.readySignal();
        assertThat(signal).isNotDone();

        say(child);

        assertThat(told(signal)).isTrue();
        assertThat(child.alive()).isTrue();
    }

    @Test
    void anyTextCountsOnceItsLineIsComplete() throws Exception {
        if (refused()) {
            return;
        }
        Child child =
                spawn(
                        saying(
                                        3,
                                        "printf almost >&3; echo READY; read _; echo there >&3;"
                                                + " sleep 1000")
                                .stdin(Stdin.PIPE));
        Heard.of(child).await(Shell.READY);
        assertThat(child.readySignal()).isNotDone();

        say(child);

        assertThat(told(child.readySignal())).isTrue();
    }

    @Test
    void anyNumberFromThreeTo255Works() throws Exception {
        if (refused()) {
            return;
        }
        for (int number : new int[] {3, 4, 9, 10, 57, 128, 255}) {
            Child child =
                    spawn(
                            ChildSpec.of(
                                            "python3",
                                            "-c",
                                            "import os; os.write(" + number + ", b'\\n')")
                                    .readyDescriptor(number));

            assertThat(told(child.readySignal())).as("descriptor %d", number).isTrue();
        }
    }

    @Test
    void closingTheDescriptorWithoutALineIsAnAnswerToo() throws Exception {
        if (refused()) {
            return;
        }
        Child child = spawn(saying(3, "printf nothing >&3; exec 3>&-; exec sleep 1000"));

        assertThat(told(child.readySignal())).isFalse();
        assertThat(child.alive()).isTrue();
    }

    @Test
    void anExitWithoutALineIsAnAnswerThoughAGrandchildHoldsTheDescriptor() throws Exception {
        if (refused()) {
            return;
        }
        Child child = spawn(saying(3, "sleep 1000 </dev/null >/dev/null 2>&1 & exit 0"));
        exitOf(child);

        assertThat(told(child.readySignal())).isFalse();
    }

    @Test
    void aLineWrittenJustBeforeTheExitCounts() throws Exception {
        if (refused()) {
            return;
        }
        for (int i = 0; i < 50; i++) {
            Child child = spawn(saying(3, "printf '%0600d\\n' 1 >&3"));

            assertThat(told(child.readySignal())).isTrue();
        }
    }

    @Test
    void aChildThatSaysItAgainAndAgainIsNotHarmed() throws Exception {
        if (refused()) {
            return;
        }
        Child child =
                spawn(saying(3, "i=0; while [ $i -lt 20000 ]; do echo $i >&3; i=$((i+1)); done"));

        assertThat(told(child.readySignal())).isTrue();
        assertThat(exitOf(child).clean()).isTrue();
    }

    @Test
    void aChildGetsThatDescriptorAndNoOther() throws Exception {
        if (refused()) {
            return;
        }
        spawn(saying(3, "exec sleep 1000").stdin(Stdin.PIPE));
        for (int number : new int[] {3, 5, 9, 40, 200}) {
            List<String> lines =
                    linesOf(
                            ChildSpec.of(Shell.script("ls /proc/$$/fd; :"))
                                    .stdin(Stdin.PIPE)
                                    .readyDescriptor(number));

            assertThat(lines).containsExactlyInAnyOrder("0", "1", "2", Integer.toString(number));
        }
    }

    @Test
    void aChildWithoutItSaysFalseAtOnce() {
        assertThat(spawn(Shell.hanging()).readySignal()).isCompletedWithValue(false);
        assertThat(ChildSpec.of("true").readyDescriptor()).isEmpty();
    }

    @Test
    void manySuchChildrenLeaveNoDescriptor() throws Exception {
        if (refused()) {
            return;
        }
        int before = Leaks.descriptors();
        for (int round = 0; round < 5; round++) {
            var children = new ArrayList<Child>();
            for (int i = 0; i < 10; i++) {
                children.add(spawn(saying(3, "echo >&3")));
            }
            for (Child child : children) {
                assertThat(told(child.readySignal())).isTrue();
                child.stop().get(SOON.toSeconds(), TimeUnit.SECONDS);
            }
        }
        awaitNoMoreThan(before);
    }

    @Test
    void aChildThatCannotBeStartedLeavesNoDescriptor() {
        int before = Leaks.descriptors();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> spawn(ChildSpec.of("/no/such/program").readyDescriptor(3)));

        awaitNoMoreThan(before);
    }

    /** Some are closed a moment after the end of their child has been told. */
    private static void awaitNoMoreThan(int before) {
        Eventually.until(SOON, "no descriptor is left", () -> Leaks.descriptors() <= before);
    }

    @Test
    void numbersThatAreTakenOrOutOfReachAreRefused() {
        for (int number : new int[] {-1, 0, 1, 2, 256}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ChildSpec.of("true").readyDescriptor(number))
                    .withMessageContaining("between 3 and 255");
        }
    }

    @Test
    void otherChangesOfASpecKeepIt() {
        ChildSpec spec = ChildSpec.of("true").readyDescriptor(7);

        assertThat(
                        spec.stdin(Stdin.PIPE)
                                .session(Session.SHARED)
                                .outputMode(OutputMode.MERGED)
                                .environment("A", "b")
                                .stopPlan(StopPlan.kill())
                                .readyDescriptor())
                .isEqualTo(OptionalInt.of(7));
    }

    /** The portable engine says so; the tests of what it cannot do end here. */
    private boolean refused() {
        if (kind == Kind.LINUX) {
            return false;
        }
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> spawn(saying(3, "echo >&3")))
                .withMessageContaining("cannot give /bin/sh a descriptor")
                .withMessageContaining("portable engine");
        return true;
    }

    private static void say(Child child) throws IOException {
        child.stdin().write('\n');
        child.stdin().flush();
    }

    private static ChildSpec saying(int number, String script) {
        return ChildSpec.of(Shell.script(script)).readyDescriptor(number);
    }

    private static boolean told(CompletableFuture<Boolean> signal) throws Exception {
        return signal.get(SOON.toSeconds(), TimeUnit.SECONDS);
    }
}
