package dev.foster.daemon.config;

/** The JSON Schema of the project file, for editors. */
public final class Schema {
    private Schema() {}

    public static String text() {
        return ProjectSection.PROJECT.document(true);
    }
}
