package dev.foster.plugin.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Reads a zip archive by its directory. */
final class ZipReader {
    private static final int KIND = 0170000;
    private static final int FILE = 0100000;
    private static final int LINK = 0120000;
    private static final int FOLDER = 0040000;
    private static final int LONGEST_TARGET = 4096;

    private final Path archive;
    private final Unpacking into;
    private final BundleLimits limits;

    ZipReader(Path archive, Unpacking into, BundleLimits limits) {
        this.archive = archive;
        this.into = into;
        this.limits = limits;
    }

    void read() throws IOException {
        Map<String, Integer> modes = ZipModes.read(archive, limits);
        try (var zip = new ZipFile(archive.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                entry(zip, entry, modes.getOrDefault(entry.getName(), 0));
            }
        } catch (IllegalArgumentException oddName) {
            throw TarHeader.damaged();
        }
    }

    private void entry(ZipFile zip, ZipEntry entry, int mode) throws IOException {
        int kind = mode & KIND;
        if (entry.isDirectory() || kind == FOLDER) {
            into.folder(entry.getName());
            return;
        }
        InputStream raw = zip.getInputStream(entry);
        if (raw == null) {
            throw TarHeader.damaged();
        }
        try (var content = new CheckedInputStream(raw, new CRC32())) {
            switch (kind) {
                case LINK ->
                        into.link(
                                entry.getName(),
                                new String(content.readNBytes(LONGEST_TARGET), UTF_8));
                case 0, FILE -> into.file(entry.getName(), (mode & 0100) != 0, content);
                default ->
                        throw new UnsafeBundle(
                                "its entry "
                                        + Unpacking.quote(entry.getName())
                                        + " is no file, folder or link; leave it out");
            }
            if (entry.getCrc() >= 0 && entry.getCrc() != content.getChecksum().getValue()) {
                throw TarHeader.damaged();
            }
        }
    }
}
