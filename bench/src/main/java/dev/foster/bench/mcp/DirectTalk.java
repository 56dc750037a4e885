package dev.foster.bench.mcp;

import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server that is spoken with on its own standard input and output, without anything between. */
final class DirectTalk implements Conversation {
    private final Process process;
    private final BufferedReader in;
    private final OutputStream out;
    private final long opened;
    private long last;

    DirectTalk(Workshop workshop, Path place, List<String> command) throws TrialFailed {
        long begun = System.nanoTime();
        process = workshop.converse(command, Map.of(), place);
        in = process.inputReader(StandardCharsets.UTF_8);
        out = process.getOutputStream();
        try {
            exchange(Question.initialize(), 0);
            opened = System.nanoTime() - begun;
            write(Question.INITIALIZED);
        } catch (IOException failure) {
            close();
            throw new TrialFailed("a server does not answer: " + failure.getMessage());
        }
    }

    @Override
    public long opened() {
        return opened;
    }

    @Override
    public long ask(Question question) throws TrialFailed {
        long id = ++last;
        String message = question.legacy(id);
        try {
            long begun = System.nanoTime();
            String answer = exchange(message, id);
            long took = System.nanoTime() - begun;
            if (!answer.contains(question.sign())) {
                throw new TrialFailed("a call was not answered: " + answer);
            }
            return took;
        } catch (IOException failure) {
            throw new TrialFailed("a server does not answer: " + failure.getMessage());
        }
    }

    private String exchange(String message, long id) throws IOException {
        write(message);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (Question.answers(line, id)) {
                return line;
            }
        }
        throw new IOException("it ended");
    }

    private void write(String message) throws IOException {
        out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
