package dev.foster.process.internal.linux;

/** What the processes of a tree use together, other than processor time. */
final class TreeSum {
    int processes;
    int threads;
    int files;
    int mostFiles;
    long residentBytes;
    long readBytes;
    long writtenBytes;

    private long goneRead;
    private long goneWritten;
    private long read;
    private long written;

    void clear() {
        processes = 0;
        threads = 0;
        files = 0;
        mostFiles = 0;
        residentBytes = 0;
        read = goneRead;
        written = goneWritten;
    }

    void add(SeenProcess process) {
        if (!process.zombie) {
            processes++;
        }
        threads += process.threads;
        files += process.files;
        mostFiles = Math.max(mostFiles, process.files);
        residentBytes += process.residentBytes;
        read += process.readBytes;
        written += process.writtenBytes;
    }

    /** Nobody in the tree waits for this one, which is gone, and so inherits its bytes. */
    void keep(SeenProcess gone) {
        goneRead += gone.readBytes;
        goneWritten += gone.writtenBytes;
    }

    /** What a parent inherits may show a few passes late; till then nothing is taken back. */
    void finish() {
        readBytes = Math.max(readBytes, read);
        writtenBytes = Math.max(writtenBytes, written);
    }
}
