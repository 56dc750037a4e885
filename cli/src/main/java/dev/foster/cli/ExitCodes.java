package dev.foster.cli;

import dev.foster.process.ChildProblem;

/** What the program's exit codes mean. */
public final class ExitCodes {
    public static final int OK = 0;
    public static final int FAILURE = 1;
    public static final int USAGE = 2;
    public static final int NOT_RUNNING = 3;
    public static final int TIMED_OUT = 124;
    public static final int CANNOT_EXECUTE = 126;
    public static final int NOT_FOUND = 127;

    /** What a shell shows for a program that ended because nobody read its output any more. */
    public static final int BROKEN_PIPE = 128 + 13;

    private ExitCodes() {}

    /** The code for a child that could not be started, as shells have it. */
    public static int of(ChildProblem problem) {
        return switch (problem) {
            case ChildProblem.CommandNotFound _ -> NOT_FOUND;
            case ChildProblem.EmptyCommand _, ChildProblem.InvalidText _ -> USAGE;
            case ChildProblem.NotExecutable _,
                    ChildProblem.BadInterpreter _,
                    ChildProblem.NoSuchDirectory _,
                    ChildProblem.TooManyFiles _,
                    ChildProblem.TooManyProcesses _,
                    ChildProblem.ArgumentsTooLong _,
                    ChildProblem.SpawnFailed _,
                    ChildProblem.EngineClosed _,
                    ChildProblem.CannotListen _,
                    ChildProblem.CannotConfine _,
                    ChildProblem.Unsupported _ ->
                    CANNOT_EXECUTE;
        };
    }
}
