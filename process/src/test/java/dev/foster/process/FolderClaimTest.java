package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;

/** One at a time has a claim on a folder, whatever becomes of what is in it. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class FolderClaimTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir private Path folder;

    @Test
    void oneAtATimeHasItWhateverIsDeletedAndUnderWhateverName() throws IOException {
        Path claimed = Files.createDirectory(folder.resolve("project"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), claimed);
        ProcessEngine.claim(claimed).orElseThrow().close();
        Leaks before = Leaks.snapshot();
        try (FolderClaim claim = ProcessEngine.claim(claimed).orElseThrow()) {
            Files.delete(Files.createFile(claimed.resolve("file")));
            assertThat(ProcessEngine.claim(claimed)).isEmpty();
            assertThat(ProcessEngine.claim(link)).isEmpty();
            Path moved = Files.move(claimed, folder.resolve("moved"));
            assertThat(ProcessEngine.claim(moved)).isEmpty();
            assertThat(claim).isNotNull();
        }
        ProcessEngine.claim(folder.resolve("moved")).orElseThrow().close();
        before.assertNothingLeft();
    }

    @Test
    void aFolderThatMayOnlyBeReadCanBeClaimed() throws IOException {
        Path closed =
                Files.createDirectory(
                        folder.resolve("closed"),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("r-xr-xr-x")));
        ProcessEngine.claim(closed).orElseThrow().close();
        assertThatThrownBy(() -> ProcessEngine.claim(folder.resolve("missing")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void whoIsKilledHasItNoMoreAndChildrenNeverHaveIt() throws Exception {
        Process holder =
                new ProcessBuilder(
                                "python3",
                                "-c",
                                "import fcntl,os,sys,time\n"
                                        + "f=os.open(sys.argv[1],os.O_RDONLY)\n"
                                        + "fcntl.flock(f,fcntl.LOCK_EX)\n"
                                        + "print('has it',flush=True)\n"
                                        + "time.sleep(1000)",
                                folder.toString())
                        .start();
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("has it");
            assertThat(ProcessEngine.claim(folder)).isEmpty();
        } finally {
            holder.destroyForcibly().waitFor();
        }
        FolderClaim claim =
                Eventually.get(SOON, "it is free", this::take, Optional::isPresent).orElseThrow();
        try (ProcessEngine engine = ProcessEngine.start()) {
            var _ = engine.spawn(ChildSpec.of("sleep", "1000"));
            claim.close();
            ProcessEngine.claim(folder).orElseThrow().close();
        }
    }

    private Optional<FolderClaim> take() {
        try {
            return ProcessEngine.claim(folder);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
