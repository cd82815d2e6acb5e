/*
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * What is under way: three channels from which any message may be taken.
 *
 * They are kept sorted, so that two histories with the same packets under way are one state. The
 * inlines read and write variables of the process that uses them.
 */

/*
 * From sender to receiver: what, PSN, EV, number of the transmission (for its time stamp). Then whether
 * the packet asks for a SACK (A or rtx), and whether it is marked (trimmed: whether on the last hop).
 * The last part is unknown to the receiver: which packet this is.
 */
chan forward = [CAPACITY] of { mtype, byte, byte, byte, bit, bit, byte };

/*
 * From receiver to sender: what, cack or PSN or MSN, packets held above cack (bit 0: cack + 1). Then EV
 * and transmission echoed, m or whether the trim was on the last hop.
 */
chan backward = [ANSWERS] of { mtype, byte, SET, byte, byte, bit };

/* An EV probe or its answer: EV, request id. */
chan probes = [4] of { byte, byte };

/* scratch of one d_step */
hidden mtype tKind;
hidden byte t1, t2, t3, t4, tCount;
hidden byte t5, t6;

/* any index of a channel that is not empty */
inline choose(channel, i)
{
    i = 0;
    do
    :: i + 1 < len(channel) -> i++
    :: break
    od;
    skip /* nobody may jump into the step that follows */
}

/* take the i-th message into the variables; the others go round */
inline takeForward(i)
{
    tCount = 0;
    do
    :: tCount < i -> forward?tKind, t1, t2, t3, t5, t6, t4; forward!tKind, t1, t2, t3, t5, t6, t4; tCount++
    :: else -> break
    od;
    forward?kind, psn, ev, stamp, asks, marked, ghost;
    tCount = len(forward) - i;
    do
    :: tCount > 0 -> forward?tKind, t1, t2, t3, t5, t6, t4; forward!tKind, t1, t2, t3, t5, t6, t4; tCount--
    :: else -> break
    od
}

inline takeBackward(i)
{
    tCount = 0;
    do
    :: tCount < i -> backward?tKind, t1, t2, t3, t4, t5; backward!tKind, t1, t2, t3, t4, t5; tCount++
    :: else -> break
    od;
    backward?kind, psn, held_, ev, stamp, marked;
    tCount = len(backward) - i;
    do
    :: tCount > 0 -> backward?tKind, t1, t2, t3, t4, t5; backward!tKind, t1, t2, t3, t4, t5; tCount--
    :: else -> break
    od
}

inline takeProbe(i)
{
    tCount = 0;
    do
    :: tCount < i -> probes?t1, t2; probes!t1, t2; tCount++
    :: else -> break
    od;
    probes?ev, psn;
    tCount = len(probes) - i;
    do
    :: tCount > 0 -> probes?t1, t2; probes!t1, t2; tCount--
    :: else -> break
    od
}

inline forget()
{
    kind = 0; psn = 0; held_ = 0; ev = 0; stamp = 0; ghost = 0; index = 0; asks = 0; marked = 0
}
