package dev.foster.daemon.api;

import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.daemon.follow.LogPage;
import dev.foster.http.Headers;
import dev.foster.http.HttpResponse;
import dev.foster.http.StreamBody;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Log lines as a text file to keep: everything of a query that was said by now. */
final class LogText {
    private final Operations operations;
    private final LogQuery query;
    private final boolean single;

    LogText(Operations operations, LogQuery query) {
        this.operations = operations;
        this.query = query;
        this.single = query.names().size() == 1;
    }

    HttpResponse answer() {
        // Names of processes are plain letters, digits, dots and dashes.
        String file = single ? query.names().getFirst() : "foster";
        return new HttpResponse(
                200,
                Headers.of("content-type", "text/plain; charset=utf-8")
                        .with("content-disposition", "attachment; filename=\"" + file + ".log\"")
                        .with("cache-control", "no-store"),
                new HttpResponse.Streamed(this::write));
    }

    private void write(StreamBody.Stream stream) throws IOException {
        Instant now = Instant.now();
        LogQuery rest = query;
        List<LogLineView> page;
        do {
            page = operations.logs(rest, LogPage.LINES);
            stream.send(text(page).getBytes(StandardCharsets.UTF_8));
            rest = page.isEmpty() ? rest : query.behind(page.getLast().cursor());
            // Behind the last page of a busy log there is always one more.
        } while (LogPage.isFull(page) && !page.getLast().at().isAfter(now));
    }

    private String text(List<LogLineView> lines) {
        var text = new StringBuilder();
        for (LogLineView line : lines) {
            text.append(line.at()).append(' ');
            if (!single) {
                text.append(line.process()).append(' ');
            }
            text.append(line.stream()).append(' ').append(line.text()).append('\n');
        }
        return text.toString();
    }
}
