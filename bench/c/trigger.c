/*
 * Makes the thing happen that is timed, and says when it did, in nanoseconds of the monotonic clock.
 *
 *   trigger kill PID        SIGKILL to a process
 *   trigger spawn COMMAND   starts a process, which is ended again after a moment
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Stays out of the way for so long: its own end is work for the machine too. */
enum { QUIET_MICROS = 50000 };

extern char **environ;

int main(int count, char **arguments) {
    if (count != 3 || (strcmp(arguments[1], "kill") != 0 && strcmp(arguments[1], "spawn") != 0)) {
        fprintf(stderr, "usage: trigger kill PID | trigger spawn COMMAND\n");
        return 2;
    }
    char *command[] = {arguments[2], NULL};
    pid_t pid = (pid_t) atoi(arguments[2]);
    int spawns = arguments[1][0] == 's', error;
    if (!spawns && pid <= 1) return 2;

    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (spawns) {
        error = posix_spawn(&pid, arguments[2], NULL, NULL, command, environ);
    } else {
        error = kill(pid, SIGKILL) == 0 ? 0 : errno;
    }
    if (error != 0) {
        fprintf(stderr, "cannot %s %s: %s\n", arguments[1], arguments[2], strerror(error));
        return 1;
    }
    usleep(QUIET_MICROS);
    if (spawns) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    printf("%" PRIu64 "\n", (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec);
    return 0;
}
