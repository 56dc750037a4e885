#define _GNU_SOURCE
#include "tick.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 32 };

void write_all(int to, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(to, bytes, count);
        if (written <= 0) _exit(1);
        bytes += written;
        count -= (size_t) written;
    }
}

void tick(const struct timespec *now) {
    const char *file = getenv("TICKER_FILE");
    if (file == NULL) return;
    int to = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (to < 0) _exit(1);
    char line[LINE + 1];
    uint64_t nanos = (uint64_t) now->tv_sec * 1000000000u + (uint64_t) now->tv_nsec;
    snprintf(line, sizeof line, "%020" PRIu64 " %010d\n", nanos, (int) getpid());
    write_all(to, line, LINE);
    close(to);
}

size_t ticks(void) {
    const char *file = getenv("TICKER_FILE");
    struct stat found;
    return file == NULL || stat(file, &found) != 0 ? 0 : (size_t) found.st_size / LINE;
}
