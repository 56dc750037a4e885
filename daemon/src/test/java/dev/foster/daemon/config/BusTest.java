package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.BusSpec.Where;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.message.BusEntry;
import dev.foster.supervise.spec.ProcessSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What the file says of the bus. */
class BusTest {
    @TempDir private Path folder;
    private static final String ONE = "\nprocesses: {w: {command: run}}";

    private Reading reading() {
        return new Reading(folder);
    }

    private Where where(String text) {
        return reading().project(text + ONE).bus().orElseThrow().where();
    }

    @Test
    void onlyABusOfSomebodyElseCanBecomeAnotherWhileItIsUsed() {
        BusSpec here = reading().project("bus: nats://one" + ONE).bus().orElseThrow();
        BusSpec there =
                reading().project("bus: {url: nats://two, token: t}" + ONE).bus().orElseThrow();
        BusSpec otherwise =
                reading().project("bus: {url: nats://two, prefix: .}" + ONE).bus().orElseThrow();
        assertThat(here.canBecome(there)).isTrue();
        assertThat(here.canBecome(otherwise)).isFalse();
        assertThat(here.canBecome(BusSpec.embedded())).isFalse();
        assertThat(BusSpec.embedded().canBecome(here)).isFalse();
        assertThat(BusSpec.embedded().canBecome(BusSpec.embedded())).isTrue();
    }

    @Test
    void whoSpeaksForPeopleStandsInTheFile() {
        assertThat(where("bus: {url: nats://one, admin_subject: ops.admin}"))
                .isInstanceOfSatisfying(
                        Where.Remote.class,
                        it -> assertThat(it.adminSubject()).contains("ops.admin"));
        assertThat(where("bus: {bridges: [cytube]}"))
                .isInstanceOfSatisfying(
                        Where.Embedded.class,
                        it -> assertThat(it.bridges()).containsExactly("cytube"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{url: nats://one, bridges: [a]} | bus.bridges",
                "{admin_subject: foster.admin} | bus.admin_subject",
                "{url: nats://one, admin_subject: foster.chat} | bus.admin_subject",
                "{url: nats://one, admin_subject: 'foster.>'} | bus.admin_subject",
                "{url: nats://one, admin_subject: '$SYS.x'} | bus.admin_subject",
            })
    void aWayInThatWouldProveNothingIsRefused(String bus, String label) {
        assertThat(reading().faults("bus: " + bus + ONE)).contains(label);
    }

    @Test
    void withoutAWordThereIsNone() {
        assertThat(reading().project("processes: {w: {command: run}}").bus()).isEmpty();
    }

    @Test
    void aPluginThatNeedsOneGetsTheEmbedded() {
        Project project =
                reading().project("plugins: {dice: {module: bots.dice-roller.plugin, class: A}}");
        assertThat(project.bus()).contains(BusSpec.embedded());
        PluginSpec plugin = Objects.requireNonNull(project.plugins().get("dice"));
        assertThat(plugin.messages()).isTrue();
        assertThat(plugin.source())
                .isInstanceOfSatisfying(
                        PluginSpec.Source.Manifest.class,
                        source -> {
                            assertThat(source.manifest().folder()).isEqualTo(folder);
                            assertThat(source.manifest().messaging().mainClass()).contains("A");
                            assertThat(((Launch.Python) source.manifest().launch()).entry())
                                    .isEqualTo(new Launch.Entry.Module("bots.dice-roller.plugin"));
                        });
    }

    @Test
    void anOptionalPluginIsLeftOutWhereNothingRunsIt() throws IOException {
        String text =
                "plugins: {a: {module: x.a, optional: true}, b: {module: x.b, optional: true}, c:"
                        + " {module: x.c}}";
        Project without = reading().project(text);
        assertThat(without.stack().processes())
                .extracting(ProcessSpec::enabled)
                .containsExactly(false, false, true);
        assertThat(reading().file("foster.yaml", text).notices())
                .containsExactly(
                        "foster.yaml:1:1: left out a, b: what runs them is not installed here"
                                + " (Python or Node.js)");

        Path python = Files.createFile(folder.resolve("python3"));
        assertThat(python.toFile().setExecutable(true)).isTrue();
        Project with = reading().variable("PATH", folder.toString()).project(text);
        assertThat(with.stack().processes()).allMatch(ProcessSpec::enabled);
        assertThat(with.notices()).isEmpty();
    }

    @Test
    void itIsEmbeddedOrSomebodyElses() {
        assertThat(where("bus: embedded"))
                .isEqualTo(new Where.Embedded("127.0.0.1", 0, Optional.empty()));
        assertThat(where("bus: nats://bus.example"))
                .isEqualTo(new Where.Remote(BusEntry.open(List.of("nats://bus.example:4222"))));
        assertThat(where("bus: nats://alice:secret@a:1"))
                .isEqualTo(
                        new Where.Remote(
                                BusEntry.open(List.of("nats://a:1"))
                                        .user(new BusEntry.User("alice", "secret"))));
        assertThat(where("bus: {listen: '127.0.0.2:4222', user: u, password: p}"))
                .isEqualTo(
                        new Where.Embedded(
                                "127.0.0.2", 4222, Optional.of(new BusEntry.User("u", "p"))));
        assertThat(where("bus: {listen: '[::1]:4222'}"))
                .isEqualTo(new Where.Embedded("::1", 4222, Optional.empty()));
        assertThat(where("bus: {listen: 4222}"))
                .isEqualTo(new Where.Embedded("127.0.0.1", 4222, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "[::]", "10.0.0.1", "bus.example", "[fe80::1]"})
    void itIsOpenedToTheNetworkOnlyByWhoeverSaysSo(String host) {
        String listen = "bus: {listen: '" + host + ":4222', user: u, password: p";
        assertThat(reading().faults(listen + "}" + ONE))
                .contains("cannot read bus.listen: ", "in clear text; ", "insecure: true");
        assertThat(reading().faults(listen + ", insecure: false}" + ONE)).contains("clear text");
        Project allowed = reading().project(listen + ", insecure: true}" + ONE);
        assertThat(allowed.bus().orElseThrow().where()).isInstanceOf(Where.Embedded.class);
        assertThat(reading().file("foster.yaml", listen + ", insecure: true}" + ONE).notices())
                .singleElement()
                .asString()
                .contains("the bus is not encrypted");
    }

    @Test
    void whoMayDoWhatStandsThere() {
        BusSpec bus =
                reading()
                        .project("bus: {admins: [alice, bob], prefix: '.'}" + ONE)
                        .bus()
                        .orElseThrow();
        assertThat(bus.admins()).containsExactly("alice", "bob");
        assertThat(bus.prefix()).isEqualTo(".");
        assertThat(bus.usage()).isFalse();
    }

    @Test
    void aBusOfSomebodyElsesIsToldWhatProcessesUseIfTheFileSaysSo() {
        assertThat(
                        reading()
                                .project("bus: {url: nats://a, usage: true}" + ONE)
                                .bus()
                                .orElseThrow()
                                .usage())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    bus: nonsense                    | "nonsense" is neither embedded nor the address of a bus
                    bus: http://a                    | neither embedded nor the address of a bus
                    bus: [a]                         | cannot read bus: expected
                    bus: {listen: here}              | expected an address and a port
                    bus: {listen: 70000}             | expected an address and a port
                    bus: {url: nats://a, listen: 1}  | remove one of them
                    bus: {user: alice}               | a user needs a name and a password
                    bus: {token: t}                  | the embedded bus has no use for it
                    bus: {url: nats://a, insecure: true} | it is about where the embedded bus listens
                    bus: {usage: true}               | the embedded bus carries it whenever somebody listens
                    bus: {url: nats://a, usage: 1}   | expected true or false
                    bus: {urls: [nats://a]}          | did you mean "url"?
                    """)
    void whatIsWrongIsSaidInWords(String text, String words) {
        assertThat(reading().faults(text + ONE))
                .startsWith("foster.yaml:1:")
                .contains("cannot ", words);
    }
}
