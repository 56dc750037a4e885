package dev.foster.stdio.http;

/**
 * The answer to a request.
 *
 * @param status the status it has when nothing went before it
 * @param line the message as one line of JSON
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copying would serve nobody
record Answer(int status, byte[] line) {}
