package dev.foster.cli.doctor;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.util.List;

/** {@code foster doctor}. */
public final class DoctorVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("doctor", "examine this machine")
                    .about(
                            """
                            Says which process engine foster uses here, what it can promise with it, what the system offers,
                            and what is missing. Ends with code 1 when something would keep foster from working.
                            """)
                    .flag("--json", "one JSON object, for programs")
                    .inProject()
                    .example("foster doctor");

    public DoctorVerb(Invocation invocation) {
        super(invocation, OPTIONS, "say what this machine offers and what is missing");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        List<Finding> findings = Examination.of(invocation, arguments);
        if (arguments.has("--json")) {
            invocation
                    .out()
                    .println(
                            JsonText.write(
                                    Members.none()
                                            .put("findings", findings, Finding::toJson)
                                            .object()));
        } else {
            findings.forEach(finding -> invocation.out().println(finding.line()));
        }
        boolean bad = findings.stream().anyMatch(one -> one.grade() == Finding.Grade.BAD);
        return bad ? ExitCodes.FAILURE : ExitCodes.OK;
    }
}
