package dev.foster.daemon.mcp;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.config.BrokerSpec;
import dev.foster.daemon.config.BrokerSpec.Auth;
import dev.foster.daemon.inbound.Listening;
import dev.foster.daemon.secret.SecretFile;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.HouseRules;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.stdio.spec.KeySource;
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
    static ServiceSettings of(BrokerSpec broker, Path token) {
        try {
            return new ServiceSettings(
                    Listening.resolve(broker.address(), "offer MCP servers", "broker.listen"),
                    Listening.tls(broker.tls()),
                    rules(broker),
                    credentials(broker.auth(), token),
                    broker.authorizationServers().stream()
                            .map(URI::toString)
                            .collect(Collectors.toSet()),
                    limits(broker));
        } catch (IllegalArgumentException refused) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION, String.valueOf(refused.getMessage()));
        }
    }

    private static HouseRules rules(BrokerSpec broker) {
        return new HouseRules(
                broker.publicUrl(), broker.tls().isPresent(), broker.hosts(), broker.origins());
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
            case Auth.Tokens(List<BrokerSpec.Known> known) ->
                    Credentials.tokens(known.stream().map(Settings::named).toList());
            case Auth.Jwt jwt -> Credentials.jwt(jwt(jwt));
        };
    }

    private static Path ownToken(Path file) {
        return new SecretFile(file, "the token for MCP clients").withToken().path();
    }

    private static NamedToken named(BrokerSpec.Known caller) {
        Secret secret =
                caller.file().isPresent()
                        ? Secret.inFile(caller.file().get())
                        : Secret.of(caller.token().orElseThrow());
        return new NamedToken(caller.name(), secret, caller.scopes(), caller.environment());
    }

    private static JwtRules jwt(Auth.Jwt jwt) {
        KeySource keys =
                jwt.keyUrl().isPresent()
                        ? new KeySource.AtUrl(jwt.keyUrl().get())
                        : new KeySource.InFile(jwt.keyFile().orElseThrow());
        JwtRules rules =
                JwtRules.of(jwt.issuer(), keys).audiences(jwt.audiences()).scopes(jwt.scopes());
        return jwt.leeway().map(rules::leeway).orElse(rules);
    }

    private static FrontLimits limits(BrokerSpec broker) {
        BrokerSpec.Limits wanted = broker.limits();
        FrontLimits limits = FrontLimits.defaults();
        limits = wanted.sessions().map(limits::sessions).orElse(limits);
        limits = wanted.sessionsPerCaller().map(limits::sessionsPerCaller).orElse(limits);
        limits = wanted.idle().map(limits::idle).orElse(limits);
        limits = wanted.age().map(limits::age).orElse(limits);
        limits = wanted.requestBytes().map(limits::requestBytes).orElse(limits);
        return broker.perMinute().map(limits::perMinute).orElse(limits);
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
