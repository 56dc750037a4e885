package dev.foster.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The faults that a file of servers can have. */
class ServersFileTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"mcpServers\": 1}",
                "{\"mcpServers\": {\"a\": 1}}",
                "{\"mcpServers\": {\"a\": {\"url\": \"http://x\"}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"true\", \"disabled\": true}}}",
                "{\"mcpServers\": {\"a b\": {\"command\": \"true\"}}}",
                "{\"mcpServers\": {\"a\": {\"command\": [\"true\"]}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"true\", \"args\": \"x\"}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"true\", \"env\": [1]}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"true\", \"cwd\": {}}}}"
            })
    void aFileThatNamesNoServerSaysWhatIsWrong(String text) throws IOException {
        Files.writeString(folder.resolve("servers.json"), text);
        var called = new Called(folder);
        assertThat(called.run("mcp", "serve", "--file", "servers.json")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.err()).contains("servers.json");
    }
}
