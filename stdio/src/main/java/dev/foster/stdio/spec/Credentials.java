package dev.foster.stdio.spec;

import java.util.List;

/** How callers show who they are. */
public sealed interface Credentials {

    /** They need not. */
    record Open() implements Credentials {}

    /** By tokens that are known here. */
    record Tokens(List<NamedToken> tokens) implements Credentials {
        public Tokens {
            tokens = List.copyOf(tokens);
            if (tokens.stream().map(NamedToken::name).distinct().count() < tokens.size()) {
                throw new IllegalArgumentException(
                        "cannot take two tokens of the same name; give each caller its own");
            }
        }
    }

    /** By tokens that mean something to the servers alone; each of them is its own caller. */
    record Passthrough() implements Credentials {}

    /** By tokens that an authorization server has signed. */
    record Jwt(JwtRules rules) implements Credentials {}

    static Credentials open() {
        return new Open();
    }

    static Credentials tokens(List<NamedToken> tokens) {
        return new Tokens(tokens);
    }

    static Credentials passthrough() {
        return new Passthrough();
    }

    static Credentials jwt(JwtRules rules) {
        return new Jwt(rules);
    }
}
