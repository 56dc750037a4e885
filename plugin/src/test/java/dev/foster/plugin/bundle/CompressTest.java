package dev.foster.plugin.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Archives as a library makes them that many tools use, and its reading beside ours of those that
 * were damaged; {@code -Dfoster.fuzz.seed=N} makes the same ones again, {@code
 * -Dfoster.fuzz.seconds=N} goes on for longer.
 */
class CompressTest {
    private static final BundleLimits LIMITS = new BundleLimits(1 << 20, 1_000, 1_000_000, 40);
    @TempDir private Path folder;

    private record Content(boolean executable, String text) {
        int mode() {
            return executable ? 0100755 : 0100644;
        }

        byte[] bytes() {
            return text.getBytes(ISO_8859_1);
        }
    }

    /** What is in an archive. */
    private record Contents(Map<String, Content> files) {}

    @Test
    void whatTheLibraryPacksIsUnpackedAndWhatIsDamagedReadsTheSameOrNotAtAll() throws IOException {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long end =
                System.nanoTime()
                        + TimeUnit.SECONDS.toNanos(Long.getLong("foster.fuzz.seconds", 15));
        System.out.println("archives; -Dfoster.fuzz.seed=" + seed + " makes the same again");
        var random = new Random(seed);
        int damagedAndRead = 0;
        for (int round = 0; round < 50 || System.nanoTime() < end; round++) {
            String what = "seed " + seed + ", round " + round;
            Contents made = contents(random);
            byte[] tar = tar(made, random);
            assertThat(unpacked(zipped(tar))).as(what).isEqualTo(made);
            assertThat(unpacked(zip(made, random))).as(what).isEqualTo(made);
            byte[] damaged = damaged(tar, random);
            try {
                Contents ours = unpacked(zipped(damaged));
                assertThat(ours).as(what).isEqualTo(read(damaged));
                damagedAndRead++;
            } catch (BundleProblem refused) {
                assertThat(refused).hasMessageStartingWith("cannot install");
            }
        }
        assertThat(damagedAndRead).as("damage that does no harm; seed %d", seed).isPositive();
    }

    private static Contents contents(Random random) {
        var files = new TreeMap<String, Content>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            // Long ones are told in another way, and so are those beyond ASCII.
            String name =
                    "f" + i + "\u00e4".repeat(random.nextInt(2)) + "y".repeat(random.nextInt(120));
            String place = random.nextBoolean() ? "" : "d" + random.nextInt(2) + "/";
            files.put(
                    place + name,
                    new Content(random.nextBoolean(), "c".repeat(random.nextInt(1500))));
        }
        return new Contents(files);
    }

    private static byte[] tar(Contents contents, Random random) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(bytes, UTF_8.name())) {
            tar.setLongFileMode(
                    random.nextBoolean()
                            ? TarArchiveOutputStream.LONGFILE_GNU
                            : TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            tar.setAddPaxHeadersForNonAsciiNames(random.nextBoolean());
            for (Map.Entry<String, Content> file : contents.files().entrySet()) {
                byte[] content = file.getValue().bytes();
                var entry = new TarArchiveEntry(file.getKey());
                entry.setSize(content.length);
                entry.setMode(file.getValue().mode());
                // A time between two seconds has a record of its own, which nobody reads here.
                entry.setModTime(FileTime.fromMillis(0));
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] zipped(byte[] tar) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(tar);
        }
        return bytes.toByteArray();
    }

    private static byte[] zip(Contents contents, Random random) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipArchiveOutputStream(bytes)) {
            zip.setUseZip64(
                    random.nextBoolean() ? Zip64Mode.AsNeeded : Zip64Mode.AlwaysWithCompatibility);
            for (Map.Entry<String, Content> file : contents.files().entrySet()) {
                var entry = new ZipArchiveEntry(file.getKey());
                entry.setUnixMode(file.getValue().mode());
                zip.putArchiveEntry(entry);
                zip.write(file.getValue().bytes());
                zip.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] damaged(byte[] tar, Random random) {
        byte[] damaged = tar.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        return damaged;
    }

    private Contents unpacked(byte[] archive) throws IOException {
        Path place = Files.createTempDirectory(folder, "bundle");
        Path file = Files.write(place.resolve("archive"), archive);
        Path into = Files.createDirectory(place.resolve("into"));
        var _ = Archive.unpack(file, into, LIMITS);
        var files = new TreeMap<String, Content>();
        List<Path> all;
        try (Stream<Path> walk = Files.walk(into)) {
            all = walk.filter(Files::isRegularFile).toList();
        }
        for (Path each : all) {
            files.put(
                    into.relativize(each).toString(),
                    new Content(
                            Files.getPosixFilePermissions(each)
                                    .contains(PosixFilePermission.OWNER_EXECUTE),
                            Files.readString(each, ISO_8859_1)));
        }
        return new Contents(files);
    }

    /** As the library reads it. */
    private static Contents read(byte[] tar) throws IOException {
        var files = new TreeMap<String, Content>();
        try (var in = new TarArchiveInputStream(new ByteArrayInputStream(tar), UTF_8.name())) {
            for (TarArchiveEntry entry = in.getNextEntry();
                    entry != null;
                    entry = in.getNextEntry()) {
                assertThat(entry.getLinkFlag()).isEqualTo(TarConstants.LF_NORMAL);
                boolean executable = (entry.getMode() & 0100) != 0;
                String text = new String(in.readAllBytes(), ISO_8859_1);
                files.put(entry.getName(), new Content(executable, text));
            }
        }
        return new Contents(files);
    }
}
