package dev.foster.daemon.follow;

/** A follower's place; closing it ends the calls to the follower. */
public interface FollowHandle extends AutoCloseable {

    /** Returns at once, may be called twice and from any thread, also from within the follower. */
    @Override
    void close();
}
