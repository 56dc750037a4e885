/*
 * Writes lines of 100 bytes (99 and a newline) to standard output.
 *
 *   writer bulk BYTES     in writes of 64 KiB
 *   writer single BYTES   in one write(2) per line
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 100, BULK = 65536 };

static void write_all(const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(1, bytes, count);
        if (written <= 0) exit(1);
        bytes += written;
        count -= (size_t) written;
    }
}

int main(int count, char **arguments) {
    static char text[BULK + LINE];
    if (count != 3 || (strcmp(arguments[1], "bulk") != 0 && strcmp(arguments[1], "single") != 0)) {
        fprintf(stderr, "usage: writer bulk|single BYTES\n");
        return 2;
    }
    size_t step = arguments[1][0] == 'b' ? BULK : LINE;
    size_t total = strtoull(arguments[2], NULL, 10) / LINE * LINE;
    for (size_t i = 0; i < sizeof text; i++) text[i] = i % LINE == LINE - 1 ? '\n' : (char) ('a' + i % 26);

    /* 64 KiB is no multiple of a line, so each bulk write goes on where the last one ended. */
    for (size_t done = 0; done < total;) {
        size_t size = total - done < step ? total - done : step;
        write_all(text + done % LINE, size);
        done += size;
    }
    return 0;
}
