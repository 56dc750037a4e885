package dev.foster.daemon.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProjectPaths;
import dev.foster.control.WebLink;
import dev.foster.daemon.config.ListenAddress;
import dev.foster.daemon.config.WebSpec;
import dev.foster.daemon.journal.Journal;
import dev.foster.http.HttpResponse;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The dashboard at a real port. */
@Timeout(60)
class SiteTest {
    private static final WebSpec ANY = WebSpec.usual().port(0);

    @TempDir private Path folder;
    private final Leaks before = Leaks.snapshot();
    private Journal journal;
    private ProjectPaths paths;
    private Site site;

    /** What a program opens once and keeps is there before anybody counts. */
    @BeforeAll
    static void warmUp(@TempDir Path elsewhere) throws IOException, InterruptedException {
        var once = new SiteTest();
        once.folder = elsewhere;
        once.make();
        try (Journal _ = once.journal;
                Site _ = once.site) {
            assertThat(get(once.site.link(OptionalInt.of(0), "test").address()).statusCode())
                    .isEqualTo(200);
        }
    }

    @BeforeEach
    void make() {
        paths =
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                                "FOSTER_STATE_DIR", folder.resolve("s").toString()));
        paths.create();
        journal = new Journal(paths.state().resolve("journal.jsonl"));
        site = new Site(paths, journal);
        site.serve(request -> HttpResponse.json(200, "{\"asked\": " + request.path().size() + "}"));
    }

    @AfterEach
    void close() {
        site.close();
        journal.close();
        before.assertNothingLeft();
    }

    private static java.net.http.HttpResponse<String> get(String url, String... headers)
            throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(url));
            return client.send(
                    (headers.length == 0 ? request : request.headers(headers)).build(),
                    BodyHandlers.ofString());
        }
    }

    @Test
    void aLinkOpensItAndLeadsIn() throws IOException, InterruptedException {
        assertThat(site.isOpen()).isFalse();
        WebLink link = site.link(OptionalInt.of(0), "test");
        assertThat(link.url()).startsWith(link.address() + "enter?ticket=");
        var in = get(link.url());
        assertThat(in.statusCode()).isEqualTo(303);
        String cookie = in.headers().firstValue("set-cookie").orElseThrow();
        assertThat(cookie).startsWith("foster-" + paths.state().getFileName() + "=");
        var project = get(link.address() + "v1/project", "cookie", cookie.replaceFirst(";.*", ""));
        assertThat(project.body()).isEqualTo("{\"asked\": 2}");
        assertThat(get(link.address() + "v1/project").statusCode()).isEqualTo(401);
        assertThat(get(link.address()).body()).containsIgnoringCase("<!doctype html>");
    }

    @Test
    void theNextLinkLeadsToTheSamePlaceWithAnotherTicket() {
        WebLink first = site.link(OptionalInt.of(0), "test");
        WebLink second = site.link(OptionalInt.empty(), "test");
        assertThat(second.address()).isEqualTo(first.address());
        assertThat(second.url()).isNotEqualTo(first.url());
        int port = URI.create(first.address()).getPort();
        assertThat(site.link(OptionalInt.of(port), "test").address()).isEqualTo(first.address());
        assertThatThrownBy(() -> site.link(OptionalInt.of(port == 1 ? 2 : 1), "test"))
                .isInstanceOf(ControlProblem.class)
                .hasMessageContaining("it is open at " + first.address().replaceFirst("/$", ""))
                .hasMessageContaining("leave the port out");
    }

    @Test
    void aPortThatIsTakenIsAnErrorAndNoOtherIsTakenInstead() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThatThrownBy(() -> site.link(OptionalInt.of(taken.getLocalPort()), "test"))
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageContaining("cannot open the dashboard at 127.0.0.1:")
                    .hasMessageContaining("; name another port in web.listen");
            assertThat(site.isOpen()).isFalse();
        }
    }

    @Test
    void theTokenIsForItsOwnerAloneAndLetsProgramsIn() throws IOException, InterruptedException {
        WebLink link = site.link(OptionalInt.of(0), "test");
        Path file = Path.of(link.tokenFile());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String token = Files.readString(file).strip();
        assertThat(get(link.address() + "metrics", "authorization", "Bearer " + token).statusCode())
                .isEqualTo(200);
        site.reset(OptionalInt.empty(), "test");
        assertThat(get(link.address() + "metrics", "authorization", "Bearer " + token).statusCode())
                .isEqualTo(401);
    }

    @Test
    void aTokenOfTheFileStaysAndMustNotBeShort() throws IOException {
        Path file = folder.resolve("token");
        var spec =
                new WebSpec(
                        new ListenAddress("127.0.0.1", 0),
                        Optional.empty(),
                        Optional.of(file),
                        Optional.empty());
        Files.writeString(file, "short");
        assertThatThrownBy(() -> site.change(Optional.of(spec)))
                .hasMessageContaining("could be guessed; write a longer one");
        Files.writeString(file, "long enough for anybody\n");
        site.change(Optional.of(spec));
        site.reset(OptionalInt.empty(), "test");
        assertThat(Files.readString(file)).isEqualTo("long enough for anybody\n");
    }

    @Test
    void itFollowsTheProjectSFile() throws IOException, InterruptedException {
        site.change(Optional.of(ANY));
        String first = site.link(OptionalInt.empty(), "test").address();
        site.change(Optional.of(ANY));
        assertThat(site.link(OptionalInt.empty(), "test").address()).isEqualTo(first);
        site.change(
                Optional.of(
                        new WebSpec(
                                new ListenAddress("localhost", 0),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())));
        assertThat(get(site.link(OptionalInt.empty(), "test").address() + "health").body())
                .isEqualTo("ok\n");
        assertThatThrownBy(() -> get(first + "health")).isInstanceOf(ConnectException.class);
        site.change(Optional.empty());
        assertThat(site.isOpen()).isFalse();
    }

    @Test
    void aChangeThatIsRefusedLeavesItOpen() throws IOException, InterruptedException {
        site.change(Optional.of(ANY));
        String address = site.link(OptionalInt.empty(), "test").address();
        Path file = folder.resolve("token");
        Files.writeString(file, "short");
        var refused =
                new WebSpec(
                        new ListenAddress("127.0.0.1", 0),
                        Optional.empty(),
                        Optional.of(file),
                        Optional.empty());
        assertThatThrownBy(() -> site.change(Optional.of(refused)))
                .isInstanceOf(ControlProblem.class);
        assertThat(get(address + "health").body()).isEqualTo("ok\n");
    }

    @Test
    void aResetEndsWhatIsOpen() throws IOException {
        site.change(Optional.of(ANY));
        var address = URI.create(site.link(OptionalInt.empty(), "test").address());
        try (var stolen = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            site.reset(OptionalInt.empty(), "test");
            assertThat(ended(stolen)).isTrue();
        }
        assertThat(site.link(OptionalInt.empty(), "test").address()).isEqualTo(address.toString());
    }

    /** One that was not accepted yet is reset. */
    private static boolean ended(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() == -1;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void onceClosedItStaysClosed() {
        site.close();
        assertThatThrownBy(() -> site.link(OptionalInt.of(0), "test"))
                .isInstanceOf(ControlProblem.class)
                .hasMessageContaining("on its way down");
    }

    @Test
    void itKnowsTheAddressItListensOn() throws IOException, InterruptedException {
        site.change(
                Optional.of(
                        new WebSpec(
                                new ListenAddress("127.0.0.2", 0),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())));
        assertThat(get(site.link(OptionalInt.empty(), "test").address()).statusCode())
                .isEqualTo(200);
    }

    @Test
    void oneThatSomebodyAskedForStaysWhenTheFileSaysNothing() {
        WebLink link = site.link(OptionalInt.of(0), "test");
        site.change(Optional.empty());
        assertThat(site.link(OptionalInt.empty(), "test").address()).isEqualTo(link.address());
    }

    @Test
    void behindAProxyALinkHasThePublicAddress() {
        site.change(
                Optional.of(
                        new WebSpec(
                                new ListenAddress("127.0.0.1", 0),
                                Optional.of(URI.create("https://foster.example.org/board/")),
                                Optional.empty(),
                                Optional.empty())));
        assertThat(site.link(OptionalInt.empty(), "test").url())
                .startsWith("https://foster.example.org/board/enter?ticket=");
    }

    @Test
    void strangersWithAllConnectionsLockNobodyOut() throws IOException, InterruptedException {
        String address = site.link(OptionalInt.of(0), "test").address();
        int port = URI.create(address).getPort();
        var idle = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 200; i++) {
                idle.add(new Socket(InetAddress.ofLiteral("127.0.0.1"), port));
            }
            assertThat(get(address + "health").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }
}
