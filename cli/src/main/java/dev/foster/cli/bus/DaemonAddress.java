package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.Caller;
import dev.foster.cli.Project;
import dev.foster.control.BusView;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;

import java.util.Optional;

/** The bus of the project that runs here, which its daemon tells of. */
final class DaemonAddress implements BusAddress {
    @Override
    public Optional<BusTarget> find(Caller caller, Arguments arguments) {
        BusView bus;
        try {
            bus = Project.client(caller, arguments, "bus").bus();
        } catch (ControlProblem problem) {
            if (problem.code() == ProblemCode.NOT_RUNNING) {
                return Optional.empty();
            }
            throw problem;
        }
        return Optional.of(
                new BusTarget(
                        bus.servers(),
                        bus.user(),
                        bus.password(),
                        bus.token(),
                        bus.credentials().map(caller.directory()::resolve),
                        bus.authority().map(caller.directory()::resolve),
                        bus.traffic()));
    }
}
