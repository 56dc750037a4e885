package dev.foster.process.internal.linux;

import dev.foster.process.Environment;
import dev.foster.process.internal.confine.OddNames;
import dev.foster.process.internal.confine.ShellNames;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * This JVM's environment as the bytes it was started with. {@link System#getenv()} decodes them by
 * the locale, which in the C locale destroys everything beyond ASCII; children must get what we
 * got.
 */
final class OwnEnvironment {
    private record Entry(String name, int nameLength, MemorySegment text) {
        /** The same value under another name. */
        MemorySegment under(String other, Arena arena) {
            if (other.equals(name)) {
                return text;
            }
            MemorySegment begin = arena.allocateFrom(other);
            long length = begin.byteSize() - 1;
            MemorySegment value = text.asSlice(nameLength);
            MemorySegment copy = arena.allocate(length + value.byteSize());
            MemorySegment.copy(begin, 0, copy, 0, length);
            MemorySegment.copy(value, 0, copy, length, value.byteSize());
            return copy;
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    OwnEnvironment(Arena arena) {
        byte[] all;
        try {
            all = Files.readAllBytes(Path.of("/proc/self/environ"));
        } catch (IOException unreadable) {
            throw new IllegalStateException(
                    "cannot read /proc/self/environ: " + unreadable.getMessage(), unreadable);
        }
        int start = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == 0) {
                add(arena, all, start, i);
                start = i + 1;
            }
        }
    }

    private void add(Arena arena, byte[] all, int from, int to) {
        String text = new String(all, from, to - from, StandardCharsets.UTF_8);
        int equals = text.indexOf('=', 1);
        if (equals < 0) {
            return;
        }
        MemorySegment copy = arena.allocate(to - from + 1L);
        MemorySegment.copy(all, from, copy, ValueLayout.JAVA_BYTE, 0, to - from);
        String name = text.substring(0, equals);
        int end = from + 1;
        while (all[end] != '=') {
            end++;
        }
        entries.add(new Entry(name, end - from, copy));
    }

    /** The value of a variable of our own, or the empty text. */
    static String own(String name) {
        String value = System.getenv(name);
        return value == null ? "" : value;
    }

    /** The null-terminated array of pointers that exec wants. */
    MemorySegment block(
            Environment wanted, OddNames odd, String cookieName, String cookie, Arena arena) {
        var pointers = new ArrayList<MemorySegment>(entries.size() + wanted.set().size() + 1);
        for (Entry entry : entries) {
            if (wanted.inherits(entry.name) && !entry.name.equals(cookieName)) {
                pointers.add(entry.under(odd.standIn(entry.name), arena));
            }
        }
        for (Map.Entry<String, String> variable : wanted.set().entrySet()) {
            if (!variable.getKey().equals(cookieName)) {
                String name = odd.standIn(variable.getKey());
                pointers.add(arena.allocateFrom(name + "=" + variable.getValue()));
            }
        }
        pointers.add(arena.allocateFrom(cookieName + "=" + cookie));
        return pointers(pointers, arena);
    }

    /** The names in such an environment that no shell would hand on. */
    OddNames oddNames(Environment wanted) {
        return new OddNames(
                Stream.concat(
                                entries.stream().map(Entry::name).filter(wanted::inherits),
                                wanted.set().keySet().stream())
                        .filter(name -> !ShellNames.fits(name))
                        .distinct()
                        .toList());
    }

    static MemorySegment pointers(List<MemorySegment> texts, Arena arena) {
        MemorySegment block = arena.allocate((texts.size() + 1) * 8L, 8);
        for (int i = 0; i < texts.size(); i++) {
            block.setAtIndex(SystemCalls.LONG, i, texts.get(i).address());
        }
        return block;
    }
}
