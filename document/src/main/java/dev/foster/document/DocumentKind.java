package dev.foster.document;

/**
 * What a document is to be, in the words of what is said about one that is not.
 *
 * @param what such as {@code project}
 * @param file such as {@code a project file}
 * @param remedy what to do with a second document, after <em>remove what follows the line ---</em>
 * @param begin a key that it may begin with
 * @param contents what to put into an empty one
 * @param longest how many bytes it may have
 */
public record DocumentKind(
        String what, String file, String remedy, String begin, String contents, int longest) {}
