package dev.foster.stdio.http;

/** What the reader of a stream gets when it asks for more. */
sealed interface Piece {

    /** Events, and whether the stream ends with them. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; copying would serve nobody
    record Said(byte[] events, boolean last) implements Piece {}

    /** Nothing was said in the time it waited. */
    record Quiet() implements Piece {}

    /** Nothing more will be said to this reader. */
    record Over() implements Piece {}
}
