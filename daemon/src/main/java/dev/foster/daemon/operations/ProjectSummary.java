package dev.foster.daemon.operations;

import dev.foster.control.ProjectView;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.log.LogStore;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.report.ProcessStatus;

import java.util.ArrayList;
import java.util.List;

/** How a project as a whole is seen. */
final class ProjectSummary {
    private final StackOperations.About about;
    private final Supervisor supervisor;
    private final Journal journal;
    private final LogStore logs;
    private final Reports reports;

    ProjectSummary(
            StackOperations.About about,
            Supervisor supervisor,
            Journal journal,
            LogStore logs,
            Reports reports) {
        this.about = about;
        this.supervisor = supervisor;
        this.journal = journal;
        this.logs = logs;
        this.reports = reports;
    }

    ProjectView of(Project project, boolean stopping, boolean bus) {
        List<ProcessStatus> states = supervisor.states();
        var problems = new ArrayList<>(logs.problems());
        problems.addAll(reports.troubles());
        problems.addAll(reports.health().problems());
        return new ProjectView(
                project.name(),
                project.directory().toString(),
                project.files().stream().map(Object::toString).toList(),
                about.pid(),
                about.version(),
                about.startedAt(),
                about.engine(),
                stopping,
                states.size(),
                (int) states.stream().filter(ProcessStatus::ready).count(),
                journal.lastId(),
                problems,
                project.screen(),
                bus);
    }
}
