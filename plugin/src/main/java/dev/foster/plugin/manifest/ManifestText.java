package dev.foster.plugin.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The text of a manifest, or a clear word on why there is none. */
final class ManifestText {
    /** Larger than any manifest; an endless file must not fill the memory. */
    static final int LARGEST = 1 << 20;

    private ManifestText() {}

    static String read(Path file, Faults faults) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST + 1);
        } catch (AccessDeniedException denied) {
            throw fault(faults, file, "you may not read it; change its permissions (chmod u+r)");
        } catch (IOException unreadable) {
            throw fault(faults, file, unreadable.getMessage() + "; check that it is a file");
        }
        if (bytes.length > LARGEST) {
            throw fault(faults, file, "it is larger than 1 MiB; that is no manifest");
        }
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            // A byte order mark is not part of what somebody wrote.
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException odd) {
            throw fault(faults, file, "it is not text in UTF-8; save it as UTF-8");
        }
    }

    private static ManifestProblem fault(Faults faults, Path file, String why) {
        return faults.last(Place.whole(file), "cannot read " + file + ": " + why);
    }
}
