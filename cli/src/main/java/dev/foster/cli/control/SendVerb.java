package dev.foster.cli.control;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlClient;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** {@code foster send}. */
public final class SendVerb extends DeclaredVerb {
    private static final int PIECE_BYTES = 256 << 10;

    private static final Options OPTIONS =
            Options.of("send", "send input")
                    .words("NAME [TEXT...]")
                    .about(
                            """
                            Writes a line to the standard input of a process; without TEXT, everything from this program's own
                            input, byte for byte.
                            """)
                    .flag("--eof", "close the process's input afterwards")
                    .inProject()
                    .example("foster send console reload users")
                    .example("foster send importer --eof <data.csv");

    public SendVerb(Invocation invocation) {
        super(invocation, OPTIONS, "write to the input of a process");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        boolean end = arguments.has("--eof");
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        String process = arguments.words().getFirst();
        List<String> text = arguments.words().subList(1, arguments.words().size());
        if (text.isEmpty()) {
            copy(client, process, end);
        } else {
            byte[] line = (String.join(" ", text) + "\n").getBytes(StandardCharsets.UTF_8);
            client.input(process, line, end);
        }
        return ExitCodes.OK;
    }

    /** In pieces as they come: a pipe may stay open for long, and its bytes are wanted now. */
    private void copy(ControlClient client, String process, boolean end) {
        byte[] piece = new byte[PIECE_BYTES];
        try {
            for (int count = invocation.in().read(piece);
                    count >= 0;
                    count = invocation.in().read(piece)) {
                if (count > 0) {
                    client.input(process, Arrays.copyOf(piece, count), false);
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        if (end) {
            client.input(process, new byte[0], true);
        }
    }
}
