package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RpcProblem;

import java.time.Duration;

/** What the rules of a lane's child can ask for. */
sealed interface LaneEffect {

    /** Start a child, greet it, and say which came of it. */
    record Begin(LaneEvent.Beginning beginning) implements LaneEffect {}

    /** Say {@link LaneEvent.RetryDue} after this time. */
    record Await(Duration delay) implements LaneEffect {}

    /** Give the child to all who wait for it. */
    record Serve(Greeted child) implements LaneEffect {}

    /** All who wait are told that there is none; later ones wait for the next, if one comes. */
    record Refuse(RpcProblem why) implements LaneEffect {}

    /** Tell those who wait, and those who listen for it, that there will be none any more. */
    record GiveUp(RpcProblem why) implements LaneEffect {}

    /** End a child with all it left behind. */
    record End(Greeted child) implements LaneEffect {}

    /** End a child that another has replaced, once it had the time to finish. */
    record Retire(Greeted child) implements LaneEffect {}

    /** Tell that a child ended that should not have. */
    record TellEnded(String how) implements LaneEffect {}

    /** Tell the guests that there is another child. */
    record TellRenewed(Greeted child) implements LaneEffect {}
}
