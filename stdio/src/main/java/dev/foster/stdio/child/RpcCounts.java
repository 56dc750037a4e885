package dev.foster.stdio.child;

/**
 * What has gone between us and a child so far.
 *
 * @param messagesIn messages the child wrote
 * @param bytesIn all bytes of its standard output
 * @param messagesOut messages written to the child
 * @param bytesOut bytes of them
 * @param strays what the child wrote that is no message, or answers nothing
 * @param oversized of those, the ones that were too long
 * @param lateAnswers answers to requests that had been given up
 * @param logLinesMissed lines of standard error that were dropped because the listener was slow
 */
public record RpcCounts(
        long messagesIn,
        long bytesIn,
        long messagesOut,
        long bytesOut,
        long strays,
        long oversized,
        long lateAnswers,
        long logLinesMissed) {}
