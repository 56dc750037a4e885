package dev.foster.bench.watch;

import dev.foster.bench.supervise.Pm2;
import dev.foster.bench.supervise.Stack;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Asks pm2 through its library, in a Node.js process that stays: its command starts one each time.
 */
final class AskPm2 implements Asking {
    private static final String PROGRAM =
            """
            const pm2 = require(process.argv[1]);
            pm2.connect(() => {});
            require('readline').createInterface({input: process.stdin}).on('line', () => pm2.list((problem, list) =>
                console.log(problem ? 'problem ' + problem : list.filter(one => one.monit.memory > 0).length))
            ).on('close', () => process.exit(0));
            """;

    private final Process process;
    private final BufferedReader answers;

    AskPm2(Workshop workshop, Pm2 pm2, Stack stack) throws TrialFailed {
        Path place;
        try {
            // Elsewhere, as it is no part of the supervisor.
            place = workshop.place();
        } catch (IOException failure) {
            throw new TrialFailed("there is no place to ask from: " + failure);
        }
        process =
                workshop.converse(
                        List.of("node", "-e", PROGRAM, pm2.library().toString()),
                        pm2.environment(stack),
                        place);
        answers = process.inputReader();
    }

    @Override
    public int ask() throws TrialFailed {
        try {
            process.outputWriter().write("\n");
            process.outputWriter().flush();
            String answer = answers.readLine();
            if (answer == null || !answer.matches("\\d+")) {
                throw new TrialFailed("it does not answer: " + answer);
            }
            return Integer.parseInt(answer);
        } catch (IOException failure) {
            throw new TrialFailed("it does not answer: " + failure);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
