package dev.foster.http;

/** A whole answer. */
@SuppressWarnings("ArrayRecordComponent") // never compared; copying would serve nobody
public record HttpReply(int status, Headers headers, byte[] body) {}
