package dev.foster.plugin.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The block of 512 bytes before each entry of a tar archive: ustar, and what GNU tar makes of it.
 *
 * @param name with the prefix that ustar keeps apart
 * @param mode the permissions
 * @param size of what follows
 * @param type one letter: 0 file, 1 second name, 2 link, 5 folder, …
 * @param target where a link leads
 */
record TarHeader(String name, int mode, long size, char type, String target) {
    static final int BLOCK = 512;

    /** Reads a block that is not all zero. */
    static TarHeader parse(byte[] block) throws UnsafeBundle {
        long sum = octal(block, 148, 8);
        if (sum != sum(block)) {
            throw damaged();
        }
        String name = text(block, 0, 100);
        // GNU's own format has other things where ustar has the prefix.
        boolean ustar = text(block, 257, 6).equals("ustar") && block[262] == 0;
        String prefix = ustar ? text(block, 345, 155) : "";
        long size = number(block, 124, 12);
        if (size < 0) {
            throw damaged();
        }
        char type = (char) (block[156] & 0xFF);
        return new TarHeader(
                prefix.isEmpty() ? name : prefix + "/" + name,
                (int) octal(block, 100, 8) & 0xFFF,
                size,
                type == 0 ? '0' : type,
                text(block, 157, 100));
    }

    static UnsafeBundle damaged() {
        return new UnsafeBundle("it is damaged; fetch or pack it anew");
    }

    private static long sum(byte[] block) {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            // The sum is made as if its own field were blank.
            sum += i >= 148 && i < 156 ? ' ' : block[i] & 0xFF;
        }
        return sum;
    }

    private static String text(byte[] block, int from, int length) {
        int end = from;
        while (end < from + length && block[end] != 0) {
            end++;
        }
        return new String(block, from, end - from, UTF_8);
    }

    /**
     * An octal number, or where its first bit is set one in base 256, as GNU tar writes large ones.
     */
    private static long number(byte[] block, int from, int length) throws UnsafeBundle {
        if ((block[from] & 0x80) == 0) {
            return octal(block, from, length);
        }
        long value = block[from] & 0x3F;
        for (int i = from + 1; i < from + length; i++) {
            if (value >= 1L << 54) {
                throw damaged();
            }
            value = (value << 8) | (block[i] & 0xFF);
        }
        return value;
    }

    private static long octal(byte[] block, int from, int length) throws UnsafeBundle {
        int at = from;
        int end = from + length;
        while (at < end && block[at] == ' ') {
            at++;
        }
        long value = 0;
        for (; at < end && block[at] >= '0' && block[at] <= '7'; at++) {
            value = value * 8 + (block[at] - '0');
        }
        for (; at < end; at++) {
            if (block[at] != 0 && block[at] != ' ') {
                throw damaged();
            }
        }
        return value;
    }
}
