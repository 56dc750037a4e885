package dev.foster.plugin.manifest;

import dev.foster.document.DocumentKind;
import dev.foster.document.DocumentProblem;
import dev.foster.document.DocumentText;
import dev.foster.document.Expander;
import dev.foster.document.Faults;
import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.document.YamlTree;
import dev.foster.plugin.manifest.PluginManifest.Format;
import dev.foster.plugin.manifest.PluginManifest.Origin;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads the manifest of a plugin, ours or Mattermost's. They share their file names; what tells
 * them apart is what they say: Mattermost's has a {@code server} or a {@code webapp}.
 */
public final class ManifestReader {
    /** The names a manifest can have; the first that is there counts. */
    public static final List<String> NAMES = List.of("plugin.yaml", "plugin.yml", "plugin.json");

    private static final List<String> MATTERMOST_KEYS =
            List.of("server", "webapp", "min_server_version", "settings_schema", "backend");

    private static final DocumentKind MANIFEST =
            new DocumentKind(
                    "manifest",
                    "a manifest",
                    "",
                    "id:",
                    "say at least id: and what is run, such as main: plugin.py",
                    1 << 20);

    private ManifestReader() {}

    /** The manifest in a folder, if there is one. */
    public static Optional<Path> find(Path folder) {
        return NAMES.stream()
                .map(folder::resolve)
                .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
                .findFirst();
    }

    /**
     * Reads the manifest of the plugin in a folder.
     *
     * @throws DocumentProblem when there is none, or anything is wrong with it
     */
    public static PluginManifest read(Path folder) {
        return read(folder, Platform.current());
    }

    /** The same, as it would be read on another platform. */
    public static PluginManifest read(Path folder, Platform platform) {
        Path absolute = folder.toAbsolutePath().normalize();
        var faults = new Faults();
        Path file =
                find(absolute)
                        .orElseThrow(
                                () ->
                                        faults.last(
                                                Place.whole(absolute),
                                                "cannot find a plugin in "
                                                        + absolute
                                                        + ": it has no plugin.yaml and no"
                                                        + " plugin.json; create one"));
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw faults.last(
                    Place.whole(file),
                    "cannot read " + file + ": it is not a plain file; put the manifest there");
        }
        return parse(absolute, file, DocumentText.read(file, MANIFEST.longest(), faults), platform);
    }

    /** A key with nothing after it counts as absent. */
    static Mapping tree(Path file, String text, Faults faults) {
        return YamlTree.read(file, text, MANIFEST, Expander.NONE, faults).withoutNulls();
    }

    /** Reads this text as the manifest of a plugin in that folder. */
    static PluginManifest parse(Path folder, Path file, String text, Platform platform) {
        var faults = new Faults();
        Mapping top = tree(file, text, faults);
        boolean theirs =
                MATTERMOST_KEYS.stream().anyMatch(top::has)
                        && !top.has("runtime")
                        && !top.has("main")
                        && !top.has("command");
        var origin = new Origin(folder, file, theirs ? Format.MATTERMOST : Format.FOSTER);
        Where where = Where.top("", new Scalars(faults), folder);
        Optional<PluginManifest> manifest =
                theirs
                        ? new MattermostReader(origin, top, where, platform).read()
                        : ManifestSection.read(origin, top, where);
        faults.raise();
        return manifest.orElseThrow(
                () -> new IllegalStateException("no manifest, and no fault that says why"));
    }
}
