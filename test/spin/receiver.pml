/*
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * The responder: mrc-receiver, mrc-received-set, mrc-ack-scheduler, mrc-message-ends.
 */

/* AckScheduler */
byte credit = 0;

byte delivered = 0; /* messages */
SET stash = 0;     /* MessageEnds: bit m, the last packet of message m waits for earlier ones */

/* FillSack; its ghost of all that is held stands for ooo_count, and the bitmap is cut out of it */
inline sendSack(kind, ev, stamp, marked)
{
    credit = 0;
    backward!!kind, PSN_OF(expected - 1), held, ev, stamp, marked
}

inline sendTransportAck()
{
    backward!!TRANSPORT_ACK, delivered, 0, 0, 0, 0
}

/* Place, for a packet that Insert accepted */
inline place(s, ghost)
{
    CHECK(PLACED_ONCE, s == ghost && !((placed >> ghost) & 1));
    placed = placed | (1 << ghost);
    do
    :: index < MESSAGES ->
        if
        :: s == END_OF(index) - 1 -> stash = stash | (1 << index)
        :: else
        fi;
        index++
    :: else -> break
    od;
    index = 0;
    deliver = 0;
    do
    :: delivered < MESSAGES && ((stash >> delivered) & 1) &&
       (END_OF(delivered) <= expected || bug == EARLY_COMPLETION) ->
        CHECK(COMPLETE_AFTER_DATA, ALL_BEFORE(END_OF(delivered)));
        stash = stash & ~(1 << delivered);
        delivered++;
        deliver = 1
    :: else -> break
    od
}

/* ReceivedSet::Insert: verdict */
inline insert(s)
{
    if
    :: s < expected -> verdict = 0
    :: s > expected && s < expected + WINDOW && ((held >> (s - expected)) & 1) ->
        verdict = (bug == PLACE_AGAIN -> 1 : 0)
    :: s >= expected + WINDOW -> verdict = 2
    :: s > expected && s < expected + WINDOW && !((held >> (s - expected)) & 1) ->
        held = held | (1 << (s - expected));
        verdict = 1
    :: s == expected ->
        held = held | 1;
        do
        :: held & 1 -> held = held >> 1; expected++
        :: else -> break
        od;
        verdict = 1
    fi
}

/* DataReceiver::OnWrite and ReplyQueue::OnProbe: a packet that has come */
inline takePacket()
{
    s = SEQUENCE_OF(psn, expected);
    if
    :: kind == PROBE ->
        sendSack(PROBE_SACK, ev, stamp, marked);
        deliver = delivered != 0
    :: kind == TRIMMED && HOLDS(s) -> sendSack(SACK, ev, stamp, 0)
    :: kind == TRIMMED && !HOLDS(s) -> backward!!NACK, psn, 0, ev, stamp, marked
    :: kind == DATA ->
        insert(s);
        if
        :: verdict == 1 ->
            place(s, ghost);
            credit++;
            if
            :: credit >= THRESHOLD || asks || marked -> sendSack(SACK, ev, stamp, marked)
            :: else
            fi
        :: verdict == 0 ->
            sendSack(SACK, ev, stamp, marked);
            deliver = delivered != 0
        :: verdict == 2 -> CHECK(IN_WINDOW, false)
        fi
    fi;
    if
    :: deliver -> sendTransportAck()
    :: else
    fi
}

proctype Receiver()
{
    mtype kind;
    byte psn, ev, stamp, ghost, index, count;
    bit asks, marked, deliver;
    byte verdict; /* 0 duplicate, 1 accepted, 2 out of window */
    short s;

end:
    do
    :: atomic
    {
        TURN_OF_OTHERS && len(forward) > 0 && len(backward) + 2 <= ANSWERS ->
        choose(forward, index);
        d_step
        {
            takeForward(index);
            index = 0;
            takePacket();
            kind = 0; psn = 0; ev = 0; stamp = 0; ghost = 0; count = 0; index = 0;
            asks = 0; marked = 0; deliver = 0; verdict = 0; s = 0
        }
    }
    od
}
