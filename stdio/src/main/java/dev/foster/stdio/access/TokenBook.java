package dev.foster.stdio.access;

import dev.foster.stdio.spec.Digest;
import dev.foster.stdio.spec.NamedToken;

import java.util.List;
import java.util.Optional;

/** The tokens that are known here, and whose they are. */
final class TokenBook {

    /** How two secrets are compared. */
    interface Comparison {
        boolean same(Digest one, Digest other);
    }

    private final List<NamedToken> tokens;
    private final Comparison comparison;

    TokenBook(List<NamedToken> tokens, Comparison comparison) {
        this.tokens = tokens;
        this.comparison = comparison;
    }

    /** Compares with all of them, found or not: time must not tell how far it came. */
    Optional<Caller> caller(String bearer) {
        Digest given = Digest.of(bearer);
        Optional<NamedToken> found = Optional.empty();
        for (NamedToken token : tokens) {
            for (Digest known : token.secret().digests()) {
                if (comparison.same(known, given)) {
                    found = Optional.of(token);
                }
            }
        }
        return found.map(
                token ->
                        Caller.of(
                                token.name(),
                                Optional.of(bearer),
                                token.scopes(),
                                token.environment()));
    }
}
