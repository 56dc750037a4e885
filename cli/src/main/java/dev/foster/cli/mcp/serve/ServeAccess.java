package dev.foster.cli.mcp.serve;

import dev.foster.cli.Arguments;
import dev.foster.cli.Options;
import dev.foster.cli.UsageProblem;
import dev.foster.http.RandomWord;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.NamedToken;
import dev.foster.stdio.spec.Secret;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Who may come in to what is served.
 *
 * @param made the token that was made for this run, to be shown once
 */
record ServeAccess(Credentials credentials, Optional<String> made) {
    private static final int TOKEN_BYTES = 32;

    /** By the command line; without a word about it, by a token that nobody else can know. */
    static ServeAccess of(Arguments arguments, Options options, Path directory) {
        long ways =
                List.of("--token", "--token-file", "--no-auth").stream()
                        .filter(arguments::has)
                        .count();
        if (ways > 1) {
            throw options.problem("--token, --token-file and --no-auth exclude each other");
        }
        if (arguments.has("--no-auth")) {
            return new ServeAccess(Credentials.open(), Optional.empty());
        }
        try {
            if (arguments.has("--token")) {
                return known(Secret.of(arguments.value("--token").orElseThrow()));
            }
            if (arguments.has("--token-file")) {
                String file = arguments.value("--token-file").orElseThrow();
                return known(Secret.inFile(directory.resolve(file)));
            }
        } catch (IllegalArgumentException unusable) {
            throw new UsageProblem(String.valueOf(unusable.getMessage()));
        }
        String token = RandomWord.ofBytes(TOKEN_BYTES);
        return new ServeAccess(known(Secret.of(token)).credentials(), Optional.of(token));
    }

    private static ServeAccess known(Secret secret) {
        return new ServeAccess(
                Credentials.tokens(List.of(NamedToken.of("client", secret))), Optional.empty());
    }

    boolean open() {
        return credentials instanceof Credentials.Open;
    }
}
