package dev.foster.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The bus, the plugins on it, and the talk with them. */
@ExtendWith(Chromium.class)
class BusViewTest {
    private static final String PROJECT =
            """
            name: chatty
            bus: embedded
            processes:
              web: {command: [sleep, '1000']}
            plugins:
              greeter: {path: greeter}
            """;

    private static final String MANIFEST =
            """
            id: greeter
            description: Greets whoever asks.
            protocol: nats
            command: [sleep, '1000']
            restart: 'no'
            commands: {greet: {subject: foster.command.greet, description: greets you}}
            """;

    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void start() throws IOException {
        Path plugin = Files.createDirectories(folder.resolve("chatty/greeter"));
        Files.writeString(plugin.resolve("plugin.yaml"), MANIFEST);
        dashboard = Dashboard.of(folder.resolve("chatty"), PROJECT);
    }

    @AfterAll
    static void end() {
        dashboard.close();
    }

    @Test
    void aReloadThatBringsABusBringsItsViews(@TempDir Path elsewhere) throws IOException {
        String project =
                """
                name: later
                processes:
                  web: {command: [sleep, '1000']}
                """;
        try (Dashboard own = Dashboard.of(elsewhere.resolve("later"), project)) {
            Page page = View.open(own, "#/");
            assertThat(page.locator(".views a[data-view=bus]")).isHidden();

            Path file = elsewhere.resolve("later/foster.yaml");
            String more = "  more: {command: [sleep, '1000']}\nbus: embedded\n";
            Files.writeString(file, Files.readString(file).replaceFirst("\nweb:", more + "web:"));
            own.client().reload();

            View.isIn(page, "more", "running");
            assertThat(page.locator(".views a[data-view=bus]")).isVisible();
            assertThat(page.locator(".views a[data-view=chat]")).isVisible();
        }
    }

    @Test
    void theBusTellsWhatPassesItAndWhoIsOnIt() {
        Page page = View.open(dashboard, "#/bus");
        for (String view : List.of("bus", "chat")) {
            assertThat(page.locator(".views a[data-view=" + view + "]")).isVisible();
        }
        View.has(page.locator("main"), "inside Foster");
        View.has(page.locator(".figures"), "Messages in");
        View.has(page.locator("main"), "connected");
        View.has(page.locator("table[aria-label=Commands]"), "!greet");
        View.has(page.locator("table[aria-label=Connections]"), "foster");
        View.has(page.locator("table[aria-label=Subjects]"), "Per second");
        assertThat(page.content()).doesNotContain("password");
        assertThat(dashboard.complaints(page)).isEmpty();
    }

    @Test
    void aRequestIsTriedAndItsAnswerOrTheReasonShown() {
        Page page = View.open(dashboard, "#/bus");
        page.getByLabel("Subject", new Page.GetByLabelOptions().setExact(true)).fill("nobody.here");
        page.getByLabel("Message").fill("{}");
        View.button(page, "Request").click();
        assertThat(page.getByLabel("Answer")).hasClass(Pattern.compile(".*bad.*"));
        View.has(page.getByLabel("Answer"), "cannot");
    }

    @Test
    void aPluginTellsHowItIsAndWhatItCanBeAskedFor() {
        Page page = View.open(dashboard, "#/plugins");
        View.has(page.locator(".plugin"), "greeter");
        View.has(page.locator(".plugin"), "Greets whoever asks.");
        View.has(page.locator(".plugin"), "!greet");
        View.has(page.locator(".plugin"), "greets you");
        page.locator(".plugin h2 a").click();
        assertThat(page.locator("main h1")).containsText("greeter");
    }

    @Test
    void whatIsSaidInTheChatIsAnswered() {
        Page page = View.open(dashboard, "#/chat");
        assertThat(page.getByLabel("Message")).isFocused();
        page.getByLabel("Your name").fill("ada");
        page.getByLabel("Message").fill("!help <b>please</b>");
        page.keyboard().press("Enter");
        View.has(page.locator(".room"), "ada");
        View.has(page.locator(".room li").nth(1), "foster");
        assertThat(page.locator(".room li span b")).hasCount(0);
        // The arrow brings back what was said, and another view and back keeps the talk.
        page.keyboard().press("ArrowUp");
        assertThat(page.getByLabel("Message")).hasValue("!help <b>please</b>");
        View.go(page, "#/graph");
        View.go(page, "#/chat");
        View.has(page.locator(".room"), "!help <b>please</b>");
        assertThat(page.getByLabel("Your name")).hasValue("ada");
    }
}
