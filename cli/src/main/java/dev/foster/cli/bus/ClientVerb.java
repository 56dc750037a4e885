package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;

import java.util.List;

/** A verb that connects to a bus and does one thing there. */
abstract class ClientVerb extends DeclaredVerb {
    private final Options options;

    ClientVerb(Invocation invocation, Options options, String summary) {
        super(invocation, options, summary);
        this.options = options;
    }

    @Override
    public final int run(List<String> words) {
        Arguments arguments = options.parse(words);
        check(arguments);
        BusTarget target = BusOptions.target(invocation, arguments);
        try (BusSession session = BusSession.open(target, invocation, patient())) {
            return run(arguments, session);
        } catch (BusVerbProblem problem) {
            invocation.out().flush();
            invocation.err().println(problem.getMessage());
            return problem.code();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    /** Whether it waits for the bus to come back when it is lost. */
    boolean patient() {
        return false;
    }

    /** Refuses what cannot work, before anything is connected. */
    abstract void check(Arguments arguments);

    abstract int run(Arguments arguments, BusSession session) throws InterruptedException;

    /** A subject to publish to: tokens between dots, without wildcards. */
    final String subject(Arguments arguments) {
        String subject = pattern(arguments);
        for (String token : subject.split("\\.", -1)) {
            if (token.equals("*") || token.equals(">")) {
                throw options.problem(
                        "\"" + subject + "\" is a pattern, and only a subject can be sent to");
            }
        }
        return subject;
    }

    /** A subject, maybe with wildcards. */
    final String pattern(Arguments arguments) {
        String subject = arguments.words().getFirst();
        boolean blank = subject.chars().anyMatch(letter -> letter <= ' ');
        if (blank || List.of(subject.split("\\.", -1)).contains("")) {
            throw options.problem(
                    "\"" + subject + "\" is no subject, which is words with dots between them");
        }
        return subject;
    }
}
