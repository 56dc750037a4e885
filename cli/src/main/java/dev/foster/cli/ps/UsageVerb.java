package dev.foster.cli.ps;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlClient;
import dev.foster.control.UsageView;
import dev.foster.json.JsonText;

import java.util.List;

/** {@code foster usage}. */
public final class UsageVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("usage", "show what processes use")
                    .words("[NAME...]")
                    .about(
                            """
                            Shows what each process and its descendants use: processor, memory (now, and the most since
                            foster began), threads, processes, open files, bytes from and to storage, and what they may use.
                            Names may be groups or patterns like 'web*'. Of one process it also draws the last ten minutes.
                            """)
                    .flag("--json", "one JSON array with the history of an hour, for programs")
                    .flag("--pss", "also what they really hold, with shared memory counted once")
                    .inProject()
                    .example("foster usage")
                    .example("foster usage web --pss")
                    .example("foster usage --json | jq '.[] | {name, peak}'");

    public UsageVerb(Invocation invocation) {
        super(invocation, OPTIONS, "show what processes use");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        boolean proportional = arguments.has("--pss");
        List<String> patterns = arguments.words().isEmpty() ? List.of("all") : arguments.words();
        List<UsageView> usages =
                client.select(patterns).stream()
                        .map(name -> client.usage(name, proportional))
                        .toList();
        if (arguments.has("--json")) {
            invocation
                    .out()
                    .println(JsonText.write(usages.stream().map(UsageView::toJson).toList()));
            return ExitCodes.OK;
        }
        UsageTable.lines(usages, proportional, invocation.columns())
                .forEach(invocation.out()::println);
        if (usages.size() == 1 && !arguments.words().isEmpty()) {
            chart(usages.getFirst());
        }
        return ExitCodes.OK;
    }

    private void chart(UsageView usage) {
        List<String> lines = UsageChart.lines(usage.history());
        if (!lines.isEmpty()) {
            invocation.out().println();
            lines.forEach(invocation.out()::println);
        }
    }
}
