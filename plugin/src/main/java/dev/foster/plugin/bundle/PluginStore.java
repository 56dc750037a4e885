package dev.foster.plugin.bundle;

import dev.foster.document.DocumentProblem;
import dev.foster.plugin.files.Durable;
import dev.foster.plugin.files.FolderLock;
import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.manifest.PluginFolder;
import dev.foster.plugin.manifest.PluginManifest;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A folder of plugins into which bundles are installed, one version in use and one kept to go back
 * to.
 *
 * <p>A bundle is unpacked and checked aside, in the hidden folder {@code .foster}; once it is whole
 * and on the disk it is renamed to {@code .foster/next/ID}. From then on it will be installed,
 * whatever happens: the version in use is renamed to {@code .foster/previous/ID}, the next one to
 * {@code ID}. A crash between any two of these steps is finished by whoever opens the store next,
 * so there is either the old version or the new one, and never a part.
 */
public final class PluginStore {
    private static final String HIDDEN = ".foster";

    private final Path directory;
    private final BundleLimits limits;

    private PluginStore(Path directory, BundleLimits limits) {
        this.directory = directory;
        this.limits = limits;
    }

    /**
     * What an installation did.
     *
     * @param replaced the manifest of the version that was in use before, as it was
     */
    public record Installed(PluginManifest manifest, Optional<PluginManifest> replaced) {}

    /** Opens a folder of plugins, which need not exist, and finishes what was interrupted. */
    public static PluginStore open(Path directory) {
        return open(directory, BundleLimits.defaults());
    }

    public static PluginStore open(Path directory, BundleLimits limits) {
        var store = new PluginStore(directory.toAbsolutePath().normalize(), limits);
        if (Files.isDirectory(store.hidden("next")) || Files.isDirectory(store.hidden("staging"))) {
            store.recoverUnlessBusy();
        }
        return store;
    }

    public Path directory() {
        return directory;
    }

    /** The plugins there are, as {@link PluginFolder} tells them. */
    public PluginFolder.Contents read() {
        return PluginFolder.open(directory).read();
    }

    /**
     * Installs a bundle, in place of the version in use if there is one.
     *
     * @throws BundleProblem when the bundle cannot be used or another installation is under way;
     *     nothing has changed then
     */
    public Installed install(Path archive) {
        return locked("install " + archive, () -> installLocked(archive));
    }

    /**
     * Puts the previous version of a plugin back in use; the one in use becomes the previous one.
     *
     * @throws BundleProblem when there is none
     */
    public PluginManifest rollback(String id) {
        return locked(
                "roll back " + id,
                () -> {
                    Path previous = kept("previous", id);
                    if (!Files.isDirectory(previous)) {
                        throw new BundleProblem(
                                "cannot roll back "
                                        + id
                                        + ": no earlier version is kept; install the one you want");
                    }
                    Path next = kept("next", id);
                    Files.createDirectories(hidden("next"));
                    Durable.move(previous, next);
                    place(id);
                    return ManifestReader.read(directory.resolve(id));
                });
    }

    /**
     * Removes a plugin and the version kept of it.
     *
     * @return false when there was nothing to remove
     */
    public boolean remove(String id) {
        return locked(
                "remove " + id,
                () -> {
                    Path trash = staging();
                    boolean any = false;
                    for (Path folder : List.of(kept("previous", id), directory.resolve(id))) {
                        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                            Durable.move(folder, trash.resolve("removed-" + (any ? 2 : 1)));
                            any = true;
                        }
                    }
                    Durable.deleteTree(trash);
                    return any;
                });
    }

    private Installed installLocked(Path archive) throws IOException {
        Path staging = staging();
        try {
            Unpacking unpacked = Archive.unpack(archive, staging, limits);
            Path root = root(archive, staging);
            if (!root.equals(staging)) {
                stayInside(archive, unpacked);
            }
            PluginManifest manifest = manifest(archive, root);
            refuseTwin(archive, manifest);
            Path target = directory.resolve(manifest.id());
            Optional<PluginManifest> replaced = readable(target);
            Unpacking.openToAll(root); // temporary folders are made for their owner alone
            Files.createDirectories(hidden("next"));
            Durable.move(root, kept("next", manifest.id()));
            place(manifest.id());
            return new Installed(ManifestReader.read(target), replaced);
        } finally {
            Durable.deleteTree(staging);
        }
    }

    /** Of the one folder at the top only its content is kept, so nothing may lead out of that. */
    private static void stayInside(Path archive, Unpacking unpacked) {
        try {
            unpacked.stayInside(1);
        } catch (UnsafeBundle refused) {
            throw Archive.problem(archive, String.valueOf(refused.getMessage()), refused);
        }
    }

    /** Where the manifest is: at the top, or in the one folder there. */
    private static Path root(Path archive, Path staging) throws IOException {
        if (ManifestReader.find(staging).isPresent()) {
            return staging;
        }
        List<Path> top = list(staging);
        if (top.size() == 1
                && Files.isDirectory(top.getFirst(), LinkOption.NOFOLLOW_LINKS)
                && ManifestReader.find(top.getFirst()).isPresent()) {
            return top.getFirst();
        }
        throw new BundleProblem(
                "cannot install "
                        + archive
                        + ": it has no plugin.yaml or plugin.json at its top or in the one folder"
                        + " there; add one");
    }

    private static PluginManifest manifest(Path archive, Path root) {
        try {
            return ManifestReader.read(root);
        } catch (DocumentProblem problem) {
            // The place where it was unpacked means nothing to people.
            String told = String.valueOf(problem.getMessage()).replace(root + "/", "");
            throw new BundleProblem(
                    "cannot install " + archive + ": its manifest cannot be used:\n" + told,
                    problem);
        }
    }

    private void refuseTwin(Path archive, PluginManifest manifest) {
        Path target = directory.resolve(manifest.id());
        read().plugins().stream()
                .filter(other -> other.id().equals(manifest.id()))
                .filter(other -> !other.folder().equals(target))
                .findFirst()
                .ifPresent(
                        other -> {
                            throw new BundleProblem(
                                    "cannot install "
                                            + archive
                                            + ": its id "
                                            + manifest.id()
                                            + " is that of "
                                            + other.folder()
                                            + " already; remove that first");
                        });
    }

    private static Optional<PluginManifest> readable(Path folder) {
        try {
            return Files.isDirectory(folder)
                    ? Optional.of(ManifestReader.read(folder))
                    : Optional.empty();
        } catch (DocumentProblem broken) {
            return Optional.empty();
        }
    }

    /** Brings the next version of a plugin into use; what is in use is kept. */
    private void place(String id) throws IOException {
        Path target = directory.resolve(id);
        Path previous = kept("previous", id);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(hidden("previous"));
            Durable.deleteTree(previous);
            Durable.move(target, previous);
        }
        Durable.move(kept("next", id), target);
    }

    private void recoverUnlessBusy() {
        try (FolderLock lock = FolderLock.tryTake(hidden("lock")).orElse(null)) {
            // Somebody at work is not somebody who crashed.
            if (lock != null) {
                recover();
            }
        } catch (IOException failed) {
            throw new BundleProblem(
                    "cannot finish an interrupted installation in "
                            + directory
                            + ": "
                            + failed.getMessage()
                            + "; check that you may write there",
                    failed);
        }
    }

    private void recover() throws IOException {
        for (Path next : list(hidden("next"))) {
            place(next.getFileName().toString());
        }
        for (Path unfinished : list(hidden("staging"))) {
            Durable.deleteTree(unfinished);
        }
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private <T> T locked(String what, Work<T> work) {
        try (FolderLock lock = FolderLock.tryTake(hidden("lock")).orElse(null)) {
            if (lock == null) {
                throw new BundleProblem(
                        "cannot "
                                + what
                                + ": another installation in "
                                + directory
                                + " is under way; try again when it is done");
            }
            recover();
            return work.run();
        } catch (IOException failed) {
            throw new BundleProblem(
                    "cannot "
                            + what
                            + ": "
                            + failed.getMessage()
                            + "; check that there is room and that you may write in "
                            + directory,
                    failed);
        }
    }

    private Path staging() throws IOException {
        Files.createDirectories(hidden("staging"));
        return Files.createTempDirectory(hidden("staging"), "bundle-");
    }

    private Path hidden(String name) {
        return directory.resolve(HIDDEN).resolve(name);
    }

    private Path kept(String where, String id) {
        Path folder = hidden(where);
        Path path = folder.resolve(id).normalize();
        if (!folder.equals(path.getParent()) || id.startsWith(".")) {
            throw new BundleProblem("cannot use the id " + id + ": it is no id; check it");
        }
        return path;
    }

    private static List<Path> list(Path folder) throws IOException {
        var entries = new ArrayList<Path>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
                stream.forEach(entries::add);
            }
        }
        return entries;
    }
}
