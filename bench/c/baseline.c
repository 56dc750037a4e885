/*
 * The C baseline: what the kernel and one thread can do, as a worker that takes turns.
 *
 * It reads one request per line, its words apart by tabs, and answers each with one line, "ok name=value …" or "error why":
 *   spawn COUNT IN_FLIGHT COMMAND…    idle COUNT COMMAND…    kill SAMPLES COMMAND…    killed-by-other SAMPLES COMMAND…
 *   lines CHILDREN STYLE COMMAND…     time COMMAND…          quit
 */
#define _GNU_SOURCE
#include "child.h"

#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MILLIS = 30000, BATCH = 50, SETTLE_MICROS = 50000, WORDS = 64 };

static double seconds_since(uint64_t start) {
    return (double) (nanos() - start) / 1e9;
}

/* A field such as VmRSS of /proc/self/status. */
static long self_status(const char *field) {
    FILE *status = fopen("/proc/self/status", "r");
    if (status == NULL) fail("read /proc/self/status");
    char line[256];
    long value = 0;
    size_t length = strlen(field);
    while (fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, field, length) == 0 && line[length] == ':') value = strtol(line + length + 1, NULL, 10);
    }
    fclose(status);
    return value;
}

static double own_processor_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void spawn_turn(int count, int in_flight, char **command) {
    children_room(in_flight);
    uint64_t start = nanos();
    int started = 0, ended = 0;
    while (ended < count) {
        for (int i = 0; i < in_flight && started < count; i++) {
            if (child_gone(child_at(i))) {
                child_start(i, command);
                started++;
            }
        }
        ended += children_turn(WAIT_MILLIS, NULL);
    }
    printf("ok per_second=%.3f\n", count / seconds_since(start));
}

static void start_all(int count, char **command) {
    children_room(count);
    for (int i = 0; i < count; i++) child_start(i, command);
}

static void stop_all(int count) {
    for (int i = 0; i < count; i++) kill(-child_at(i)->pid, SIGTERM);
    for (int gone = 0; gone < count;) gone += children_turn(WAIT_MILLIS, NULL);
}

/* Twice, as the workers in a JVM do it: the first time for the memory, the second for the times. */
static void idle_turn(int count, char **command) {
    start_all(BATCH, command);
    stop_all(BATCH);
    long resident = self_status("VmRSS");
    start_all(count, command);
    long threads = self_status("Threads");
    long grown = self_status("VmRSS") - resident;
    stop_all(count);

    uint64_t begun = nanos();
    start_all(count, command);
    double start = seconds_since(begun);
    uint64_t asked = nanos();
    stop_all(count);
    printf("ok start=%.6f stop=%.6f threads=%ld rss=%.3f\n", start, seconds_since(asked), threads, (double) grown / 1024);
}

static int by_size(const void *left, const void *right) {
    double difference = *(const double *) left - *(const double *) right;
    return difference < 0 ? -1 : difference > 0;
}

static void print_latencies(double *micros, int count) {
    qsort(micros, (size_t) count, sizeof *micros, by_size);
    printf("ok p50=%.3f p99=%.3f\n", micros[count / 2], micros[(int) (count * 0.99)]);
}

/* Starts a batch of children and lets them come to rest, so that a kill meets a sleeper and not a loading program. */
static void start_batch(char **command) {
    children_room(BATCH);
    for (int i = 0; i < BATCH; i++) child_start(i, command);
    usleep(SETTLE_MICROS);
}

static void kill_turn(int samples, char **command) {
    double *micros = calloc((size_t) samples, sizeof *micros);
    for (int done = 0; done < samples;) {
        start_batch(command);
        for (int i = 0; i < BATCH && done < samples; i++) {
            uint64_t asked = nanos();
            kill(-child_at(i)->pid, SIGKILL);
            while (!child_at(i)->exited) children_turn(WAIT_MILLIS, NULL);
            micros[done++] = seconds_since(asked) * 1e6;
        }
        children_end();
    }
    print_latencies(micros, samples);
    free(micros);
}

/* The same with the epoll in a thread of its own that wakes the asker: the price of a hand-over, in C. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int reaped;

static void *watcher(void *unused) {
    (void) unused;
    for (int gone = 0; gone < BATCH;) {
        gone += children_turn(WAIT_MILLIS, NULL);
        pthread_mutex_lock(&lock);
        reaped = gone;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void killed_by_other_turn(int samples, char **command) {
    int batches = (samples + BATCH - 1) / BATCH, done = 0;
    double *micros = calloc((size_t) (batches * BATCH), sizeof *micros);
    for (int batch = 0; batch < batches; batch++) {
        start_batch(command);
        reaped = 0;
        pthread_t thread;
        if (pthread_create(&thread, NULL, watcher, NULL) != 0) fail("start a thread");
        for (int i = 0; i < BATCH; i++) {
            uint64_t asked = nanos();
            kill(-child_at(i)->pid, SIGKILL);
            pthread_mutex_lock(&lock);
            while (reaped <= i) pthread_cond_wait(&changed, &lock);
            pthread_mutex_unlock(&lock);
            micros[done++] = seconds_since(asked) * 1e6;
        }
        pthread_join(thread, NULL);
    }
    print_latencies(micros, done);
    free(micros);
}

static void lines_turn(int count, char **command) {
    struct tally tally = {0};
    children_room(count);
    double processor = own_processor_seconds();
    uint64_t start = nanos();
    for (int i = 0; i < count; i++) child_start(i, command);
    for (int gone = 0; gone < count;) gone += children_turn(WAIT_MILLIS, &tally);
    double wall = seconds_since(start);
    double used = own_processor_seconds() - processor;
    double bytes = (double) (tally.bytes + tally.lines);
    /* The writer's last word is how much it writes. */
    int last = 0;
    while (command[last + 1] != NULL) last++;
    double expected = count * strtod(command[last], NULL);
    printf("ok bytes=%.0f lines=%llu rate=%.3f cpu_per_gb=%.6f missed=%.0f\n", bytes, (unsigned long long) tally.lines,
            bytes / 1e6 / wall, used / (bytes / 1e9), expected - bytes);
}

/* Wall time of one command with no pipes, its output thrown away. */
static void time_turn(char **command) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", 0, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
    extern char **environ;
    pid_t pid;
    int status = 0;
    uint64_t start = nanos();
    int error = posix_spawn(&pid, command[0], &actions, NULL, command, environ);
    if (error == 0) waitpid(pid, &status, 0);
    double wall = seconds_since(start);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        printf("error cannot time %s: it did not exit with 0\n", command[0]);
    } else {
        printf("ok millis=%.3f\n", wall * 1e3);
    }
}

static void answer(char **words, int count) {
    const char *turn = words[0];
    if (strcmp(turn, "spawn") == 0 && count > 3) {
        spawn_turn(atoi(words[1]), atoi(words[2]), words + 3);
    } else if (strcmp(turn, "idle") == 0 && count > 2) {
        idle_turn(atoi(words[1]), words + 2);
    } else if (strcmp(turn, "kill") == 0 && count > 2) {
        kill_turn(atoi(words[1]), words + 2);
    } else if (strcmp(turn, "killed-by-other") == 0 && count > 2) {
        killed_by_other_turn(atoi(words[1]), words + 2);
    } else if (strcmp(turn, "lines") == 0 && count > 3) {
        lines_turn(atoi(words[1]), words + 3);
    } else if (strcmp(turn, "time") == 0 && count > 1) {
        time_turn(words + 1);
    } else {
        printf("error cannot take the turn %s: it is unknown or lacks arguments\n", turn);
    }
    fflush(stdout);
}

int main(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    children_begin();
    char line[8192];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *words[WORDS + 1] = {NULL};
        int count = 0;
        for (char *word = strtok(line, "\t\n"); word != NULL && count < WORDS; word = strtok(NULL, "\t\n")) {
            words[count++] = word;
        }
        if (count == 0) continue;
        if (strcmp(words[0], "quit") == 0) break;
        answer(words, count);
    }
    children_end();
    return 0;
}
