/*
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * The requestor: mrc-sender, mrc-flight, mrc-sent-packets, mrc-loss-detector, mrc-message-queue,
 * mrc-ack-timers.
 */

#define FRESH 0 /* not sent yet */
#define IN_FLIGHT 1
#define LOST 2
#define ACKED 3

/* SentPackets */
byte base = 0;
byte next = 0;
byte status[PACKETS];
byte sentOn[PACKETS]; /* EV of the latest transmission */
byte sentAs[PACKETS]; /* number of that transmission, which stands for its time */
bit again[PACKETS];   /* the latest transmission was not the first */

byte heardBase = 0;     /* Flight: of the newest SACK */
byte heardAhead = 0;
byte transmissions = 0; /* so far: data and probes */
byte lost = 0;          /* packets lost and not yet sent again */
byte flying = 0;        /* packets in flight, as congestion control counts them */
byte completed = 0;     /* messages */

#ifndef REPLAY
#define BEGUN ((next > 0 -> 1 : 0) + (next > FIRST_SIZE -> 1 : 0))
#define SENT_WHOLE ((next >= END_OF(0) -> 1 : 0) + (next >= END_OF(1) -> 1 : 0))
#endif
#define ALL_DONE (completed == MESSAGES)

/* Claim: the window knows exactly what is in flight. */
inline checkFlight()
{
    sIndex = 0;
    sCount = 0;
    do
    :: sIndex < PACKETS ->
        if
        :: status[sIndex] == IN_FLIGHT -> sCount++
        :: else
        fi;
        sIndex++
    :: else -> break
    od;
    CHECK(IN_FLIGHT_EXACT, sCount == flying);
    sIndex = 0;
    sCount = 0
}

/* SentPackets::Acknowledge, for one packet; its record is forgotten */
inline acknowledge(s)
{
    if
    :: status[s] != ACKED ->
        CHECK(ACKED_IS_HELD, (placed >> s) & 1);
        if
        :: status[s] == IN_FLIGHT -> flying--
        :: status[s] == LOST -> lost--
        :: else
        fi;
        status[s] = ACKED; sentOn[s] = 0; sentAs[s] = 0; again[s] = 0
    :: else
    fi
}

inline slideBase()
{
    do
    :: base < next && status[base] == ACKED -> base++
    :: else -> break
    od
}

inline acknowledgeBefore(end)
{
    do
    :: base < end -> acknowledge(base); base++
    :: else -> break
    od;
    slideBase()
}

/* PacketFates::Lose and Trim: the packet leaves the flight */
inline markLost(s)
{
    status[s] = LOST;
    lost++;
    if
    :: bug != KEEP_BYTES -> flying--
    :: else
    fi
}

/* PacketFates::LosePlanes */
inline losePlane(plane)
{
    sIndex = base;
    do
    :: sIndex < next ->
        if
        :: status[sIndex] == IN_FLIGHT && PLANE_OF(sentOn[sIndex]) == plane -> markLost(sIndex)
        :: else
        fi;
        sIndex++
    :: else -> break
    od;
    sIndex = 0
}

#ifndef REPLAY
/* ReceivedSet::BitmapBase: the bitmap begins at cack + sBitmap, so that it shows the newest arrivals */
inline findBitmap()
{
    if
    :: held_ & 8 -> sBitmap = 4 - BITMAP + 1
    :: !(held_ & 8) && (held_ & 4) -> sBitmap = 3 - BITMAP + 1
    :: else -> sBitmap = 1
    fi
}
#endif

/* SackReader::OnSack, but for FindLosses */
inline takeSack()
{
    acknowledgeBefore(cack + 1);
    sIndex = 0;
    do
    :: sIndex < BITMAP ->
        if
        :: ((held_ >> (sBitmap - 1 + sIndex)) & 1) &&
           cack + sBitmap + sIndex >= base && cack + sBitmap + sIndex < next ->
            acknowledge(cack + (bug == FIXED_BITMAP -> 1 : sBitmap) + sIndex)
        :: else
        fi;
        sIndex++
    :: else -> break
    od;
    slideBase();
    sIndex = 0;
    if
    :: marked -> onPathCongestion(ev)
    :: else
    fi
}

/* packets above base that are acknowledged, and packets that the SACK says are held: equal? */
inline findAllKnown()
{
    sIndex = base;
    do
    :: sIndex < next ->
        if
        :: status[sIndex] == ACKED -> sCount++
        :: else
        fi;
        sIndex++
    :: else -> break
    od;
    sIndex = 1;
    count = 0;
    do
    :: sIndex < WINDOW -> count = count + ((held_ >> sIndex) & 1); sIndex++
    :: else -> break
    od;
    allKnown = (sCount == count || bug == TRUST_BITMAP);
    sCount = count;
    count = 0;
    if
    :: base == heardBase && sCount < heardAhead && bug != OLDER_SACK -> kind = NACK
    :: else -> heardBase = base; heardAhead = sCount
    fi;
    sCount = 0
}

/*
 * LossFinder::FindLosses: is sIndex lost? The rules of JudgeMissing ask whether the trigger was
 * sent later, and by how much or how many packets arrived in between. Here any answer to the second
 * part is possible. A probe is sent late enough by its timer. To take for lost what is under way or has
 * arrived is a mistake, of which there may be a few.
 */
#ifndef REPLAY
#define STOPS(s) (!again[s])
#define GONE(s) (!HOLDS(s) && !(forward??[_, _, _, eval(sentAs[s]), _, _, _]))
#endif

inline findLosses()
{
    sIndex = base;
    do
    :: sIndex >= next || !(allKnown || sIndex < cack + sBitmap + BITMAP) -> break
    :: sIndex < next && (allKnown || sIndex < cack + sBitmap + BITMAP) ->
        if
        :: status[sIndex] != IN_FLIGHT ||
           (!allKnown && sIndex != base && sIndex < cack + sBitmap) -> sIndex++
        :: else ->
            CHECK(FOUND_MISSING,
                stamp <= sentAs[sIndex] || !((held_ >> (sIndex - cack - 1)) & 1));
            if
            :: stamp > sentAs[sIndex] && (GONE(sIndex) || mistakes > 0) ->
                if
                :: GONE(sIndex)
                :: else -> mistakes--
                fi;
                markLost(sIndex);
                blame(sentOn[sIndex]);
                sIndex++
            :: kind == SACK || stamp <= sentAs[sIndex] || !GONE(sIndex) ->
                if
                :: STOPS(sIndex) -> break /* those above it were sent later still */
                :: else -> sIndex++
                fi
            fi
        fi
    od;
    sIndex = 0
}

/* SenderAnswers::OnNack */
inline takeNack()
{
    sIndex = SEQUENCE_OF(psn, base);
    if
    :: !marked -> onPathCongestion(ev) /* not on the last hop */
    :: else
    fi;
    if
    :: sIndex >= base && sIndex < next &&
       (bug == ANY_NACK || (status[sIndex] == IN_FLIGHT && sentOn[sIndex] == ev &&
                            sentAs[sIndex] == stamp)) -> markLost(sIndex)
    :: else /* the NACK speaks of an earlier transmission */
    fi;
    sIndex = 0
}

/* SenderAnswers::OnTransportAck */
inline takeTransportAck()
{
    if
    :: psn > completed && psn <= SENT_WHOLE ->
        do
        :: completed < psn ->
            CHECK(COMPLETE_AFTER_DATA, ALL_BEFORE(END_OF(completed)));
            acknowledgeBefore(END_OF(completed));
            completed++
        :: else -> break
        od
    :: else
    fi
}

/* SenderAnswers::OnAnswer, but for FindLosses */
inline takeAnswer()
{
    if
    :: kind == NACK -> takeNack()
    :: kind == TRANSPORT_ACK -> takeTransportAck()
    :: kind == SACK || kind == PROBE_SACK ->
        cack = SEQUENCE_OF(psn, base);
        if
        :: cack + 1 > next -> kind = NACK /* acknowledges what was never sent */
        :: else ->
            findBitmap();
            takeSack();
            if
            :: flying != 0 && base == cack + 1 -> findAllKnown()
            :: else -> kind = NACK /* only the newest SACK proves a packet missing */
            fi
        fi
    fi
}

/* SenderTimeouts::Timeout */
inline blameOldest()
{
    sIndex = base;
    do
    :: sIndex < next && status[sIndex] != IN_FLIGHT -> sIndex++
    :: else -> break
    od;
    if
    :: sIndex < next -> markLost(sIndex); blame(sentOn[sIndex])
    :: else
    fi;
    sIndex = 0
}

/* Stamp: onto the wire; whether the packet asks for a SACK is WantsAck's, or that it is sent again */
inline transmit(s)
{
    sentOn[s] = chosen;
    sentAs[s] = transmissions;
    status[s] = IN_FLIGHT;
    flying++;
    CHECK(IN_WINDOW, s < expected + WINDOW);
    forward!!DATA, PSN_OF(s), chosen, transmissions,
        (again[s] || (next == PACKETS && lost == 0) || flying >= WINDOW || next - base >= WINDOW), 0, s;
    transmissions++;
    CHECK(NOT_STUCK, transmissions < ENOUGH);
    chosen = 0
}

#define PSNS_LEFT (next - base < (bug == WIDE_WINDOW -> WINDOW + 1 : WINDOW))
#define HAS_PATH \
    (((localUp & 1) && usable[0] != 0) || ((localUp & 2) && usable[1] != 0))
#define MAY_RESEND (lost != 0 && flying < WINDOW && HAS_PATH)
#define MAY_SEND_NEW (lost == 0 && next < PACKETS && PSNS_LEFT && flying < WINDOW && HAS_PATH)

/* A timer expires when nothing else can happen; MISTAKES times, before. */
#define QUIET (len(forward) == 0 && len(backward) == 0 && !MAY_RESEND && !MAY_SEND_NEW)
#define TIMER_MAY (QUIET || mistakes > 0)

inline countMistake()
{
    if
    :: !QUIET -> mistakes--
    :: else
    fi
}

/* If eager, what may be sent is sent before anything else happens: ports are never busy. */
#define TURN_OF_OTHERS (!eager || (!MAY_RESEND && !MAY_SEND_NEW))

proctype Sender()
{
    mtype kind;
    byte psn, ev, stamp, index, count;
    SET held_;
    bit marked, allKnown;
    short cack, sIndex, sBitmap, sCount;

end:
    do
    /* Resend: the oldest lost packet */
    :: atomic
    {
        MAY_RESEND ->
        d_step
        {
            sIndex = base;
            do
            :: status[sIndex] != LOST -> sIndex++
            :: else -> break
            od
        }
        nextOtherEv(sentOn[sIndex]);
        d_step
        {
            checkChosen();
            again[sIndex] = 1;
            lost--;
            transmit(sIndex);
            sIndex = 0
        }
    }

    /* SendNew */
    :: atomic
    {
        MAY_SEND_NEW ->
        nextEv();
        d_step
        {
            checkChosen();
            next++;
            sIndex = next - 1;
            transmit(sIndex);
            sIndex = 0
        }
    }

    /* OnAnswer */
    :: atomic
    {
        len(backward) > 0 && TURN_OF_OTHERS ->
        choose(backward, index);
        d_step
        {
            takeBackward(index);
            index = 0;
            takeAnswer()
        }
        if
        :: kind == SACK || kind == PROBE_SACK -> findLosses()
        :: else
        fi;
        d_step
        {
            checkFlight();
            kind = 0; psn = 0; held_ = 0; ev = 0; stamp = 0; marked = 0; allKnown = 0;
            cack = 0; sBitmap = 0
        }
    }

    /* TakeProbe: the reliability probe of the tail timer */
    :: atomic
    {
        BEGUN > completed && TIMER_MAY && HAS_PATH && bug != NO_PROBE ->
        countMistake();
        nextEv();
        d_step
        {
            checkChosen();
            forward!!PROBE, 0, chosen, transmissions, 1, 0, 0;
            transmissions++;
            chosen = 0
        }
    }

    /* Timeout: the local ACK timeout blames the oldest packet in flight */
    :: atomic
    {
        BEGUN > completed && flying != 0 && TIMER_MAY ->
        d_step
        {
            countMistake();
            blameOldest();
            checkFlight()
        }
    }

    /* PortsChanged: a port goes down, and comes up */
    :: atomic
    {
        TURN_OF_OTHERS && flaps > 0 && localUp == 3 && !ALL_DONE ->
        choosePlane(index);
        d_step
        {
            flaps--;
            localUp = localUp & ~(1 << index);
            losePlane(index);
            index = 0;
            checkFlight()
        }
    }
    :: localUp != 3 && TURN_OF_OTHERS -> localUp = 3

    /* EV probes: one falls due */
    :: atomic
    {
        TURN_OF_OTHERS && probesLeft > 0 && !ALL_DONE ->
        choosePatient(index);
        d_step
        {
            if
            :: index < EVS -> probeDue(index)
            :: else
            fi;
            index = 0
        }
    }

    /* and is answered; its way there and back is one step */
    :: atomic
    {
        len(probes) > 0 && TURN_OF_OTHERS ->
        choose(probes, index);
        if
        :: marks > 0 -> marks--; marked = 1
        :: true
        fi;
        d_step
        {
            takeProbe(index);
            onProbeAnswer(ev, psn, marked);
            ev = 0; psn = 0; index = 0; marked = 0
        }
    }
    od
}
