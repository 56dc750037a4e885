package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.spec.ProcessSpec;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

class StarterTest {
    @TempDir Path folder;
    private Reading reading;

    @BeforeEach
    void anEmptyFolder() {
        reading = new Reading(folder);
    }

    /** Names and commands of what was written, read again by the reader itself. */
    private List<String> proposed() {
        return reading.project(Starter.text(folder)).stack().processes().stream()
                .map(StarterTest::line)
                .toList();
    }

    private static String line(ProcessSpec process) {
        return process.name() + " " + String.join(" ", process.child().command());
    }

    @Test
    void anEmptyDirectoryGetsAnExampleThatRuns() {
        assertThat(proposed())
                .containsExactly("hello /bin/sh -c while true; do echo hello; sleep 5; done");
        assertThat(Starter.text(folder)).contains("# an example to replace").contains("# groups:");
    }

    @Test
    void aProcfileIsTakenOverWithItsPortsAndDollars() {
        reading.file("Procfile", "web: run 'it' ${X%.*} $$ $PORT\n-bad: x\nworker: w: x # y\n")
                .file("package.json", "{\"scripts\": {\"dev\": \"vite\"}}");

        assertThat(proposed())
                .containsExactly(
                        "web /bin/sh -c run 'it' ${X%.*} $$ $PORT", "worker /bin/sh -c w: x # y");
        assertThat(reading.project().stack().processes().getFirst().child().environment().set())
                .containsEntry("PORT", "5000");
    }

    @Test
    void everyKindOfProjectIsRecognised() {
        reading.file("package.json", "{\"scripts\": {\"start\": \"a\", \"dev\": \"b\"}}")
                .file("yarn.lock", "")
                .file("manage.py", "")
                .file("pyproject.toml", "[project]\nname = \"never\"\n")
                .file("pom.xml", "<artifactId>spring-boot-starter</artifactId>")
                .file("mvnw", "")
                .file("go.mod", "module a")
                .file("Cargo.toml", "[package]");

        assertThat(proposed())
                .containsExactly(
                        "node yarn run dev",
                        "django python3 manage.py runserver",
                        "spring ./mvnw spring-boot:run",
                        "go go run .",
                        "rust cargo run");
    }

    @Test
    void aScriptNamedStartAndAPythonPackageDoAsWell() {
        reading.file("package.json", "{\"scripts\": {\"start\": \"a\"}}")
                .file("pyproject.toml", "[project]\nname = \"my-tool\"\n")
                .file("pom.xml", "<project/>");

        assertThat(proposed()).containsExactly("node npm run start", "python python3 -m my_tool");
    }

    @Test
    void theServicesOfComposeAreRemarks() {
        reading.file(
                "docker-compose.yml",
                """
                services:
                  db: {image: "postgres:16"}
                  api: {build: ., command: [serve, --fast]}
                  odd: "no mapping"
                """);

        assertThat(Starter.text(folder))
                .contains("  # Services of docker-compose.yml, which run in containers:\n")
                .contains("  # db: {command: what its image runs}   # image postgres:16\n")
                .contains("  # api: {command: [serve, --fast]}\n");
        assertThat(proposed()).hasSize(1);
    }

    @Test
    void brokenNeighboursDoNoHarm() {
        reading.file("package.json", "{\"scripts\": [")
                .file("Procfile", "nonsense")
                .file("compose.yaml", "a: b: c")
                .file("pyproject.toml", "\u0000");

        assertThat(proposed()).hasSize(1);
    }
}
