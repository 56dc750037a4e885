package dev.foster.process;

import java.nio.file.Path;

/**
 * Why a child could not be started or reached. Each has a stable code for programs and a message
 * for people, in the form <em>cannot do this: why; what to do</em>.
 */
public sealed interface ChildProblem {

    /** A stable word for programs. */
    String code();

    /** One sentence for people. */
    String message();

    /** What may be expected of the next attempt. */
    enum Outlook {
        /** It may succeed. */
        PASSING,
        /**
         * It may succeed once others have given something back: the child itself is not at fault.
         */
        SHORTAGE,
        /** It will fail as well, until somebody changes something. */
        LASTING
    }

    /** What may be expected of the next attempt. */
    default Outlook outlook() {
        return switch (this) {
            case EmptyCommand _,
                    InvalidText _,
                    CommandNotFound _,
                    NotExecutable _,
                    BadInterpreter _,
                    NoSuchDirectory _,
                    ArgumentsTooLong _,
                    Unsupported _ ->
                    Outlook.LASTING;
            case TooManyFiles _, TooManyProcesses _ -> Outlook.SHORTAGE;
            case SpawnFailed _, EngineClosed _, CannotListen _, CannotConfine _ -> Outlook.PASSING;
        };
    }

    record EmptyCommand() implements ChildProblem {
        @Override
        public String code() {
            return "empty-command";
        }

        @Override
        public String message() {
            return "cannot start a child: the command is empty; give at least the name of a"
                    + " program";
        }
    }

    /** An argument or variable that no process can be given. */
    record InvalidText(String what, String why) implements ChildProblem {
        @Override
        public String code() {
            return "invalid-text";
        }

        @Override
        public String message() {
            return "cannot start a child: " + what + " " + why + "; remove it";
        }
    }

    record CommandNotFound(String command, String searched) implements ChildProblem {
        @Override
        public String code() {
            return "command-not-found";
        }

        @Override
        public String message() {
            return "cannot start "
                    + command
                    + ": not found"
                    + (searched.isEmpty()
                            ? "; check the path"
                            : " in PATH " + searched + "; install it or give its full path");
        }
    }

    record NotExecutable(Path file, String why) implements ChildProblem {
        @Override
        public String code() {
            return "not-executable";
        }

        @Override
        public String message() {
            return "cannot start " + file + ": " + why;
        }
    }

    /** A script whose first line names an interpreter that is not there. */
    record BadInterpreter(Path file, String interpreter) implements ChildProblem {
        @Override
        public String code() {
            return "bad-interpreter";
        }

        @Override
        public String message() {
            return "cannot start "
                    + file
                    + ": its first line asks for the interpreter "
                    + interpreter
                    + ", which is not there or not executable; install it or mend the line";
        }
    }

    record NoSuchDirectory(Path directory, String why) implements ChildProblem {
        @Override
        public String code() {
            return "no-such-directory";
        }

        @Override
        public String message() {
            return "cannot start a child in "
                    + directory
                    + ": "
                    + why
                    + "; create it or name another";
        }
    }

    record TooManyFiles(String command, String why) implements ChildProblem {
        @Override
        public String code() {
            return "too-many-files";
        }

        @Override
        public String message() {
            return "cannot start "
                    + command
                    + ": "
                    + why
                    + "; raise the limit (ulimit -n) or run fewer children";
        }
    }

    record TooManyProcesses(String command, String why) implements ChildProblem {
        @Override
        public String code() {
            return "too-many-processes";
        }

        @Override
        public String message() {
            return "cannot start "
                    + command
                    + ": "
                    + why
                    + "; raise the limit (ulimit -u) or run fewer children";
        }
    }

    record ArgumentsTooLong(String command) implements ChildProblem {
        @Override
        public String code() {
            return "arguments-too-long";
        }

        @Override
        public String message() {
            return "cannot start "
                    + command
                    + ": its arguments and environment are larger than the system allows; pass them"
                    + " in a file";
        }
    }

    /** The system refused for a reason that has no entry of its own. */
    record SpawnFailed(String command, String why) implements ChildProblem {
        @Override
        public String code() {
            return "spawn-failed";
        }

        @Override
        public String message() {
            return "cannot start " + command + ": " + why;
        }
    }

    record EngineClosed() implements ChildProblem {
        @Override
        public String code() {
            return "engine-closed";
        }

        @Override
        public String message() {
            return "cannot start a child: the engine is closed; start another";
        }
    }

    /** A notify socket could not be opened. */
    record CannotListen(Path path, String why) implements ChildProblem {
        @Override
        public String code() {
            return "cannot-listen";
        }

        @Override
        public String message() {
            return "cannot listen on " + path + ": " + why;
        }
    }

    /**
     * What a child was to be limited to or kept from cannot be had here.
     *
     * @param wish what was asked for, as it stands after <em>cannot</em>
     * @param remedy what to do about it
     */
    record CannotConfine(String wish, String why, String remedy) implements ChildProblem {
        @Override
        public String code() {
            return "cannot-confine";
        }

        @Override
        public String message() {
            return "cannot " + wish + ": " + why + "; " + remedy;
        }
    }

    /** What was asked for does not exist on this engine. */
    record Unsupported(String what, String why) implements ChildProblem {
        @Override
        public String code() {
            return "unsupported";
        }

        @Override
        public String message() {
            return "cannot " + what + ": " + why;
        }
    }
}
