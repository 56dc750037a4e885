package dev.foster.cli.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.cli.Arguments;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;

import io.nats.client.impl.Headers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** What a message carries, from the command line. */
final class Payload {
    private Payload() {}

    /** The words behind the subject, or standard input for a single dash. */
    static byte[] of(Arguments arguments, Invocation invocation) {
        List<String> text = arguments.words().subList(1, arguments.words().size());
        if (!text.equals(List.of("-"))) {
            return String.join(" ", text).getBytes(UTF_8);
        }
        try {
            return invocation.in().readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Headers headers(Arguments arguments, Options options) {
        var headers = new Headers();
        for (String header : arguments.values("--header")) {
            int colon = header.indexOf(':');
            if (colon <= 0) {
                throw options.problem("--header \"" + header + "\" is not NAME:TEXT");
            }
            try {
                headers.add(
                        header.substring(0, colon).strip(), header.substring(colon + 1).strip());
            } catch (IllegalArgumentException unprintable) {
                throw options.problem(
                        "--header \"" + header + "\" has letters that headers cannot");
            }
        }
        return headers;
    }
}
