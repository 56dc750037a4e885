package dev.foster.stdio.spec;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import javax.net.ssl.SSLContext;

/**
 * Where and to whom servers are offered.
 *
 * @param address where to listen; port 0 for any that is free
 * @param tls the certificate to show, for https
 * @param rules from where requests may come
 * @param credentials who may come in
 * @param authorizationServers who gives out the tokens, for clients that ask
 * @param limits what clients may ask for
 */
public record ServiceSettings(
        InetSocketAddress address,
        Optional<SSLContext> tls,
        HostPolicy rules,
        Credentials credentials,
        Set<String> authorizationServers,
        FrontLimits limits) {

    public ServiceSettings {
        Objects.requireNonNull(address);
        Objects.requireNonNull(tls);
        Objects.requireNonNull(rules);
        Objects.requireNonNull(credentials);
        Objects.requireNonNull(limits);
        authorizationServers = Set.copyOf(authorizationServers);
    }

    /** On this machine only, with these credentials. */
    public static ServiceSettings loopback(int port, Credentials credentials) {
        return new ServiceSettings(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port),
                Optional.empty(),
                HostPolicy.loopback(),
                credentials,
                Set.of(),
                FrontLimits.defaults());
    }

    public ServiceSettings limits(FrontLimits wanted) {
        return new ServiceSettings(address, tls, rules, credentials, authorizationServers, wanted);
    }
}
