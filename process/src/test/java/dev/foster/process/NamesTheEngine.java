package dev.foster.process;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Puts the kind of engine into each failure: reports show the same test twice, and number the two
 * only.
 */
final class NamesTheEngine
        implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) {
        throw named(context, failure);
    }

    @Override
    public void handleAfterEachMethodExecutionException(
            ExtensionContext context, Throwable failure) {
        throw named(context, failure);
    }

    private static AssertionError named(ExtensionContext context, Throwable failure) {
        String kind =
                context.getTestInstance()
                        .map(test -> ((EngineContract) test).kind.name())
                        .orElse("unknown");
        return new AssertionError("on the " + kind + " engine: " + failure, failure);
    }
}
