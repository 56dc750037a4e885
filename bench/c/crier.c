/*
 * A process that prints all the time: RATE lines of 80 bytes a second, a batch every 10 ms, for so many SECONDS.
 *
 *   crier FILE INDEX RATE SECONDS
 *
 * Each line begins with the time it was written, in tenths of a millisecond of the monotonic clock, its last nine digits.
 * How many lines it has written so far stands in the FILE, at its own INDEX.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 80, BATCH = 1000, STEP = 10000000 };

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t) time.tv_sec * 1000000000u + (uint64_t) time.tv_nsec;
}

static void write_all(const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(1, bytes, count);
        if (written <= 0) _exit(1);
        bytes += written;
        count -= (size_t) written;
    }
}

static volatile uint64_t *tally(const char *file, long index) {
    int opened = open(file, O_RDWR | O_CLOEXEC);
    off_t end = (index + 1) * (off_t) sizeof(uint64_t);
    if (opened < 0 || lseek(opened, 0, SEEK_END) < end) return NULL;
    void *map = mmap(NULL, (size_t) end, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    close(opened);
    return map == MAP_FAILED ? NULL : (volatile uint64_t *) map + index;
}

int main(int count, char **arguments) {
    static char batch[BATCH * LINE];
    if (count != 5) {
        fprintf(stderr, "usage: crier FILE INDEX RATE SECONDS\n");
        return 2;
    }
    volatile uint64_t *written = tally(arguments[1], atol(arguments[2]));
    uint64_t rate = strtoull(arguments[3], NULL, 10);
    unsigned seconds = (unsigned) atoi(arguments[4]);
    if (written == NULL || rate == 0) return 1;
    /* Whatever becomes of those who read it. */
    alarm(seconds + 2);
    for (uint64_t begin = now(), next = begin; now() - begin < seconds * UINT64_C(1000000000);) {
        uint64_t due = (now() - begin) / 1000 * rate / 1000000;
        size_t lines = 0;
        for (; lines < BATCH && *written + lines < due; lines++) {
            char *line = batch + lines * LINE;
            int head = snprintf(line, LINE, "T%09" PRIu64 " line %08" PRIu64 " ", now() / 100000 % 1000000000u, *written + lines);
            for (int i = head; i < LINE - 1; i++) line[i] = (char) ('a' + i % 26);
            line[LINE - 1] = '\n';
        }
        write_all(batch, lines * LINE);
        *written += lines;
        next += STEP;
        struct timespec until = {(time_t) (next / 1000000000u), (long) (next % 1000000000u)};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    }
    return 0;
}
