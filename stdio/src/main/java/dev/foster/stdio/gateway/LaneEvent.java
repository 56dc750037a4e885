package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RpcProblem;

import java.util.Map;

/** What happens to the child of a lane, or is wanted of it. */
sealed interface LaneEvent {

    /** Somebody needs it. */
    record Needed() implements LaneEvent {}

    /** A child that was begun has been greeted. */
    record Arrived(Greeted child, Beginning beginning) implements LaneEvent {}

    /** A child that was begun could not be started, or did not answer the greeting. */
    record NotStarted(RpcProblem why, Beginning beginning) implements LaneEvent {}

    /** A child that was greeted has ended. */
    record Ended(Greeted child, String how) implements LaneEvent {}

    /** A wait may be over. */
    record RetryDue() implements LaneEvent {}

    /** Its client has other variables now. */
    record Renewed(Map<String, String> environment) implements LaneEvent {}

    /** Nobody needs it any more. */
    record Closed() implements LaneEvent {}

    /**
     * What was begun.
     *
     * @param environment the variables it gets
     * @param beside whether it is to take the place of one that is there
     */
    record Beginning(Map<String, String> environment, boolean beside) {}
}
