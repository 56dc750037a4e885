package dev.foster.bench.mcp;

import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Nothing in between: the client starts the server and speaks with it. */
record Directly(List<String> server) implements Way {
    static final String NAME = "directly";

    Directly {
        server = List.copyOf(server);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String version() {
        return "";
    }

    @Override
    public Optional<String> missing() {
        return Optional.empty();
    }

    @Override
    public Opened open(Workshop workshop) throws TrialFailed {
        try {
            return new Place(workshop, workshop.place(), server);
        } catch (IOException failure) {
            throw new TrialFailed("there is no place: " + failure.getMessage());
        }
    }

    private record Place(Workshop workshop, Path place, List<String> server) implements Opened {
        @Override
        public Conversation converse() throws TrialFailed {
            return new DirectTalk(workshop, place, server);
        }

        @Override
        public double processorSeconds() {
            return 0;
        }

        @Override
        public void close() {
            workshop.clear(place);
        }
    }
}
