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
class WebAccessTest {
    @TempDir private Path folder;
    private final Clock clock = new Clock();
    private SecretFile token;
    private WebAccess access;

    @BeforeEach
    void open() {
        token = new SecretFile(folder.resolve("token"), "the token").withToken();
        access = again();
    }

    private WebAccess again() {
        return new WebAccess(
                token,
                new SecretFile(folder.resolve("sessions"), "x"),
                "foster",
                clock,
                clock::nanos);
    }

    private boolean isIn(WebAccess where, String session) {
        return where.isLoggedIn(
                Asked.get("/v1/project").with("cookie", "a=b; foster=" + session).request());
    }

    @Test
    void aTicketIsGoodOnce() {
        String ticket = access.issueTicket().word();
        Optional<String> session = access.enter(ticket);
        assertThat(session).isPresent();
        assertThat(isIn(access, session.orElseThrow())).isTrue();
        assertThat(access.enter(ticket)).isEmpty();
        assertThat(access.enter("")).isEmpty();
    }

    @Test
    void aTicketIsGoodForTenMinutes() {
        String early = access.issueTicket().word();
        String late = access.issueTicket().word();
        clock.pass(Tickets.LIFE.minusSeconds(1));
        assertThat(access.enter(early)).isPresent();
        clock.pass(Duration.ofSeconds(1));
        assertThat(access.enter(late)).isEmpty();
    }

    @Test
    void aTicketIsGoodForTenMinutesWhateverTheTimeOfDayIsSetTo() {
        String first = access.issueTicket().word();
        String second = access.issueTicket().word();
        clock.set(Duration.ofHours(1));
        assertThat(access.enter(first)).isPresent();
        clock.set(Duration.ofHours(-2));
        clock.pass(Tickets.LIFE);
        assertThat(access.enter(second)).isEmpty();
    }

    @Test
    void whoNeverUsesTicketsFillsNothing() {
        String first = access.issueTicket().word();
        String second = access.issueTicket().word();
        for (int i = 0; i < Tickets.MOST - 1; i++) {
            var _ = access.issueTicket();
        }
        assertThat(access.enter(first)).isEmpty();
        assertThat(access.enter(second)).isPresent();
    }

    @Test
    void aSessionOutlivesTheDaemonAndIsKeptAsADigestForItsOwnerAlone() throws IOException {
        String session = access.enter(access.issueTicket().word()).orElseThrow();
        assertThat(isIn(again(), session)).isTrue();
        Path file = folder.resolve("sessions");
        assertThat(Files.readString(file)).doesNotContain(session).hasLineCount(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(isIn(again(), Files.readString(file).substring(0, 64))).isFalse();
    }

    @Test
    void aSessionEndsAfterThirtyDaysHoweverOftenItWasUsed() {
        String session = access.enter(access.issueTicket().word()).orElseThrow();
        for (int day = 1; day < 30; day++) {
            clock.pass(Duration.ofDays(1));
            assertThat(isIn(access, session)).isTrue();
        }
        clock.pass(Duration.ofDays(1));
        assertThat(isIn(access, session)).isFalse();
        assertThat(isIn(again(), session)).isFalse();
    }

    @Test
    void theOldestSessionGoesWhenThereAreTooMany() {
        var logins = new ArrayList<String>();
        for (int i = 0; i <= Logins.MOST; i++) {
            logins.add(access.logIn(token.read().strip()).orElseThrow());
        }
        assertThat(isIn(access, logins.getFirst())).isFalse();
        assertThat(isIn(access, logins.get(1))).isTrue();
        assertThat(isIn(again(), logins.getLast())).isTrue();
    }

    @Test
    void aFileThatMakesNoSenseLetsNobodyInAndStopsNobody() throws IOException {
        Files.writeString(
                folder.resolve("sessions"), "nonsense\n" + "0".repeat(64) + " \n" + "\0\n");
        WebAccess open = again();
        assertThat(isIn(open, "nonsense")).isFalse();
        assertThat(isIn(open, "")).isFalse();
        assertThat(open.enter(open.issueTicket().word())).isPresent();
    }

    @Test
    void aLogOutEndsOneSession() {
        String one = access.logIn(token.read().strip()).orElseThrow();
        String other = access.logIn(token.read().strip()).orElseThrow();
        access.logOut(Asked.get("/").with("cookie", "foster=" + one).request());
        assertThat(isIn(access, one)).isFalse();
        assertThat(isIn(again(), one)).isFalse();
        assertThat(isIn(access, other)).isTrue();
    }

    @Test
    void aResetEndsSessionsTicketsAndTheToken() {
        String before = token.read().strip();
        String session = access.logIn(before).orElseThrow();
        String ticket = access.issueTicket().word();
        access.reset(true);
        assertThat(isIn(access, session)).isFalse();
        assertThat(access.enter(ticket)).isEmpty();
        assertThat(access.logIn(before)).isEmpty();
        assertThat(access.logIn(token.read().strip())).isPresent();
    }

    @Test
    void theTokenIsReadAgainWhenSomebodyWroteAnother() throws IOException {
        token.write("another token that is long\n");
        assertThat(access.logIn("another token that is long")).isPresent();
        assertThat(
                        access.hasToken(
                                Asked.get("/")
                                        .with("authorization", "Bearer another token that is long")
                                        .request()))
                .isTrue();
        for (String wrong : List.of("", "Bearer", "Bearer ", "Basic another token that is long")) {
            assertThat(access.hasToken(Asked.get("/").with("authorization", wrong).request()))
                    .isFalse();
        }
    }

    @Test
    void anEmptyTokenFileLetsNobodyIn() throws IOException {
        token.write("\n");
        assertThat(access.logIn("")).isEmpty();
    }
}
