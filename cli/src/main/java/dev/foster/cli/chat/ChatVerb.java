package dev.foster.cli.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.TerminalText;
import dev.foster.control.ChatView;
import dev.foster.control.ControlClient;
import dev.foster.json.JsonText;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.List;

/** {@code foster chat}. */
public final class ChatVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("chat", "write to the plugins")
                    .words("[TEXT...]")
                    .about(
                            """
                            Takes a command such as !roll 2d6 to the plugin that offers it, and prints the answer. !help lists the
                            commands. Without a text each line of standard input is one. The exit code is 1 when the last could not be done.
                            """)
                    .value("--as", "USER", "the name it is written under; yours by default")
                    .flag("--json", "one JSON object for each answer, for programs")
                    .inProject()
                    .example("foster chat '!roll 2d6'")
                    .example("foster chat '!help'");

    public ChatVerb(Invocation invocation) {
        super(invocation, OPTIONS, "write to the plugins, as in '!roll 2d6'");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        String user = arguments.value("--as").orElse(System.getProperty("user.name", "you"));
        if (!arguments.words().isEmpty()) {
            return print(client.chat(user, String.join(" ", arguments.words())), arguments);
        }
        int last = ExitCodes.OK;
        try (var in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    last = print(client.chat(user, line), arguments);
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return last;
    }

    private int print(ChatView answer, Arguments arguments) {
        if (arguments.has("--json")) {
            invocation.out().println(JsonText.write(answer.toJson()));
        } else {
            // What a plugin says must not steer the terminal.
            answer.text()
                    .lines()
                    .map(TerminalText::line)
                    .forEach(answer.well() ? invocation.out()::println : invocation.err()::println);
        }
        return answer.well() ? ExitCodes.OK : ExitCodes.FAILURE;
    }
}
