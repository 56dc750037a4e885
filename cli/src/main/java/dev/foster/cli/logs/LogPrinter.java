package dev.foster.cli.logs;

import dev.foster.cli.Invocation;
import dev.foster.cli.LineTimes;
import dev.foster.cli.Paint;
import dev.foster.cli.TerminalText;
import dev.foster.control.LogLineView;
import dev.foster.json.JsonText;

import java.util.List;

/** Prints log lines, each with its time and its name, in a colour of its own on a terminal. */
public final class LogPrinter {
    private final Invocation invocation;
    private final Paint paint;
    private final List<String> names;
    private final boolean json;
    private int width;

    public LogPrinter(Invocation invocation, List<String> names, boolean json) {
        this.invocation = invocation;
        this.paint = new Paint(invocation.colour());
        this.names = names;
        this.json = json;
        this.width = names.stream().mapToInt(String::length).max().orElse(0);
    }

    public void print(LogLineView line) {
        if (json) {
            invocation.out().println(JsonText.write(line.toJson()));
            return;
        }
        String name = line.process();
        width = Math.max(width, name.length());
        boolean remark = line.stream().equals(LogLineView.FOSTER);
        String head =
                LineTimes.time(line.at())
                        + " "
                        + name
                        + " ".repeat(width - name.length())
                        + (remark ? " * " : " | ");
        String said =
                line.stream().equals(LogLineView.ERR) ? HclogLine.plain(line.text()) : line.text();
        String text = invocation.terminal() ? TerminalText.line(said) : said;
        invocation
                .out()
                .println(
                        paint.ofProcess(names.indexOf(name), head)
                                + (remark ? paint.faint(text) : text));
    }

    /** Lines were left out because the output was not taken fast enough. */
    public void gap(long lines) {
        invocation
                .err()
                .println(
                        "foster: "
                                + lines
                                + " lines left out: they came faster than they were read");
    }

    /** Whether nobody reads any more. */
    public boolean broken() {
        return invocation.out().checkError();
    }
}
