package dev.foster.daemon.config;

import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.JwtRules;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How the MCP servers of a project are offered.
 *
 * @param address where it listens
 * @param site by which names it is known, and to whom
 * @param access who may come in
 * @param limits what clients may ask for
 */
public record GatewaySpec(
        ListenAddress address,
        Site site,
        Access access,
        Optional<Certificate> tls,
        FrontLimits limits) {
    static final ListenAddress USUAL_ADDRESS = ListenAddress.onThisMachine(8808);

    /**
     * Where it is found.
     *
     * @param publicUrl where clients find it, behind a proxy
     * @param hosts names it answers to, beside those of this machine
     * @param origins of web pages that may ask
     */
    public record Site(Optional<URI> publicUrl, Set<String> hosts, Set<String> origins) {
        static final Site USUAL = new Site(Optional.empty(), Set.of(), Set.of());

        public Site {
            hosts = Set.copyOf(hosts);
            origins = Set.copyOf(origins);
        }
    }

    /**
     * How one comes in.
     *
     * @param servers who gives out the tokens, for clients that ask
     */
    public record Access(Auth auth, Set<URI> servers) {
        static final Access USUAL = new Access(new Auth.Token(), Set.of());

        public Access {
            Objects.requireNonNull(auth);
            servers = Set.copyOf(servers);
        }
    }

    /** How callers show who they are. */
    public sealed interface Auth {
        /** By the one token that the daemon makes. */
        record Token() implements Auth {}

        /** They need not. */
        record None() implements Auth {}

        /** By tokens that mean something to the servers alone. */
        record Passthrough() implements Auth {}

        /** By tokens that the file names. */
        record Tokens(List<Known> known) implements Auth {
            public Tokens {
                known = List.copyOf(known);
            }
        }

        /** By tokens that an authorization server has signed. */
        record Jwt(JwtRules rules) implements Auth {}
    }

    /**
     * A caller that the file names. Its text leaves the secrets out.
     *
     * @param file where its token is, or
     * @param token the token itself
     * @param environment for the children that serve it
     */
    public record Known(
            String name,
            Optional<Path> file,
            Optional<String> token,
            Map<String, String> environment,
            Set<String> scopes) {
        public Known {
            environment = Map.copyOf(environment);
            scopes = Set.copyOf(scopes);
        }

        Known name(String wanted) {
            return new Known(wanted, file, token, environment, scopes);
        }

        Known file(Path wanted) {
            return new Known(name, Optional.of(wanted), token, environment, scopes);
        }

        Known token(String wanted) {
            return new Known(name, file, Optional.of(wanted), environment, scopes);
        }

        Known environment(Map<String, String> wanted) {
            return new Known(name, file, token, wanted, scopes);
        }

        Known scopes(Set<String> wanted) {
            return new Known(name, file, token, environment, wanted);
        }

        @Override
        public String toString() {
            return "Known[" + name + "]";
        }
    }

    public GatewaySpec {
        Objects.requireNonNull(address);
        Objects.requireNonNull(limits);
    }

    /** On this machine, for those who have the daemon's token. */
    public static GatewaySpec usual() {
        return new GatewaySpec(
                USUAL_ADDRESS, Site.USUAL, Access.USUAL, Optional.empty(), FrontLimits.defaults());
    }

    GatewaySpec address(ListenAddress wanted) {
        return new GatewaySpec(wanted, site, access, tls, limits);
    }

    GatewaySpec site(Site wanted) {
        return new GatewaySpec(address, wanted, access, tls, limits);
    }

    GatewaySpec access(Access wanted) {
        return new GatewaySpec(address, site, wanted, tls, limits);
    }

    GatewaySpec tls(Certificate wanted) {
        return new GatewaySpec(address, site, access, Optional.of(wanted), limits);
    }

    GatewaySpec limits(FrontLimits wanted) {
        return new GatewaySpec(address, site, access, tls, wanted);
    }
}
