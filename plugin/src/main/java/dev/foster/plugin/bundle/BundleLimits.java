package dev.foster.plugin.bundle;

/**
 * How much an archive may become when it is unpacked.
 *
 * @param bytes all files together
 * @param entries files, folders and links together
 * @param ratio how many times larger than the archive; looked at only past 16 MiB, because small
 *     files of repeated text are harmless
 * @param depth folders inside folders
 */
public record BundleLimits(long bytes, int entries, int ratio, int depth) {
    public BundleLimits {
        if (bytes < 1 || entries < 1 || ratio < 1 || depth < 1) {
            throw new IllegalArgumentException(
                    "cannot limit a bundle to less than one of each; give larger limits");
        }
    }

    /** 1 GiB, 50,000 entries, 100 times the archive, 40 folders deep. */
    public static BundleLimits defaults() {
        return new BundleLimits(1L << 30, 50_000, 100, 40);
    }

    public BundleLimits bytes(long wanted) {
        return new BundleLimits(wanted, entries, ratio, depth);
    }

    public BundleLimits entries(int wanted) {
        return new BundleLimits(bytes, wanted, ratio, depth);
    }

    public BundleLimits ratio(int wanted) {
        return new BundleLimits(bytes, entries, wanted, depth);
    }

    public BundleLimits depth(int wanted) {
        return new BundleLimits(bytes, entries, ratio, wanted);
    }
}
