package dev.foster.supervise.watch;

/**
 * More than a run may use.
 *
 * @param resource of what, in one word
 * @param text how much, and since when, such as {@code memory 301 MB over 256 MB for 2 checks}
 */
record Offence(String resource, String text) {}
