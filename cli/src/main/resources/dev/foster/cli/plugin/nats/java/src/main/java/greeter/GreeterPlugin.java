package greeter;

import dev.foster.sdk.bus.Bus;
import dev.foster.sdk.bus.CommandRequest;
import dev.foster.sdk.bus.MessagePlugin;

import java.util.Optional;

/** Greets whoever asks. */
public final class GreeterPlugin implements MessagePlugin {

    @Override
    public void initialize(Bus bus) {
        bus.command("foster.command.{{id}}.hello", this::hello);
    }

    String hello(CommandRequest request) {
        String name = request.args().isBlank() ? request.user() : request.args().strip();
        return "Hello, " + name + "!";
    }

    @Override
    public Optional<String> version() {
        return Optional.of("0.1.0");
    }
}
