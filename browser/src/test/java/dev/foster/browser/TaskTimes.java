package dev.foster.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;

import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How long a browser's pages were busy with one thing at a time, as Chromium's trace tells it. Time
 * of the processor, not of the clock: a thread that waits for its turn on a crowded machine is
 * counted only while it has it.
 *
 * @param tasks how many there were
 * @param longest processor time of the longest
 */
record TaskTimes(int tasks, Duration longest) {
    /** What a thread does at a time, and little else. */
    private static final String CATEGORY = "toplevel";

    private static final String TASK = "ThreadControllerImpl::RunTask";

    /** One thread of one of the browser's processes. */
    private record Place(long process, long thread) {}

    /** Those of all open pages while something is done with one of them. */
    static TaskTimes during(Page page, Runnable work) {
        Browser browser = Chromium.browser();
        browser.startTracing(
                page, new Browser.StartTracingOptions().setCategories(List.of(CATEGORY)));
        byte[] trace;
        try {
            work.run();
        } finally {
            trace = browser.stopTracing();
        }
        return of(
                Members.of(JsonText.parseObject(trace))
                        .list("traceEvents", event -> Members.of(event)));
    }

    private static TaskTimes of(List<Members> events) {
        Set<Place> pages =
                events.stream()
                        .filter(event -> event.text("name").equals("thread_name"))
                        .filter(
                                event ->
                                        Map.of("name", "CrRendererMain")
                                                .equals(event.inner("args")))
                        .map(TaskTimes::place)
                        .collect(Collectors.toSet());
        List<Long> micros =
                events.stream()
                        .filter(event -> event.text("name").equals(TASK))
                        .filter(event -> pages.contains(place(event)))
                        // One that was begun before the trace, or is not over, has no time.
                        .flatMap(event -> event.optionalNumber("tdur").stream())
                        .toList();
        long longest = micros.stream().mapToLong(Long::longValue).max().orElse(0);
        return new TaskTimes(micros.size(), Duration.ofNanos(longest * 1000));
    }

    private static Place place(Members event) {
        return new Place(event.number("pid"), event.number("tid"));
    }
}
