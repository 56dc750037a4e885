package dev.foster.cli.project;

import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.daemon.config.Schema;

import java.util.List;

/** {@code foster schema}. */
public final class SchemaVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("schema", "print the schema")
                    .about(
                            """
                            Prints the JSON Schema of foster.yaml. An editor that knows it completes keys and marks mistakes.
                            """)
                    .example("foster schema > foster.schema.json");

    public SchemaVerb(Invocation invocation) {
        super(invocation, OPTIONS, "print the JSON Schema of foster.yaml, for editors");
    }

    @Override
    public int run(List<String> words) {
        OPTIONS.parse(words);
        invocation.out().print(Schema.text());
        return ExitCodes.OK;
    }
}
