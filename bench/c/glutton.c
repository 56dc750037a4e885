/*
 * A child that takes more memory than it may. It says when it has more, and takes on, slowly, until it is ended.
 *
 * All it needs comes from the environment, as with the ticker:
 *   TICKER_FILE        gets one line of 32 bytes when it has too much: the monotonic time in nanoseconds and the process id
 *   GLUTTON_LIMIT      how many bytes it may have resident; with three times as many it has had enough, and waits
 *   GLUTTON_INTERVAL   how often its supervisor looks, in milliseconds
 */
#define _GNU_SOURCE
#include "tick.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STEP = 128 * 1024, MOST = 3, QUICK_MICROS = 1000, SLOW_MICROS = 10000 };

static size_t number(const char *variable) {
    const char *value = getenv(variable);
    size_t number = value == NULL ? 0 : strtoull(value, NULL, 10);
    if (number == 0) {
        fprintf(stderr, "glutton: %s is no number\n", variable);
        exit(2);
    }
    return number;
}

/* The second number in statm, in pages. */
static size_t resident(int statm) {
    char text[128];
    ssize_t count = pread(statm, text, sizeof text - 1, 0);
    if (count <= 0) exit(1);
    text[count] = '\0';
    const char *second = strchr(text, ' ');
    return second == NULL ? 0 : strtoull(second, NULL, 10) * (size_t) sysconf(_SC_PAGESIZE);
}

/*
 * A supervisor starts the next child right after a look, so all would begin at the same distance from one. Steps of the
 * golden ratio through the interval spread them as evenly as can be, however many there are.
 */
static void wait_for_turn(size_t interval) {
    size_t thousandths = (500 + ticks() * 618) % 1000;
    usleep((useconds_t) (thousandths * interval));
}

int main(void) {
    size_t limit = number("GLUTTON_LIMIT"), most = MOST * limit;
    wait_for_turn(number("GLUTTON_INTERVAL"));
    int statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    char *memory = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (statm < 0 || memory == MAP_FAILED) return 1;
    /* Small pages, as large ones would come by the megabyte. */
    madvise(memory, most, MADV_NOHUGEPAGE);
    int over = 0;
    for (size_t taken = 0; taken < most && resident(statm) + STEP <= most; taken += STEP) {
        memset(memory + taken, 1, taken + STEP <= most ? STEP : most - taken);
        if (!over && resident(statm) > limit) {
            struct timespec now;
            clock_gettime(CLOCK_MONOTONIC, &now);
            tick(&now);
            over = 1;
        }
        usleep(over ? SLOW_MICROS : QUICK_MICROS);
    }
    for (;;) pause();
}
