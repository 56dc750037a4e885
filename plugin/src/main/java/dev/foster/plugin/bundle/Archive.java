package dev.foster.plugin.bundle;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file that holds a plugin: tar with gzip, or zip, told apart by how it begins. */
final class Archive {
    private Archive() {}

    /**
     * Unpacks into an empty folder.
     *
     * @return what is known of it
     * @throws BundleProblem when it is no archive, damaged, or holds what is not unpacked
     */
    static Unpacking unpack(Path archive, Path into, BundleLimits limits) {
        try {
            var unpacking = new Unpacking(into, limits, Files.size(archive));
            switch (beginning(archive)) {
                case 0x1f8b -> tar(archive, unpacking);
                case 0x504b -> new ZipReader(archive, unpacking, limits).read();
                default ->
                        throw new UnsafeBundle(
                                "it is neither a .tar.gz nor a .zip; pack it as one of them");
            }
            unpacking.finish();
            return unpacking;
        } catch (UnsafeBundle refused) {
            throw problem(archive, String.valueOf(refused.getMessage()), refused);
        } catch (NoSuchFileException missing) {
            throw problem(archive, "there is no such file; check its name", missing);
        } catch (EOFException | ZipException damaged) {
            throw problem(archive, "it is damaged or incomplete; fetch it anew", damaged);
        } catch (IOException failed) {
            throw problem(
                    archive,
                    failed.getMessage() + "; check that there is room and that you may write",
                    failed);
        }
    }

    /** What is wrong with an archive, for people. */
    static BundleProblem problem(Path archive, String why, IOException cause) {
        return new BundleProblem("cannot install " + archive + ": " + why, cause);
    }

    private static int beginning(Path archive) throws IOException {
        try (InputStream in = Files.newInputStream(archive)) {
            byte[] two = in.readNBytes(2);
            return two.length < 2 ? 0 : ((two[0] & 0xFF) << 8) | (two[1] & 0xFF);
        }
    }

    private static void tar(Path archive, Unpacking into) throws IOException {
        try (InputStream in =
                new BufferedInputStream(
                        new GZIPInputStream(Files.newInputStream(archive), 64 << 10), 64 << 10)) {
            new TarReader(in, into).read();
        }
    }
}
