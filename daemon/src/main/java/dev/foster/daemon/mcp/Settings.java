package dev.foster.daemon.mcp;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.config.GatewaySpec;
import dev.foster.daemon.config.GatewaySpec.Auth;
import dev.foster.daemon.config.GatewaySpec.Site;
import dev.foster.daemon.inbound.ListenerSetup;
import dev.foster.daemon.secret.SecretFile;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.stdio.spec.NamedToken;
import dev.foster.stdio.spec.Secret;
import dev.foster.stdio.spec.ServiceSettings;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How servers are offered, from what the file says. */
final class Settings {
    private Settings() {}

    /**
     * Reads the files that the project names.
     *
     * @param token where the daemon's own token is, or will be
     */
    static ServiceSettings of(GatewaySpec gateway, Path token) {
        try {
            return new ServiceSettings(
                    ListenerSetup.resolve(
                            gateway.address(), "offer MCP servers", "mcp_gateway.listen"),
                    ListenerSetup.tls(gateway.tls()),
                    rules(gateway.site(), gateway.tls().isPresent()),
                    credentials(gateway.access().auth(), token),
                    gateway.access().servers().stream()
                            .map(URI::toString)
                            .collect(Collectors.toSet()),
                    gateway.limits());
        } catch (IllegalArgumentException refused) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION, String.valueOf(refused.getMessage()));
        }
    }

    private static HostPolicy rules(Site site, boolean tls) {
        return new HostPolicy(site.publicUrl(), tls, site.hosts(), site.origins());
    }

    private static Credentials credentials(Auth auth, Path token) {
        return switch (auth) {
            case Auth.None() -> Credentials.open();
            case Auth.Passthrough() -> Credentials.passthrough();
            case Auth.Token() ->
                    Credentials.tokens(
                            List.of(
                                    new NamedToken(
                                            "token",
                                            Secret.inFile(ownToken(token)),
                                            Set.of(),
                                            Map.of())));
            case Auth.Tokens(List<GatewaySpec.Known> known) ->
                    Credentials.tokens(known.stream().map(Settings::named).toList());
            case Auth.Jwt(JwtRules rules) -> Credentials.jwt(rules);
        };
    }

    private static Path ownToken(Path file) {
        return new SecretFile(file, "the token for MCP clients").withToken().path();
    }

    private static NamedToken named(GatewaySpec.Known caller) {
        Secret secret =
                caller.file().isPresent()
                        ? Secret.inFile(caller.file().get())
                        : Secret.of(caller.token().orElseThrow());
        return new NamedToken(caller.name(), secret, caller.scopes(), caller.environment());
    }

    /** The word for it in the API. */
    static String word(Auth auth) {
        return switch (auth) {
            case Auth.Token() -> "token";
            case Auth.None() -> "none";
            case Auth.Passthrough() -> "passthrough";
            case Auth.Tokens _ -> "tokens";
            case Auth.Jwt _ -> "jwt";
        };
    }
}
