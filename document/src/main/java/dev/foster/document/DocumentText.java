package dev.foster.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The text of a file, or a clear word on why there is none. */
public final class DocumentText {
    private DocumentText() {}

    /**
     * All of it.
     *
     * @param longest how many bytes it may have: an endless file must not fill the memory
     */
    public static String read(Path file, int longest, Faults faults) {
        if (Files.isDirectory(file)) {
            throw fault(faults, file, "it is a directory; name the file in it");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(longest + 1);
        } catch (NoSuchFileException missing) {
            throw fault(faults, file, "there is no such file; create it or name another");
        } catch (AccessDeniedException denied) {
            throw fault(faults, file, "you may not read it; change its permissions (chmod u+r)");
        } catch (IOException unreadable) {
            String why = String.valueOf(unreadable.getMessage());
            throw fault(faults, file, why + "; check that it is a file you may read");
        }
        if (bytes.length > longest) {
            throw fault(
                    faults,
                    file,
                    "it is larger than " + (longest >> 20) + " MiB; split it, or name another");
        }
        return decode(file, bytes, faults);
    }

    private static String decode(Path file, byte[] bytes, Faults faults) {
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = UTF_8.newDecoder().decode(in, out, true);
        out.flip();
        if (result.isError()) {
            Place place = place(file, out, out.length());
            throw faults.last(
                    place,
                    "cannot read "
                            + file
                            + ": this is not text in UTF-8; save the file as UTF-8, or name"
                            + " another");
        }
        // A byte order mark is not part of what somebody wrote.
        return out.length() > 0 && out.charAt(0) == '\uFEFF'
                ? out.subSequence(1, out.length()).toString()
                : out.toString();
    }

    /** The line and column of a position in a text. */
    public static Place place(Path file, CharSequence text, int position) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < Math.min(position, text.length()); i++) {
            boolean end = text.charAt(i) == '\n';
            line += end ? 1 : 0;
            column = end ? 1 : column + 1;
        }
        return new Place(file, line, column);
    }

    private static DocumentProblem fault(Faults faults, Path file, String why) {
        return faults.last(Place.whole(file), "cannot read " + file + ": " + why);
    }
}
