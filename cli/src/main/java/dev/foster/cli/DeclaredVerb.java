package dev.foster.cli;

/**
 * A verb that is what its {@link Options} say: its name, its help, and whether it takes processes.
 */
public abstract class DeclaredVerb implements Verb {
    protected final Invocation invocation;
    private final Options options;
    private final String summary;

    /**
     * A verb for one call.
     *
     * @param summary one line for the list of verbs
     */
    protected DeclaredVerb(Invocation invocation, Options options, String summary) {
        this.invocation = invocation;
        this.options = options;
        this.summary = summary;
    }

    @Override
    public final String name() {
        return options.verb();
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final String help() {
        return options.help();
    }

    @Override
    public final boolean takesProcesses() {
        return options.takesProcesses();
    }
}
