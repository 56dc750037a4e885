package dev.foster.stdio.spec;

import java.util.Map;
import java.util.Set;

/**
 * A caller that is known by a token of its own.
 *
 * @param name stays when the token is renewed
 * @param environment variables for the children that serve it
 */
public record NamedToken(
        String name, Secret secret, Set<String> scopes, Map<String, String> environment) {

    public NamedToken {
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "cannot take a token without a name; say whose token it is");
        }
        scopes = Set.copyOf(scopes);
        environment = Map.copyOf(environment);
    }

    public static NamedToken of(String name, Secret secret) {
        return new NamedToken(name, secret, Set.of(), Map.of());
    }

    @Override
    public String toString() {
        return "NamedToken[" + name + "]";
    }
}
