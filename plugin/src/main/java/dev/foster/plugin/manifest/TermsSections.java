package dev.foster.plugin.manifest;

import static dev.foster.document.Notes.says;

import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.plugin.manifest.ProtocolTerms.Cookie;
import dev.foster.plugin.manifest.ProtocolTerms.Tls;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** How host and plugin come to speak with each other. */
final class TermsSections {
    private static final Type<SortedSet<Integer>> VERSIONS =
            Types.some(
                            Types.whole(0, 65_535),
                            "a list of whole numbers",
                            "[1, 2]",
                            "write it like [1]")
                    .as(TreeSet::new, List::copyOf);

    private static final Cookie NO_COOKIE = new Cookie("", "");

    private static final Type<Cookie> COOKIE =
            Section.of("cookie", "Cookie", "Below `cookie`.", NO_COOKIE)
                    .optional(
                            "key",
                            ManifestTypes.VARIABLE,
                            it -> Optional.of(it.key()).filter(text -> !text.isEmpty()),
                            (it, key) -> new Cookie(key, it.value()),
                            says("The name of the variable.")
                                    .required("write it like {key: MY_PLUGIN, value: hello}"))
                    .optional(
                            "value",
                            ManifestTypes.WORD,
                            it -> Optional.of(it.value()).filter(text -> !text.isEmpty()),
                            (it, value) -> new Cookie(it.key(), value),
                            says("What it says.")
                                    .required("write it like {key: MY_PLUGIN, value: hello}"))
                    .type();

    private static final Type<String> SHA256 =
            ManifestTypes.shaped(
                            "[0-9a-fA-F]{64}",
                            " is not 64 hexadecimal digits",
                            _ -> "write what sha256sum prints for the file")
                    .as(digits -> digits.toLowerCase(Locale.ROOT), digits -> digits);

    private static final Type<String> CHECKSUM =
            Section.of("checksum", "Checksum", "Below `checksum`.", Optional.<String>empty())
                    .optional(
                            "sha256",
                            SHA256,
                            it -> it,
                            (_, digits) -> Optional.of(digits),
                            says("64 hexadecimal digits.")
                                    .required("write what sha256sum prints for the file"))
                    .into(Optional::of, (digits, _, _) -> digits);

    static final Section<ProtocolTerms> TERMS =
            Section.of("", "", "", ProtocolTerms.USUAL)
                    .field(
                            "versions",
                            VERSIONS,
                            ProtocolTerms::versions,
                            ProtocolTerms::versions,
                            says(
                                    "The versions of the application's protocol that it may be"
                                            + " spoken to in."))
                    .optional(
                            "cookie",
                            COOKIE,
                            ProtocolTerms::cookie,
                            ProtocolTerms::cookie,
                            says("The variable that tells it that a host started it.")
                                    .usually("the host's"))
                    .field(
                            "tls",
                            Types.choice(Tls.class, '-'),
                            ProtocolTerms::tls,
                            ProtocolTerms::tls,
                            says(
                                    "Whether the connection is encrypted with certificates made for"
                                            + " each run."))
                    .field(
                            "multiplex",
                            Types.TRUTH,
                            ProtocolTerms::multiplex,
                            ProtocolTerms::multiplex,
                            says("Whether brokered connections share the first one."))
                    .optional(
                            "checksum",
                            CHECKSUM,
                            ProtocolTerms::sha256,
                            ProtocolTerms::sha256,
                            says(
                                    "What the file that is run must hash to; checked before each"
                                            + " start."));

    private TermsSections() {}
}
