package dev.foster.stdio.spec;

import java.time.Duration;
import java.util.Set;

/**
 * Which tokens of an authorization server are good here.
 *
 * @param issuer who must have issued them
 * @param keys what they are signed with
 * @param audiences whom they may be for, beside the address of what is asked for
 * @param scopes what all of them must allow
 * @param leeway how far the clocks may differ
 */
public record JwtRules(
        String issuer, KeySource keys, Set<String> audiences, Set<String> scopes, Duration leeway) {

    public JwtRules {
        audiences = Set.copyOf(audiences);
        scopes = Set.copyOf(scopes);
    }

    public static JwtRules of(String issuer, KeySource keys) {
        return new JwtRules(issuer, keys, Set.of(), Set.of(), Duration.ofSeconds(60));
    }

    public JwtRules issuer(String wanted) {
        return new JwtRules(wanted, keys, audiences, scopes, leeway);
    }

    public JwtRules keys(KeySource wanted) {
        return new JwtRules(issuer, wanted, audiences, scopes, leeway);
    }

    public JwtRules audiences(Set<String> wanted) {
        return new JwtRules(issuer, keys, wanted, scopes, leeway);
    }

    public JwtRules scopes(Set<String> wanted) {
        return new JwtRules(issuer, keys, audiences, wanted, leeway);
    }

    public JwtRules leeway(Duration wanted) {
        return new JwtRules(issuer, keys, audiences, scopes, wanted);
    }
}
