package dev.foster.cli.logs;

import dev.foster.cli.Caller;
import dev.foster.cli.Paint;
import dev.foster.cli.Safe;
import dev.foster.cli.Times;
import dev.foster.control.LogLineView;
import dev.foster.json.JsonText;

import java.util.List;

/** Prints log lines, each with its time and its name, in a colour of its own on a terminal. */
public final class LogPrinter {
    private final Caller caller;
    private final Paint paint;
    private final List<String> names;
    private final boolean json;
    private int width;

    public LogPrinter(Caller caller, List<String> names, boolean json) {
        this.caller = caller;
        this.paint = new Paint(caller.colour());
        this.names = names;
        this.json = json;
        this.width = names.stream().mapToInt(String::length).max().orElse(0);
    }

    public void print(LogLineView line) {
        if (json) {
            caller.out().println(JsonText.write(line.toJson()));
            return;
        }
        String name = line.process();
        width = Math.max(width, name.length());
        boolean remark = line.stream().equals(LogLineView.FOSTER);
        String head =
                Times.time(line.at())
                        + " "
                        + name
                        + " ".repeat(width - name.length())
                        + (remark ? " * " : " | ");
        String said =
                line.stream().equals(LogLineView.ERR) ? HclogLine.plain(line.text()) : line.text();
        String text = caller.terminal() ? Safe.line(said) : said;
        caller.out()
                .println(
                        paint.ofProcess(names.indexOf(name), head)
                                + (remark ? paint.faint(text) : text));
    }

    /** Lines were left out because the output was not taken fast enough. */
    public void gap(long lines) {
        caller.err()
                .println(
                        "foster: "
                                + lines
                                + " lines left out: they came faster than they were read");
    }

    /** Whether nobody reads any more. */
    public boolean broken() {
        return caller.out().checkError();
    }
}
