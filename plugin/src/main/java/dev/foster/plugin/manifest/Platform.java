package dev.foster.plugin.manifest;

import java.util.Locale;

/**
 * An operating system and a processor, in the words of Go, which manifests use.
 *
 * @param system such as {@code linux}, {@code darwin} or {@code windows}
 * @param processor such as {@code amd64} or {@code arm64}
 */
public record Platform(String system, String processor) {

    /** The one this program runs on. */
    public static Platform current() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static Platform of(String name, String architecture) {
        String lower = name.toLowerCase(Locale.ROOT);
        String system =
                lower.startsWith("windows")
                        ? "windows"
                        : lower.startsWith("mac") ? "darwin" : lower.replace(" ", "");
        String processor =
                switch (architecture) {
                    case "x86_64", "amd64" -> "amd64";
                    case "aarch64", "arm64" -> "arm64";
                    case "x86", "i386", "i686" -> "386";
                    default -> architecture;
                };
        return new Platform(system, processor);
    }

    boolean windows() {
        return system.equals("windows");
    }

    @Override
    public String toString() {
        return system + "-" + processor;
    }
}
