package dev.foster.daemon.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.HookSpec.Word;
import dev.foster.supervise.report.Happening;
import dev.foster.supervise.report.Happening.Kind;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What is worth telling. */
class OccasionsTest {
    private final Occasions occasions = new Occasions((_, code) -> code == 0);

    private Optional<Occasion> tell(Kind kind, String text, Map<String, String> details) {
        return occasions.on(new Happening(kind, "web", 4, text, details), Instant.EPOCH);
    }

    private Optional<Word> word(Kind kind) {
        return tell(kind, "text", Map.of()).map(Occasion::word);
    }

    private Optional<Word> exit(int code) {
        return tell(Kind.EXITED, "exit " + code, Map.of("exit_code", "" + code))
                .map(Occasion::word);
    }

    @Test
    void aCrashCarriesWhatIsKnownOfIt() {
        assertThat(tell(Kind.EXITED, "exit 3 after 2 s", Map.of("exit_code", "3")))
                .contains(
                        new Occasion(
                                Word.CRASH,
                                "web",
                                Instant.EPOCH,
                                "exit 3 after 2 s",
                                OptionalLong.of(4),
                                OptionalInt.of(3)));
    }

    @Test
    void onlyWhoWasInTroubleRecovers() {
        assertThat(word(Kind.STARTED)).contains(Word.STARTED);
        assertThat(word(Kind.READY)).isEmpty();

        assertThat(exit(1)).contains(Word.CRASH);
        assertThat(word(Kind.RESTARTING)).isEmpty();
        word(Kind.STARTED);
        assertThat(word(Kind.READY)).contains(Word.RECOVERED);
        assertThat(word(Kind.READY)).isEmpty();
    }

    @Test
    void aStopThatWasAskedForIsNoCrashAndEndsTheTrouble() {
        exit(1);
        assertThat(word(Kind.STOPPING)).isEmpty();
        assertThat(exit(143)).contains(Word.STOPPED);
        assertThat(word(Kind.STOPPED)).isEmpty();

        word(Kind.STARTED);
        assertThat(word(Kind.READY)).isEmpty();
    }

    @Test
    void anUnhealthyProcessIsToldOnce() {
        assertThat(word(Kind.PROBE_FAILED)).isEmpty();
        assertThat(word(Kind.UNHEALTHY)).contains(Word.UNHEALTHY);
        word(Kind.STOPPING);
        assertThat(exit(143)).isEmpty();
        assertThat(word(Kind.STOPPED)).isEmpty();
        word(Kind.STARTED);
        assertThat(word(Kind.READY)).contains(Word.RECOVERED);
    }

    @Test
    void aProcessThatIsDoneHasStopped() {
        assertThat(exit(0)).isEmpty();
        assertThat(word(Kind.COMPLETED)).contains(Word.STOPPED);
    }

    @Test
    void givingUpAndLimitsAreTold() {
        assertThat(word(Kind.START_FAILED)).contains(Word.CRASH);
        assertThat(word(Kind.GAVE_UP)).contains(Word.GAVE_UP);
        assertThat(word(Kind.GROUP_FAILED)).contains(Word.GAVE_UP);
        assertThat(word(Kind.NOT_READY)).contains(Word.UNHEALTHY);
        assertThat(word(Kind.STUCK)).contains(Word.UNHEALTHY);
        assertThat(word(Kind.OVER_LIMIT)).contains(Word.OVER_LIMIT);
        assertThat(word(Kind.READY)).contains(Word.RECOVERED);
    }

    @Test
    void aLimitThatIsOnlyReportedIsNoTrouble() {
        assertThat(tell(Kind.OVER_LIMIT, "memory", Map.of("then", "report"))).isPresent();
        assertThat(word(Kind.READY)).isEmpty();
    }

    @Test
    void aProcessThatLeftTheProjectIsForgotten() {
        exit(1);
        assertThat(word(Kind.REMOVED)).isEmpty();
        assertThat(word(Kind.READY)).isEmpty();
    }
}
