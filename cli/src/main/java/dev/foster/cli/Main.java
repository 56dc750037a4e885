package dev.foster.cli;

import dev.foster.control.ControlProblem;
import dev.foster.document.DocumentProblem;
import dev.foster.document.Nearest;
import dev.foster.process.ProblemException;

import java.nio.file.InvalidPathException;
import java.util.List;

/** Where the program begins: picks the verb and turns its result into the exit code. */
public final class Main {
    private static final Invocation CALLER = Invocation.ofTheProgram();

    private Main() {}

    public static void main(String[] arguments) {
        int code;
        try {
            code = run(RawArguments.of(arguments));
        } catch (UsageProblem problem) {
            System.err.println(problem.getMessage());
            code = ExitCodes.USAGE;
        } catch (ControlProblem problem) {
            System.err.println(problem.getMessage());
            problem.view().details().forEach(System.err::println);
            code = problem.code().exitCode();
        } catch (DocumentProblem problem) {
            System.err.println(problem.getMessage());
            code = ExitCodes.USAGE;
        } catch (ProblemException problem) {
            System.err.println(problem.getMessage());
            code = ExitCodes.of(problem.problem());
        } catch (InvalidPathException problem) {
            System.err.println(
                    "cannot use the file name "
                            + problem.getInput()
                            + ": this locale cannot write it; set LC_ALL=C.UTF-8");
            code = ExitCodes.USAGE;
        } catch (RuntimeException fault) {
            code = tell(fault);
        } catch (OutOfMemoryError shortage) {
            System.err.println(
                    "cannot go on: the system gives no more memory or threads ("
                            + shortage.getMessage()
                            + "); raise its limits (ulimit -u, ulimit -v) or end other programs");
            code = ExitCodes.FAILURE;
        }
        System.out.flush();
        System.exit(code);
    }

    /** A fault of ours: one line for the person, the trace for whoever mends it. */
    private static int tell(RuntimeException fault) {
        System.err.println(
                "cannot go on: a fault inside foster ("
                        + fault
                        + "); please report it, with what FOSTER_DEBUG=1 prints in addition");
        if (System.getenv("FOSTER_DEBUG") != null) {
            fault.printStackTrace();
        }
        return ExitCodes.FAILURE;
    }

    private static int run(List<String> arguments) {
        if (arguments.isEmpty()) {
            System.err.print(help());
            return ExitCodes.USAGE;
        }
        String word = arguments.getFirst();
        List<String> rest = arguments.subList(1, arguments.size());
        return switch (word) {
            case "help", "--help", "-h" ->
                    print(rest.isEmpty() ? help() : verb(rest.getFirst()).help());
            case "--version", "-V" -> new VersionVerb().run(List.of());
            default -> runVerb(verb(word), rest);
        };
    }

    private static int runVerb(Verb verb, List<String> words) {
        return verb.asksForHelp(words) ? print(verb.help()) : verb.run(words);
    }

    private static int print(String text) {
        System.out.print(text);
        return ExitCodes.OK;
    }

    private static Verb verb(String word) {
        return Verbs.named(word, CALLER)
                .orElseThrow(
                        () ->
                                new UsageProblem(
                                        "cannot understand \""
                                                + word
                                                + "\": there is no such verb; "
                                                + Nearest.of(word, Verbs.NAMES)
                                                        .map(
                                                                near ->
                                                                        "did you mean "
                                                                                + near
                                                                                + "? Else ")
                                                        .orElse("")
                                                + "see foster help"));
    }

    static String help() {
        var text =
                new StringBuilder(
                        """
                        Foster raises child processes: it starts them, watches them and lets none get lost.

                        usage: foster VERB [OPTION...]

                        """);
        for (Verb verb : Verbs.all(CALLER)) {
            text.append(String.format("  %-10s %s%n", verb.name(), verb.summary()));
        }
        return text.append(
                        String.format(
                                "  %-10s %s%n%n",
                                "help", "this text, or that of a verb: foster help run"))
                .toString();
    }
}
