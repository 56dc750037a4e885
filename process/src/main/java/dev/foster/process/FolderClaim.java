package dev.foster.process;

/**
 * A claim on a folder, which one process at a time can have. It is a lock on the folder itself, not
 * on a file in it: nothing can be deleted or replaced to get a second one, the folder may be read
 * only, and the system takes the claim back when its holder dies. Others than those who ask for the
 * claim do not notice it.
 */
public interface FolderClaim extends AutoCloseable {
    @Override
    void close();
}
