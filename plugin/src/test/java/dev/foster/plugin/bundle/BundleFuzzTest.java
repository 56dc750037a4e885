package dev.foster.plugin.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

/**
 * Random archives, and random edits of them: each is unpacked inside its folder or refused in
 * words, and nothing else changes. {@code -Dfoster.fuzz.seed=N} makes the same choices again,
 * {@code -Dfoster.fuzz.seconds=N} goes on for longer.
 */
class BundleFuzzTest {
    private static final BundleLimits LIMITS =
            BundleLimits.defaults().bytes(1 << 20).entries(60).depth(6);
    private static final List<String> NAMES =
            List.of(
                    "a",
                    "b",
                    "a/b",
                    "a/b/c",
                    "a/../b",
                    "./a",
                    "..",
                    "../b",
                    "/b",
                    "a//b",
                    "é",
                    "a/",
                    "x".repeat(120),
                    "d/".repeat(8) + "e",
                    "tab\t",
                    "a\\b",
                    "neighbour",
                    "");
    private static final List<String> TARGETS =
            List.of(
                    "a",
                    "b",
                    "..",
                    "../b",
                    "../..",
                    "../../neighbour",
                    "a/b/c",
                    "a/../..",
                    "/etc",
                    ".",
                    "./b",
                    "b/..",
                    "b/../../kv/b",
                    "../kv/b",
                    "../top/b",
                    "a/b/../../..",
                    "");

    @TempDir Path temporary;
    private Path plugins;
    private Path archive;

    @BeforeEach
    void neighbours() throws IOException {
        plugins = temporary.resolve("inner/plugins");
        archive = temporary.resolve("bundle");
        Files.createDirectories(plugins.resolve("neighbour"));
        Files.writeString(plugins.resolve("neighbour/b"), "mine");
        Files.writeString(temporary.resolve("inner/b"), "mine");
    }

    @Test
    void whateverIsInABundleStaysInItsFolder() throws IOException {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long seconds = Long.getLong("foster.fuzz.seconds", 15);
        System.out.println("bundles for " + seconds + " s, -Dfoster.fuzz.seed=" + seed);
        var random = new Random(seed);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int installed = 0;
        int round = 0;
        for (; round < 50 || System.nanoTime() < end; round++) {
            try {
                Files.write(archive, random.nextBoolean() ? tar(random) : zip(random));
                if (install()) {
                    installed++;
                    staysInside(plugins.resolve("kv"));
                }
                nothingElseChanged();
            } catch (RuntimeException | AssertionError broken) {
                throw new AssertionError("seed " + seed + ", round " + round, broken);
            }
        }
        assertThat(installed).as("bundles that were good").isBetween(1, round - 1);
    }

    private boolean install() {
        try {
            PluginStore.open(plugins, LIMITS).install(archive);
            return true;
        } catch (BundleProblem refused) {
            String why = String.valueOf(refused.getMessage());
            assertThat(why).startsWith("cannot install " + archive + ": ");
            assertThat(why.contains("; ") || why.contains("manifest")).as(why).isTrue();
            assertThat(why.replace("\n", "").chars()).noneMatch(Character::isISOControl);
            return false;
        }
    }

    private void staysInside(Path plugin) throws IOException {
        // What leaves its folder on the way and comes back by its name shows in another place.
        Path elsewhere = Files.createDirectories(temporary.resolve("else/where")).resolve("x");
        Files.move(plugin, elsewhere);
        long bytes = 0;
        List<Path> all;
        try (Stream<Path> walk = Files.walk(elsewhere)) {
            all = walk.toList();
        }
        for (Path each : all) {
            if (Files.isSymbolicLink(each)) {
                assertThat(each.toRealPath()).as("link " + each).startsWith(elsewhere.toRealPath());
            } else if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                bytes += Files.size(each);
            }
        }
        assertThat(all).hasSizeLessThanOrEqualTo(LIMITS.entries() + 1);
        assertThat(bytes).isLessThanOrEqualTo(LIMITS.bytes());
        Files.move(elsewhere, plugin);
    }

    private void nothingElseChanged() throws IOException {
        assertThat(names(temporary)).isSubsetOf("bundle", "inner", "else");
        assertThat(names(temporary.resolve("inner"))).containsExactlyInAnyOrder("b", "plugins");
        assertThat(names(plugins)).isSubsetOf("kv", "neighbour", ".foster");
        assertThat(names(plugins.resolve("neighbour"))).containsExactly("b");
        assertThat(plugins.resolve("neighbour/b")).hasContent("mine");
        assertThat(temporary.resolve("inner/b")).hasContent("mine");
        if (Files.exists(plugins.resolve(".foster/staging"))) {
            assertThat(names(plugins.resolve(".foster/staging"))).isEmpty();
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(it -> it.getFileName().toString()).toList();
        }
    }

    // ---- archives ----

    private static String top(Random random) {
        return List.of("", "", "kv/", "top/").get(random.nextInt(4));
    }

    private static String pick(List<String> words, Random random) {
        return words.get(random.nextInt(words.size()));
    }

    /** Mostly within the folder at the top, as a bundle that is to be believed. */
    private static String name(String top, Random random) {
        return (random.nextInt(12) == 0 ? "" : top) + pick(NAMES, random);
    }

    private static byte[] tar(Random random) {
        String top = top(random);
        var tar = new Tar();
        if (random.nextInt(8) > 0) {
            tar.file(top + "plugin.yaml", "id: kv\nmain: b\n");
        }
        for (int left = random.nextInt(6); left > 0; left--) {
            String name = name(top, random);
            String text = "x".repeat(random.nextInt(3) * random.nextInt(2000));
            switch (random.nextInt(10)) {
                case 0, 1 -> tar.link(name, pick(TARGETS, random));
                case 2 -> tar.hardLink(name, pick(NAMES, random));
                case 3 -> tar.folder(name);
                case 4 -> tar.pax(name, text);
                case 5 -> tar.longName(name + "l".repeat(100), text);
                case 6 -> tar.entry(name, anyType(random), 0644, "b", text.getBytes(UTF_8));
                default -> tar.file(name.length() > 100 ? "long" : name, text);
            }
        }
        return Tar.gzip(mutated(tar.bytes(), random));
    }

    private static char anyType(Random random) {
        return "01234567gxLKSVM".charAt(random.nextInt(15));
    }

    private static byte[] zip(Random random) throws IOException {
        String top = top(random);
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            put(zip, top + "plugin.yaml", "id: kv\nmain: b\n");
            for (int left = random.nextInt(6); left > 0; left--) {
                String name = name(top, random);
                try {
                    put(zip, name.isEmpty() ? "e" : name, pick(TARGETS, random));
                } catch (ZipException twice) {
                    // No writer does that; edits of the bytes do.
                }
            }
        }
        return mutated(linked(out.toByteArray(), random), random);
    }

    private static void put(ZipOutputStream zip, String name, String content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        if (!name.endsWith("/")) {
            zip.write(content.getBytes(UTF_8));
        }
    }

    /** Gives entries of the directory a mode of Unix: files, links and what is neither. */
    private static byte[] linked(byte[] bytes, Random random) {
        for (int at = 0; at + 46 < bytes.length; at++) {
            boolean entry =
                    bytes[at] == 'P'
                            && bytes[at + 1] == 'K'
                            && bytes[at + 2] == 1
                            && bytes[at + 3] == 2;
            if (entry && random.nextBoolean()) {
                int mode =
                        List.of(0100644, 0100755, 0120777, 0120777, 0010644).get(random.nextInt(5));
                bytes[at + 5] = 3;
                bytes[at + 40] = (byte) mode;
                bytes[at + 41] = (byte) (mode >> 8);
            }
        }
        return bytes;
    }

    /** Half of them stay as they are: what follows the first damage is not looked at. */
    private static byte[] mutated(byte[] good, Random random) {
        if (random.nextBoolean()) {
            return good;
        }
        byte[] bytes =
                random.nextInt(8) == 0
                        ? Arrays.copyOf(good, random.nextInt(good.length))
                        : good.clone();
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
