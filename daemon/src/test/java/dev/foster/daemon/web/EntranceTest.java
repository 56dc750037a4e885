package dev.foster.daemon.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.secret.SecretFile;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tickets, tokens and sessions, while time passes. */
class EntranceTest {
    @TempDir private Path folder;
    private final Clock clock = new Clock();
    private SecretFile token;
    private Entrance entrance;

    @BeforeEach
    void open() {
        token = new SecretFile(folder.resolve("token"), "the token").withToken();
        entrance = again();
    }

    private Entrance again() {
        return new Entrance(
                token,
                new SecretFile(folder.resolve("sessions"), "x"),
                "foster",
                clock,
                clock::nanos);
    }

    private boolean isIn(Entrance where, String session) {
        return where.isLoggedIn(
                Asked.get("/v1/project").with("cookie", "a=b; foster=" + session).request());
    }

    @Test
    void aTicketIsGoodOnce() {
        String ticket = entrance.issueTicket().word();
        Optional<String> session = entrance.enter(ticket);
        assertThat(session).isPresent();
        assertThat(isIn(entrance, session.orElseThrow())).isTrue();
        assertThat(entrance.enter(ticket)).isEmpty();
        assertThat(entrance.enter("")).isEmpty();
    }

    @Test
    void aTicketIsGoodForTenMinutes() {
        String early = entrance.issueTicket().word();
        String late = entrance.issueTicket().word();
        clock.pass(Tickets.LIFE.minusSeconds(1));
        assertThat(entrance.enter(early)).isPresent();
        clock.pass(Duration.ofSeconds(1));
        assertThat(entrance.enter(late)).isEmpty();
    }

    @Test
    void aTicketIsGoodForTenMinutesWhateverTheTimeOfDayIsSetTo() {
        String first = entrance.issueTicket().word();
        String second = entrance.issueTicket().word();
        clock.set(Duration.ofHours(1));
        assertThat(entrance.enter(first)).isPresent();
        clock.set(Duration.ofHours(-2));
        clock.pass(Tickets.LIFE);
        assertThat(entrance.enter(second)).isEmpty();
    }

    @Test
    void whoNeverUsesTicketsFillsNothing() {
        String first = entrance.issueTicket().word();
        String second = entrance.issueTicket().word();
        for (int i = 0; i < Tickets.MOST - 1; i++) {
            var _ = entrance.issueTicket();
        }
        assertThat(entrance.enter(first)).isEmpty();
        assertThat(entrance.enter(second)).isPresent();
    }

    @Test
    void aSessionOutlivesTheDaemonAndIsKeptAsADigestForItsOwnerAlone() throws IOException {
        String session = entrance.enter(entrance.issueTicket().word()).orElseThrow();
        assertThat(isIn(again(), session)).isTrue();
        Path file = folder.resolve("sessions");
        assertThat(Files.readString(file)).doesNotContain(session).hasLineCount(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(isIn(again(), Files.readString(file).substring(0, 64))).isFalse();
    }

    @Test
    void aSessionEndsAfterThirtyDaysHoweverOftenItWasUsed() {
        String session = entrance.enter(entrance.issueTicket().word()).orElseThrow();
        for (int day = 1; day < 30; day++) {
            clock.pass(Duration.ofDays(1));
            assertThat(isIn(entrance, session)).isTrue();
        }
        clock.pass(Duration.ofDays(1));
        assertThat(isIn(entrance, session)).isFalse();
        assertThat(isIn(again(), session)).isFalse();
    }

    @Test
    void theOldestSessionGoesWhenThereAreTooMany() {
        var sessions = new ArrayList<String>();
        for (int i = 0; i <= Sessions.MOST; i++) {
            sessions.add(entrance.logIn(token.read().strip()).orElseThrow());
        }
        assertThat(isIn(entrance, sessions.getFirst())).isFalse();
        assertThat(isIn(entrance, sessions.get(1))).isTrue();
        assertThat(isIn(again(), sessions.getLast())).isTrue();
    }

    @Test
    void aFileThatMakesNoSenseLetsNobodyInAndStopsNobody() throws IOException {
        Files.writeString(
                folder.resolve("sessions"), "nonsense\n" + "0".repeat(64) + " \n" + "\0\n");
        Entrance open = again();
        assertThat(isIn(open, "nonsense")).isFalse();
        assertThat(isIn(open, "")).isFalse();
        assertThat(open.enter(open.issueTicket().word())).isPresent();
    }

    @Test
    void aLogOutEndsOneSession() {
        String one = entrance.logIn(token.read().strip()).orElseThrow();
        String other = entrance.logIn(token.read().strip()).orElseThrow();
        entrance.logOut(Asked.get("/").with("cookie", "foster=" + one).request());
        assertThat(isIn(entrance, one)).isFalse();
        assertThat(isIn(again(), one)).isFalse();
        assertThat(isIn(entrance, other)).isTrue();
    }

    @Test
    void aResetEndsSessionsTicketsAndTheToken() {
        String before = token.read().strip();
        String session = entrance.logIn(before).orElseThrow();
        String ticket = entrance.issueTicket().word();
        entrance.reset(true);
        assertThat(isIn(entrance, session)).isFalse();
        assertThat(entrance.enter(ticket)).isEmpty();
        assertThat(entrance.logIn(before)).isEmpty();
        assertThat(entrance.logIn(token.read().strip())).isPresent();
    }

    @Test
    void theTokenIsReadAgainWhenSomebodyWroteAnother() throws IOException {
        token.write("another token that is long\n");
        assertThat(entrance.logIn("another token that is long")).isPresent();
        assertThat(
                        entrance.hasToken(
                                Asked.get("/")
                                        .with("authorization", "Bearer another token that is long")
                                        .request()))
                .isTrue();
        for (String wrong : List.of("", "Bearer", "Bearer ", "Basic another token that is long")) {
            assertThat(entrance.hasToken(Asked.get("/").with("authorization", wrong).request()))
                    .isFalse();
        }
    }

    @Test
    void anEmptyTokenFileLetsNobodyIn() throws IOException {
        token.write("\n");
        assertThat(entrance.logIn("")).isEmpty();
    }
}
