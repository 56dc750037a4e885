/* What the children that supervisors are measured with have in common. */
#ifndef TICK_H
#define TICK_H

#include <stddef.h>
#include <time.h>

/* All of it, or the end of the process. */
void write_all(int to, const char *bytes, size_t count);

/* Adds a line to the file that TICKER_FILE names, if any: this monotonic time in nanoseconds and the process id. */
void tick(const struct timespec *now);

/* How many of those lines there are. */
size_t ticks(void);

#endif
