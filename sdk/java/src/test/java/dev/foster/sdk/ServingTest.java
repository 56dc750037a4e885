package dev.foster.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.kv.HealthRequest;
import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.handshake.Variable;
import dev.foster.plugin.protocol.tls.CertificateText;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.tls.TlsIdentity;
import dev.foster.sdk.kv.KeyValuePlugin;
import dev.foster.testkit.Leaks;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What a plugin makes of its environment, inside this JVM. */
class ServingTest {
    @TempDir Path directory;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private Leaks before;

    @BeforeEach
    void remember() throws Exception {
        before = WarmUp.snapshot();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        before.assertNothingLeft();
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @ParameterizedTest // [S2]
    @CsvSource({"'1,3',3", "'3,1,9',3", "1,1", "9,1", "'',1", "'x,3',3"})
    void theHighestVersionInCommonIsServedElseTheLowest(String variable, int version) {
        var seen = new AtomicInteger();
        Services services =
                context -> {
                    seen.set(context.version());
                    return List.of();
                };
        Draft draft = Plugin.named("kv").version(1, services).version(3, services).draft();
        try (Serving plugin = serve(draft, Map.of(Variable.PROTOCOL_VERSIONS, variable))) {
            assertThat(plugin.line().version()).isEqualTo(version);
            assertThat(seen).hasValue(version);
        }
        assertThat(log.toString(StandardCharsets.UTF_8).contains("is no number"))
                .isEqualTo(variable.contains("x"));
    }

    @Test // [S3]
    void theLineHasSixFieldsOrSevenWhereTheHostAskedForTheSeventh() {
        try (Serving plugin = serve(Map.of())) {
            assertThat(plugin.line().text()).matches("1\\|1\\|unix\\|/.*/plugin\\d+\\|grpc\\|");
        }
        try (Serving plugin = serve(Map.of(Variable.MULTIPLEX_GRPC, "true"))) {
            assertThat(plugin.line().text())
                    .matches("1\\|1\\|unix\\|/.*/plugin\\d+\\|grpc\\|\\|true");
        }
    }

    @Test // [S4]
    void whoHasNotTheCertificateIsRefused() {
        TlsIdentity own = TlsIdentity.generate();
        try (Serving plugin =
                serve(Map.of(Variable.CLIENT_CERT, CertificateText.pem(own.certificate())))) {
            var answer = plugin.line().certificate().orElseThrow();
            try (TestHost host = host(plugin, Security.mutual(own, answer))) {
                host.put("key", "value");
                assertThat(host.get("key")).isEqualTo("value");
            }
            for (Security stranger :
                    List.of(Security.plain(), Security.mutual(TlsIdentity.generate(), answer))) {
                try (TestHost host = host(plugin, stranger)) {
                    assertThatThrownBy(() -> host.get("key"))
                            .isInstanceOfSatisfying(
                                    StatusRuntimeException.class,
                                    failure ->
                                            assertThat(failure.getStatus().getCode())
                                                    .isEqualTo(Status.Code.UNAVAILABLE));
                }
            }
        }
    }

    @Test // [S4]
    void aCertificateThatIsNoneIsTold() {
        assertThatThrownBy(() -> serve(Map.of(Variable.CLIENT_CERT, "hello")))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("cannot read the certificate in PLUGIN_CLIENT_CERT");
    }

    @Test // [S16]
    void theAuthorsTlsGoesBeforeTheHostsWish() {
        TlsIdentity host = TlsIdentity.generate();
        TlsIdentity other = TlsIdentity.generate();
        TlsIdentity plugin = TlsIdentity.generate();
        Draft draft =
                KeyValuePlugin.plugin()
                        .security(() -> Security.mutual(plugin, other.certificate()))
                        .draft();
        var variables = Map.of(Variable.CLIENT_CERT, CertificateText.pem(host.certificate()));
        try (Serving serving = serve(draft, variables);
                TestHost client = host(serving, Security.mutual(other, plugin.certificate()))) {
            assertThat(serving.line().certificate()).isEmpty();
            client.put("key", "value");
            assertThat(client.get("key")).isEqualTo("value");
        }
    }

    @Test // [S5]
    void healthIsToldOfThePluginAndOfTheWhole() {
        try (Serving plugin = serve(Map.of());
                TestHost host = host(plugin, Security.plain())) {
            assertThat(health(host, "plugin")).isEqualTo(ServingStatus.SERVING);
            assertThat(health(host, "")).isEqualTo(ServingStatus.SERVING);
            assertThatThrownBy(() -> health(host, "other"))
                    .hasMessageContaining(Status.Code.NOT_FOUND.name());
            var _ = host.trouble().health(HealthRequest.newBuilder().setServing(false).build());
            assertThat(health(host, "plugin")).isEqualTo(ServingStatus.NOT_SERVING);
        }
    }

    private static ServingStatus health(TestHost host, String service) {
        return HealthGrpc.newBlockingStub(host.channel())
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .check(HealthCheckRequest.newBuilder().setService(service).build())
                .getStatus();
    }

    @Test // [S11]
    void socketsAreMadeWhereTheHostSaysAndForTheGroupItNames() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("sockets"));
        String group = Files.getAttribute(directory, "unix:gid").toString();
        try (Serving plugin =
                serve(
                        Map.of(
                                Variable.UNIX_SOCKET_DIR,
                                elsewhere.toString(),
                                Variable.UNIX_SOCKET_GROUP,
                                group))) {
            Path socket = Path.of(plugin.line().address().text());

            assertThat(socket.getParent()).isEqualTo(elsewhere);
            assertThat(Files.getPosixFilePermissions(socket))
                    .isEqualTo(PosixFilePermissions.fromString("rw-rw----"));
        }
        Files.delete(elsewhere);
    }

    @Test // [S14]
    void aTestAttachesToAPluginInItsOwnJvm() throws Exception {
        var printed = System.out;
        try (RunningPlugin plugin = KeyValuePlugin.plugin().startForTest()) {
            Reattach reattach = plugin.reattach();
            assertThat(System.out).isSameAs(printed);
            assertThat(reattach.json("kv"))
                    .isEqualTo(
                            """
                            {"kv":{"Protocol":"grpc","ProtocolVersion":1,"Pid":%d,"Test":true,\
                            "Addr":{"Network":"unix","String":"%s"}}}\
                            """
                                    .formatted(
                                            ProcessHandle.current().pid(),
                                            reattach.address().text()));
            try (TestHost host = host((Serving) plugin, Security.plain())) {
                host.put("key", "value");
                assertThat(host.get("key")).isEqualTo("value");
                host.shutdown();
                assertThat(plugin.awaitEnd()).isZero();
            }
        }
    }

    @Test // [S15]
    void reflectionNamesTheServices() throws Exception {
        try (Serving plugin = serve(Map.of());
                TestHost host = host(plugin, Security.plain())) {
            var names = new CompletableFuture<List<String>>();
            var request =
                    ServerReflectionGrpc.newStub(host.channel())
                            .serverReflectionInfo(new Names(names));
            request.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
            request.onCompleted();

            assertThat(names.get(20, TimeUnit.SECONDS))
                    .contains(
                            "proto.KV",
                            "plugin.GRPCController",
                            "plugin.GRPCBroker",
                            "plugin.GRPCStdio",
                            "grpc.health.v1.Health",
                            "grpc.reflection.v1.ServerReflection",
                            "grpc.reflection.v1alpha.ServerReflection");
        }
    }

    @Test
    void aPluginWithoutServicesIsTold() {
        Draft draft = Plugin.named("empty").cookie("A", "b").draft();

        assertThatThrownBy(() -> serve(draft, Map.of())).hasMessageContaining("Plugin.version");
    }

    @Test
    void whatTheAuthorsCodeThrowsLeavesNothingBehind() {
        Draft draft =
                Plugin.named("broken")
                        .version(
                                1,
                                _ -> {
                                    throw new IllegalStateException("no database");
                                })
                        .draft();
        for (var variables :
                List.of(Map.<String, String>of(), Map.of(Variable.MULTIPLEX_GRPC, "1"))) {
            assertThatThrownBy(() -> serve(draft, variables)).hasMessage("no database");
        }
    }

    private Serving serve(Map<String, String> variables) {
        return serve(KeyValuePlugin.plugin().draft(), variables);
    }

    private Serving serve(Draft draft, Map<String, String> variables) {
        var all = new HashMap<>(Map.of("TMPDIR", directory.toString()));
        all.putAll(variables);
        var surroundings = new ProgramEnvironment(all, new ByteArrayOutputStream(), log);
        return Serving.start(draft, surroundings, surroundings.log("kv"), Serving.Mode.TEST);
    }

    private TestHost host(Serving plugin, Security security) {
        return TestHost.connect(plugin.line(), security, directory);
    }

    private record Names(CompletableFuture<List<String>> names)
            implements StreamObserver<ServerReflectionResponse> {
        @Override
        public void onNext(ServerReflectionResponse response) {
            names.complete(
                    response.getListServicesResponse().getServiceList().stream()
                            .map(service -> service.getName())
                            .toList());
        }

        @Override
        public void onError(Throwable failure) {
            names.completeExceptionally(failure);
        }

        @Override
        public void onCompleted() {}
    }
}
