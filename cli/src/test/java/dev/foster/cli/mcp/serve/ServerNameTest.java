package dev.foster.cli.mcp.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** The name a server gets from its command. */
class ServerNameTest {

    @ParameterizedTest
    @CsvSource({
        "npx -y @modelcontextprotocol/server-everything,everything",
        "npx -y @modelcontextprotocol/server-memory@2026.8.31,memory",
        "/usr/bin/node --inspect /opt/fixture.mjs --modern,fixture",
        "uvx mcp-server-git --repository .,git",
        "python3 -m mcp_server_time,time",
        "docker run -i --rm mcp/fetch:latest,fetch",
        "env KEY=value ./weather-mcp-server,weather",
        "/opt/My Server/Tool.jar,tool",
        "python3,server",
        "server,server",
        "mcp,mcp",
        "node -e 0,0",
        "/,server"
    })
    void isThatOfTheProgramWithoutWhatAllHave(String command, String name) {
        List<String> words =
                command.startsWith("/opt/My") ? List.of(command) : List.of(command.split(" ", -1));
        assertThat(ServerName.of(words)).isEqualTo(name);
    }
}
