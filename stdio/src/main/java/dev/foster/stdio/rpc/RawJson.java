package dev.foster.stdio.rpc;

import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/**
 * One JSON value as the bytes it came in. It can be looked into and edited member by member; what
 * is not touched keeps every byte: numbers of any size, nulls, the order and spelling of members.
 * That is why this is not a tree: whoever stands between two others must not change what they say.
 */
public final class RawJson {
    private static final int PIECE = 64 * 1024;

    private final byte[] text;
    private final int from;
    private final int to;

    /** The bytes are known to be one JSON value without space around it. */
    RawJson(byte[] text, int from, int to) {
        this.text = text;
        this.from = from;
        this.to = to;
    }

    /**
     * Checks a text in UTF-8 that must be one JSON value.
     *
     * @throws JsonProblem when it is not
     */
    public static RawJson parse(byte[] text) {
        return RawReader.whole(text, 0, text.length);
    }

    public static RawJson parse(byte[] text, int from, int to) {
        return RawReader.whole(text, from, to);
    }

    public static RawJson parse(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A text as a JSON string. */
    public static RawJson string(String value) {
        return trusted(JsonText.write(value));
    }

    public static RawJson number(long value) {
        return trusted(Long.toString(value));
    }

    /** A tree as {@link JsonText} knows it. */
    public static RawJson of(Object tree) {
        return trusted(JsonText.write(tree));
    }

    public static RawJson emptyObject() {
        return trusted("{}");
    }

    private static RawJson trusted(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new RawJson(bytes, 0, bytes.length);
    }

    /** An object, put together in one piece: a member may be a hundred megabytes long. */
    public static RawJson object(Map<String, RawJson> members) {
        var parts = new ArrayList<RawJson>(2 * members.size());
        int size = Math.max(2, 1 + 2 * members.size());
        for (Map.Entry<String, RawJson> member : members.entrySet()) {
            RawJson name = string(member.getKey());
            parts.add(name);
            parts.add(member.getValue());
            size = Math.addExact(size, Math.addExact(name.length(), member.getValue().length()));
        }
        byte[] text = new byte[size];
        int at = 0;
        text[at++] = '{';
        for (int i = 0; i < parts.size(); i++) {
            RawJson part = parts.get(i);
            System.arraycopy(part.text, part.from, text, at, part.length());
            at += part.length();
            text[at++] = (byte) (i % 2 == 0 ? ':' : ',');
        }
        text[size - 1] = '}';
        return new RawJson(text, 0, size);
    }

    public static RawJson array(List<RawJson> elements) {
        var out = new ByteArrayOutputStream(64);
        out.write('[');
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            elements.get(i).writeTo(out);
        }
        out.write(']');
        return ofBuffer(out);
    }

    private static RawJson ofBuffer(ByteArrayOutputStream out) {
        byte[] bytes = out.toByteArray();
        return new RawJson(bytes, 0, bytes.length);
    }

    // ---- looking in ----

    public boolean isObject() {
        return text[from] == '{';
    }

    public boolean isArray() {
        return text[from] == '[';
    }

    public boolean isString() {
        return text[from] == '"';
    }

    public boolean isNumber() {
        return text[from] == '-' || (text[from] >= '0' && text[from] <= '9');
    }

    public boolean isNull() {
        return text[from] == 'n';
    }

    public boolean isTrue() {
        return text[from] == 't';
    }

    /** The members of an object, in order; none of anything else. The last of one name wins. */
    public Map<String, RawJson> members() {
        return isObject() ? RawReader.members(text, from, to) : Map.of();
    }

    /** Every member of an object, those of one name too. */
    void eachMember(BiConsumer<String, RawJson> member) {
        if (isObject()) {
            RawReader.eachMember(text, from, to, member);
        }
    }

    /** The elements of an array; none of anything else. */
    public List<RawJson> elements() {
        return isArray() ? RawReader.elements(text, from, to) : List.of();
    }

    public Optional<RawJson> member(String name) {
        return Optional.ofNullable(members().get(name));
    }

    /** What stands at the end of these names, one inside the other. */
    public Optional<RawJson> at(String... names) {
        Optional<RawJson> value = Optional.of(this);
        for (String name : names) {
            value = value.flatMap(inner -> inner.member(name));
        }
        return value;
    }

    /** The text of a string; empty for anything else. */
    public Optional<String> text() {
        return isString() ? Optional.of(RawReader.string(text, from, to)) : Optional.empty();
    }

    /** The text of a member that is a string. */
    public Optional<String> text(String name) {
        return member(name).flatMap(RawJson::text);
    }

    /** A whole number that fits; empty for anything else. */
    public OptionalLong whole() {
        try {
            return isNumber() ? OptionalLong.of(Long.parseLong(json())) : OptionalLong.empty();
        } catch (NumberFormatException fraction) {
            return OptionalLong.empty();
        }
    }

    // ---- editing ----

    /** This object with a member put in or replaced. */
    public RawJson with(String name, RawJson value) {
        var members = new LinkedHashMap<>(members());
        members.put(name, value);
        return object(members);
    }

    /** This object without a member. */
    public RawJson without(String name) {
        Map<String, RawJson> members = members();
        if (!members.containsKey(name)) {
            return this;
        }
        var rest = new LinkedHashMap<>(members);
        rest.remove(name);
        return object(rest);
    }

    // ---- as bytes ----

    public int length() {
        return to - from;
    }

    public void writeTo(ByteArrayOutputStream out) {
        out.write(text, from, to - from);
    }

    /** The same in bytes of its own, for keeping: a part holds on to all of what it came in. */
    public RawJson copy() {
        byte[] own = Arrays.copyOfRange(text, from, to);
        return new RawJson(own, 0, own.length);
    }

    /** A copy of the bytes, on one line: line ends can only stand between values, as space. */
    public byte[] line() {
        byte[] copy = Arrays.copyOfRange(text, from, to);
        for (int i = 0; i < copy.length; i++) {
            if (copy[i] == '\n' || copy[i] == '\r') {
                copy[i] = ' ';
            }
        }
        return copy;
    }

    /**
     * Writes the same as {@link #line} with a line end after it; all at once when it is short, else
     * in pieces that need no second copy of it.
     */
    public void writeLine(OutputStream out) throws IOException {
        int at = from;
        do {
            int length = Math.min(to - at, PIECE);
            boolean last = at + length == to;
            byte[] piece = Arrays.copyOfRange(text, at, at + length + (last ? 1 : 0));
            for (int i = 0; i < length; i++) {
                if (piece[i] == '\n' || piece[i] == '\r') {
                    piece[i] = ' ';
                }
            }
            if (last) {
                piece[length] = '\n';
            }
            out.write(piece);
            at += length;
        } while (at < to);
    }

    /** The value as it is written. */
    public String json() {
        return new String(text, from, to - from, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawJson that
                && Arrays.equals(text, from, to, that.text, that.from, that.to);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + text[i];
        }
        return hash;
    }

    /** Shortened: a value may be long, and may hold secrets in its depth. */
    @Override
    public String toString() {
        String json = json();
        return json.length() <= 80 ? json : json.substring(0, 80) + "…";
    }
}
