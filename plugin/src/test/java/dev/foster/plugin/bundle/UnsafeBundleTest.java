package dev.foster.plugin.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Archives that were made to do harm, or that were harmed. */
class UnsafeBundleTest {
    private static final String MANIFEST = "id: kv\nmain: kv.py\n";

    @TempDir Path temporary;
    private Path plugins;

    @BeforeEach
    void begin() {
        plugins = temporary.resolve("inner/plugins");
    }

    private void refused(Path archive, String why) {
        refused(archive, BundleLimits.defaults(), why);
    }

    private void refused(Path archive, BundleLimits limits, String why) {
        assertThatThrownBy(() -> PluginStore.open(plugins, limits).install(archive))
                .isInstanceOf(BundleProblem.class)
                .hasMessageStartingWith("cannot install " + archive)
                .hasMessageContaining(why);
        assertThat(plugins.resolve("kv")).doesNotExist();
        assertThat(temporary.resolve("evil")).doesNotExist();
        assertThat(temporary.resolve("inner/evil")).doesNotExist();
    }

    private Tar good() {
        return new Tar().file("plugin.yaml", MANIFEST);
    }

    private Path write(Tar tar) {
        return tar.write(temporary.resolve("bundle.tar.gz"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil",
                "a/../../../evil",
                "/tmp/foster-evil",
                "..",
                "C:\\evil",
                "a\\b",
                "\\evil"
            })
    void aNameThatLeadsOutIsRefused(String name) throws IOException {
        refused(write(good().file(name, "evil")), "its entry");
        refused(write(good().pax(name, "evil")), "its entry");
        refused(write(good().folder(name + "/")), "its entry");
        refused(zip(name, "evil", 0100644), "its entry");
    }

    @Test
    void aNumberWithSomethingBehindItsEndIsRefused() throws IOException {
        byte[] bytes = good().bytes();
        // The last byte of the checksum, behind a zero.
        bytes[155] = 'x';
        Path archive = Files.write(temporary.resolve("bundle.tar.gz"), Tar.gzip(bytes));
        refused(archive, "it is damaged");
    }

    /** Which of them counts, readers differ about. */
    @Test
    void anEntryWithTwoNamesIsRefused() {
        Tar tar = good().entry("././@LongLink", 'L', 0, "", "a".getBytes(UTF_8));
        refused(write(tar.pax("b", "content")), "it is damaged");
    }

    @Test
    void linksThatLeadOutAreRefused() {
        refused(write(good().link("a", "/etc/passwd")), "its link \"a\" leads to \"/etc/passwd\"");
        refused(write(good().link("a", "../../evil")), "its link");
        refused(write(good().link("a/b", "../../x")), "its link");
        refused(write(good().link("a", "nowhere")), "which is nothing in it");
        refused(write(good().file("b", "").link("a", "b/..")), "which is nothing in it");
        refused(write(good().file("b", "").link("a", "b/")), "which is nothing in it");
        refused(write(good().link("a", "b").link("b", "a")), "its link");
        // Each leads inside by its letters; together they lead out.
        refused(
                write(
                        good().file("a/b/c/x", "")
                                .link("a/b/c/top", "../../..")
                                .link("out", "a/b/c/top/../.foster")),
                "its link");
    }

    // The folder at the top goes: what leads out of it leads to other plugins.
    @Test
    void linksThatLeadOutOfTheFolderThatIsKeptAreRefused() {
        for (String target :
                new String[] {"..", "../other", "../x/b", "b/../../x/b", "down/../../x/b"}) {
            Tar tar =
                    new Tar()
                            .file("x/plugin.yaml", MANIFEST)
                            .file("x/b", "text")
                            .file("x/d/e/f", "text")
                            .link("x/down", "d/e")
                            .link("x/a", target);
            refused(write(tar), "its link \"x/a\" leads to");
        }
        PluginStore.open(plugins)
                .install(
                        write(
                                new Tar()
                                        .file("x/plugin.yaml", MANIFEST)
                                        .file("x/b", "text")
                                        .link("x/d/a", "../b")));
        assertThat(plugins.resolve("kv/d/a")).hasContent("text");
    }

    @Test
    void headersThatPileUpAreRefused() {
        BundleLimits limits = BundleLimits.defaults().entries(50);
        for (char type : new char[] {'x', 'g', 'L', 'K'}) {
            var tar = good();
            for (int i = 0; i < 60; i++) {
                byte[] content =
                        (type == 'L' || type == 'K' ? "n" : "8 k" + i / 10 + i % 10 + "=v\n")
                                .getBytes(UTF_8);
                tar.entry("more", type, 0644, "", content);
            }
            refused(write(tar), limits, "more than 50 entries");
        }
        var large = good();
        String record = " key=" + "v".repeat(900_000) + "\n";
        for (int i = 0; i < 20; i++) {
            large.entry("more", 'x', 0644, "", (record.length() + 6 + record).getBytes(UTF_8));
        }
        refused(write(large), limits, "times its size");
    }

    @Test
    void whatIsPassedOverCountsAsUnpacked() {
        Path archive = write(good().entry("folder", '5', 0755, "", new byte[20 << 20]));
        refused(archive, "times its size");
    }

    @Test
    void nothingIsWrittenThroughALink() {
        refused(write(good().link("a", "..").file("a/evil", "x")), "which is no folder");
        refused(write(good().file("a/evil", "x").link("a", "..")), "comes twice");
    }

    @Test
    void secondNamesAreCopiesOfWhatCameBefore() throws IOException {
        refused(write(good().hardLink("a", "/etc/passwd")), "leads out");
        refused(
                write(good().hardLink("a", "later").file("later", "x")),
                "which is no file before it");
        PluginStore.open(plugins).install(write(good().file("a", "text").hardLink("b", "a")));
        assertThat(plugins.resolve("kv/b")).hasContent("text");
    }

    @ParameterizedTest
    @ValueSource(chars = {'3', '4', '6', 'S', 'V', 'M', 'Z'})
    void whatIsNoFileIsRefused(char type) {
        refused(
                write(good().entry("device", type, 0644, "", new byte[0])),
                "is no file, folder or link");
    }

    @Test
    void entriesThatComeTwiceAreRefused() {
        refused(write(good().file("a", "1").file("./a", "2")), "comes twice");
        refused(write(good().file("plugin.yaml", MANIFEST)), "comes twice");
        refused(write(good().folder("a/").file("a", "x")), "comes twice");
        refused(write(good().file("a", "x").file("a/b", "x")), "which is no folder");
    }

    @Test
    void tooMuchOfAnythingIsRefused() throws IOException {
        BundleLimits limits = BundleLimits.defaults();
        var many = good();
        for (int i = 0; i < 20; i++) {
            many.file("f" + i, "");
        }
        refused(write(many), limits.entries(20), "more than 20 entries");
        refused(write(good().file("d/".repeat(45) + "f", "")), "more than 40 folders deep");
        refused(
                write(good().file("big", "x".repeat(2000))),
                limits.bytes(1000),
                "larger than 1000");
        Path bomb = write(good().file("zeros", "0".repeat(20 << 20)));
        assertThat(Files.size(bomb)).isLessThan(200_000);
        refused(bomb, "times its size");
        refused(zip("zeros", "0".repeat(20 << 20), 0100644), "times its size");
        refused(write(good().pax("n".repeat(300), "")), "is too long");
        refused(write(good().file("tab\there", "")), "characters no name should have");
    }

    @Test
    void longNamesOfBothKindsAreRead() {
        String name = "folder/" + "n".repeat(200);
        PluginStore.open(plugins)
                .install(write(good().longName(name, "gnu").pax(name + "2", "pax")));
        assertThat(plugins.resolve("kv").resolve(name)).hasContent("gnu");
        assertThat(plugins.resolve("kv").resolve(name + "2")).hasContent("pax");
    }

    @Test
    void aZipKeepsItsModesAndItsLinks() throws IOException {
        PluginStore.open(plugins).install(zip("bin/run", "#!/bin/sh", 0100755));
        assertThat(Files.isExecutable(plugins.resolve("kv/bin/run"))).isTrue();
        assertThat(Files.isExecutable(plugins.resolve("kv/plugin.yaml"))).isFalse();
        refused(renamed(zip("link", "/etc/passwd", 0120777)), "its link");
        refused(zip("pipe", "", 0010644), "is no file, folder or link");
    }

    /** What a plugin is called before is not there yet for the checks in {@link #refused}. */
    private Path renamed(Path archive) {
        plugins = temporary.resolve("inner/others");
        return archive;
    }

    @Test
    void aZipWithAFalseSumIsRefused() throws IOException {
        Path archive = zip("data", "content of the file", 0100644);
        byte[] bytes = Files.readAllBytes(archive);
        int at = indexOf(bytes, "content".getBytes(UTF_8));
        bytes[at] ^= 1;
        Files.write(archive, bytes);
        refused(archive, "it is damaged");
    }

    @Test
    void whatIsNoArchiveIsRefused() throws IOException {
        Path archive = temporary.resolve("bundle.tar.gz");
        for (byte[] bytes :
                new byte[][] {
                    {},
                    {1},
                    "hello world".getBytes(UTF_8),
                    Tar.gzip(new byte[0]),
                    Tar.gzip("short".getBytes(UTF_8)),
                    Tar.gzip(new byte[1024]),
                    {0x1f, (byte) 0x8b},
                    "PK\3\4".getBytes(UTF_8)
                }) {
            Files.write(archive, bytes);
            refused(archive, "cannot install");
        }
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void anyBytesAreUnpackedInsideOrRefused() throws IOException {
        long seed = Long.getLong("foster.fuzz.seed", 20_260_704L);
        var random = new Random(seed);
        byte[] good =
                good().folder("a/")
                        .program("a/run", "#!/bin/sh\n")
                        .link("a/link", "run")
                        .hardLink("b", "a/run")
                        .longName("l".repeat(120), "x")
                        .pax("p".repeat(120), "y")
                        .bytes();
        Path archive = temporary.resolve("fuzz.tar.gz");
        BundleLimits limits = BundleLimits.defaults().bytes(1 << 20).entries(100);
        int installed = 0;
        for (int round = 0; round < Integer.getInteger("foster.fuzz.rounds", 400); round++) {
            Files.write(archive, Tar.gzip(mutated(good, random)));
            try {
                PluginStore.open(plugins, limits).install(archive);
                installed++;
            } catch (BundleProblem refused) {
                assertThat(refused).hasMessageContaining("cannot ");
            } catch (RuntimeException crash) {
                throw new AssertionError("seed " + seed + " round " + round, crash);
            }
            try (Stream<Path> around = Files.list(temporary)) {
                assertThat(around.map(it -> it.getFileName().toString()))
                        .containsExactlyInAnyOrder("fuzz.tar.gz", "inner");
            }
        }
        assertThat(installed).as("bundles that stayed good").isPositive();
    }

    /** Changes bytes; half the time the sums of the headers are mended, to get further in. */
    private static byte[] mutated(byte[] good, Random random) {
        byte[] bytes = good.clone();
        for (int i = random.nextInt(6); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        for (int at = 0; random.nextBoolean() && at + 512 <= bytes.length; at += 512) {
            if (new String(bytes, at + 257, 5, UTF_8).equals("ustar")) {
                int sum = 0;
                for (int i = 0; i < 512; i++) {
                    sum += i >= 148 && i < 156 ? ' ' : bytes[at + i] & 0xFF;
                }
                byte[] text = "%06o\0 ".formatted(sum).getBytes(UTF_8);
                System.arraycopy(text, 0, bytes, at + 148, 8);
            }
        }
        return random.nextInt(10) == 0
                ? java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length))
                : bytes;
    }

    /** A manifest and one more entry, with this mode in the directory of the archive. */
    private Path zip(String name, String content, int mode) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            zip.setMethod(ZipOutputStream.DEFLATED);
            zip.setLevel(content.length() < 100 ? 0 : 9);
            zip.putNextEntry(new ZipEntry("plugin.yaml"));
            zip.write(MANIFEST.getBytes(UTF_8));
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(UTF_8));
        }
        byte[] bytes = out.toByteArray();
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int directory = buffer.getInt(bytes.length - 6);
        for (int at = directory; buffer.getInt(at) == 0x02014b50; ) {
            int length = buffer.getShort(at + 28);
            boolean ours = new String(bytes, at + 46, length, UTF_8).equals(name);
            buffer.put(at + 5, (byte) 3);
            buffer.putInt(at + 38, (ours ? mode : 0100644) << 16);
            at += 46 + length + buffer.getShort(at + 30) + buffer.getShort(at + 32);
        }
        return Files.write(temporary.resolve("bundle.zip"), bytes);
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (java.util.Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        throw new AssertionError("not found");
    }
}
