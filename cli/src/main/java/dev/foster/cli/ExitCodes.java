package dev.foster.cli;

import dev.foster.process.Problem;

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
    public static int of(Problem problem) {
        return switch (problem) {
            case Problem.CommandNotFound _ -> NOT_FOUND;
            case Problem.EmptyCommand _, Problem.InvalidText _ -> USAGE;
            case Problem.NotExecutable _,
                    Problem.BadInterpreter _,
                    Problem.NoSuchDirectory _,
                    Problem.TooManyFiles _,
                    Problem.TooManyProcesses _,
                    Problem.ArgumentsTooLong _,
                    Problem.SpawnFailed _,
                    Problem.EngineClosed _,
                    Problem.CannotListen _,
                    Problem.CannotConfine _,
                    Problem.Unsupported _ ->
                    CANNOT_EXECUTE;
        };
    }
}
