package dev.foster.cli;

import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.util.List;

/** {@code foster version}. */
public final class VersionVerb implements Verb {

    @Override
    public String name() {
        return "version";
    }

    @Override
    public String summary() {
        return "print the version";
    }

    @Override
    public String help() {
        return """
        usage: foster version [--json]

        Prints the version of Foster and of the Java it runs on.
        """;
    }

    @Override
    public int run(List<String> arguments) {
        String java = Runtime.version().toString();
        if (arguments.isEmpty()) {
            System.out.println("foster " + version() + " (Java " + java + ")");
        } else if (arguments.equals(List.of("--json"))) {
            System.out.println(
                    JsonText.write(
                            Members.none().put("version", version()).put("java", java).object()));
        } else {
            throw new UsageProblem(
                    "cannot understand \""
                            + arguments.getFirst()
                            + "\": version takes only --json; see foster version --help");
        }
        return ExitCodes.OK;
    }

    /** The version the jar was built as; classes outside a jar carry none. */
    public static String version() {
        String version = VersionVerb.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
