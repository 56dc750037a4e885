/*
 * The child that supervisors are measured with. It says when its first instruction ran, and waits to be ended.
 *
 * All it needs comes from the environment, so that a supervisor that runs a bare file can run it without a shell between:
 *   TICKER_FILE    gets one line of 32 bytes: the monotonic time in nanoseconds and the process id
 *   TICKER_READY   a descriptor that gets a newline once the line is written, as s6 wants to be told
 *   TICKER_BYTES   so much is written to standard output, in lines of 100 bytes that carry their number; then a second
 *                  line goes to the file
 */
#define _GNU_SOURCE
#include "tick.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 100, DIGITS = 10, BULK = 655 };

/* Counts up the digits that stand before this place. */
static void count_up(char *digit) {
    while (*--digit == '9') *digit = '0';
    ++*digit;
}

/* L0000000042_abc… : the number tells which lines are missing, the letters after it that a line is whole. */
static void flood(uint64_t lines) {
    static char bulk[BULK * LINE];
    char line[LINE];
    for (int i = 0; i < LINE; i++) line[i] = (char) ('a' + i % 26);
    memcpy(line, "L0000000000_", DIGITS + 2);
    line[LINE - 1] = '\n';
    for (uint64_t done = 0; done < lines;) {
        size_t count = 0;
        for (; count < BULK && done < lines; count++, done++) {
            memcpy(bulk + count * LINE, line, LINE);
            count_up(line + 1 + DIGITS);
        }
        write_all(1, bulk, count * LINE);
    }
}

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    tick(&now);
    const char *ready = getenv("TICKER_READY");
    if (ready != NULL) write_all(atoi(ready), "\n", 1);
    const char *bytes = getenv("TICKER_BYTES");
    if (bytes != NULL) {
        flood(strtoull(bytes, NULL, 10) / LINE);
        clock_gettime(CLOCK_MONOTONIC, &now);
        tick(&now);
    }
    for (;;) pause();
}
