package dev.foster.plugin.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.protocol.handshake.Variable;
import dev.foster.process.Environment;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.Optional;

class PluginEnvironmentTest {

    // [24.69]: where this program is itself a plugin, its own variables speak of its own host.
    @Test
    void noneOfTheProtocolsVariablesIsInherited() {
        Environment made =
                PluginEnvironment.of(
                        Environment.inheritAll(),
                        SessionTerms.of(new MagicCookie("KEY", "value")),
                        Optional.empty(),
                        Path.of("/sockets"));
        assertThat(Variable.ALL).noneMatch(made::inherits);
        assertThat(made.inherits("PATH")).isTrue();
        assertThat(made.set())
                .doesNotContainKey(Variable.CLIENT_CERT)
                .containsEntry("KEY", "value");
    }
}
