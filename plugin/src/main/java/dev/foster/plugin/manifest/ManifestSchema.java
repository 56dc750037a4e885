package dev.foster.plugin.manifest;

/** The JSON Schema of our manifest, for editors. */
public final class ManifestSchema {
    private ManifestSchema() {}

    /** All of it. Nothing in a manifest is expanded. */
    public static String text() {
        return ManifestSection.MANIFEST.document(false);
    }
}
