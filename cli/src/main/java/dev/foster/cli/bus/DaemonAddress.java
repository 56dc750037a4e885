package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.Invocation;
import dev.foster.control.BusView;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;

import java.util.Optional;

/** The bus of the project that runs here, which its daemon tells of. */
final class DaemonAddress implements BusAddress {
    @Override
    public Optional<BusTarget> find(Invocation invocation, Arguments arguments) {
        BusView bus;
        try {
            bus = ChosenProject.client(invocation, arguments, "bus").bus();
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
                        bus.credentials().map(invocation.directory()::resolve),
                        bus.authority().map(invocation.directory()::resolve),
                        bus.traffic()));
    }
}
