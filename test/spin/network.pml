/*
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * The network: a packet under way may arrive before any other, be lost, trimmed, marked or copied.
 */

proctype Network()
{
    mtype kind;
    byte psn, held_, ev, stamp, ghost, index;
    bit asks, marked;

end:
    do
    /* a packet is lost */
    :: atomic
    {
        TURN_OF_OTHERS && losses > 0 && len(forward) > 0 ->
        losses--;
        choose(forward, index);
        d_step { takeForward(index); forget() }
    }
    :: atomic
    {
        TURN_OF_OTHERS && losses > 0 && len(backward) > 0 ->
        losses--;
        choose(backward, index);
        d_step { takeBackward(index); forget() }
    }
    :: atomic
    {
        TURN_OF_OTHERS && losses > 0 && len(probes) > 0 ->
        losses--;
        choose(probes, index);
        d_step
        {
            takeProbe(index);
            /* answers to it and to earlier ones prove nothing any more */
            proven[ev] = proven[ev] & ~((2 << psn) - 1);
            forget()
        }
    }

    /* arrives twice */
    :: atomic
    {
        TURN_OF_OTHERS && copies > 0 && len(forward) > 0 ->
        copies--;
        choose(forward, index);
        d_step
        {
            takeForward(index);
            forward!!kind, psn, ev, stamp, asks, marked, ghost;
            forward!!kind, psn, ev, stamp, asks, marked, ghost;
            forget()
        }
    }
    :: atomic
    {
        TURN_OF_OTHERS && copies > 0 && len(backward) > 0 && nfull(backward) ->
        copies--;
        choose(backward, index);
        d_step
        {
            takeBackward(index);
            backward!!kind, psn, held_, ev, stamp, marked;
            backward!!kind, psn, held_, ev, stamp, marked;
            forget()
        }
    }
    :: atomic
    {
        TURN_OF_OTHERS && copies > 0 && len(probes) > 0 ->
        copies--;
        choose(probes, index);
        d_step { takeProbe(index); probes!!ev, psn; probes!!ev, psn; forget() }
    }

    /* is trimmed, on the last hop or before */
    :: atomic
    {
        TURN_OF_OTHERS && trims > 0 && len(forward) > 0 ->
        trims--;
        choose(forward, index);
        if
        :: marked = 0
        :: lastHop -> marked = 1
        fi;
        d_step
        {
            held_ = marked;
            takeForward(index);
            if
            :: kind == DATA -> forward!!TRIMMED, psn, ev, stamp, asks, held_, ghost
            :: else -> forward!!kind, psn, ev, stamp, asks, marked, ghost
            fi;
            forget()
        }
    }

    /* is marked */
    :: atomic
    {
        TURN_OF_OTHERS && marks > 0 && len(forward) > 0 ->
        marks--;
        choose(forward, index);
        d_step
        {
            takeForward(index);
            if
            :: kind == TRIMMED -> skip
            :: else -> marked = 1
            fi;
            forward!!kind, psn, ev, stamp, asks, marked, ghost;
            forget()
        }
    }

    /* Claim: when nothing can happen any more, all is complete at both ends. */
    :: timeout ->
        CHECK(NOT_STUCK, ALL_DONE && delivered == MESSAGES && lost == 0 && flying == 0);
        break
    od
}
