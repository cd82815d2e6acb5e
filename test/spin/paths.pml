/*
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * The EVs of the sender: mrc-path-table, mrc-path-selector, mrc-sprayer, mrc-path-prober.
 *
 * EV e belongs to plane e / PER_PLANE and is the only one of its uplink.
 */

#define GOOD 0
#define SKIP 1
#define ASSUMED_BAD 2
#define NONE 255

#define PLANE_OF(ev) ((ev) / PER_PLANE)
#define IS_USABLE(ev) (state[ev] != ASSUMED_BAD)

/* PathTable: seat p * PER_PLANE + i holds an EV; the first ACTIVE seats of a plane are its rotation */
byte seat[EVS];
byte state[EVS];
byte usable[PLANES] = ACTIVE;

/* Sprayer */
byte lastPlane = PLANES - 1;
byte localUp = 3; /* planes */

bit position[PLANES]; /* of the rotation; used if its order is fixed */

/* PathProber, by EV */
typedef Patient
{
    bit probed;  /* is a patient */
    bit waiting; /* for an answer */
    byte id;
    byte successes
}
Patient patient[EVS];

/* unknown to the sender: which probes since an EV was retired came back, none later being lost */
byte proven[EVS];
bit retired[EVS];

/* scratch, 0 between steps */
byte evIndex, evPlane, evVisited, evCount, evSwap, evOther, evPass, evBench, evFound;
bit evConsumed, evSuspect;
byte chosen;       /* result of nextEv: an EV or NONE */
byte skipsUsed;    /* SKIPs consumed for the packet that is being sent */
byte draws;

inline choosePlane(i)
{
    if
    :: i = 0
    :: i = 1
    fi
}

/* an EV under probation, or EVS */
inline choosePatient(i)
{
    i = 0;
    do
    :: i < EVS && patient[i].probed -> break
    :: i < EVS -> i++
    :: i >= EVS -> break
    od;
    skip
}

inline dealPaths()
{
    d_step
    {
        do
        :: evIndex < EVS -> seat[evIndex] = evIndex; evIndex++
        :: else -> break
        od;
        evIndex = 0
    }
}

/* Claim: each plane rotates as many EVs as it has good ones, up to ACTIVE, and only its own. */
inline checkPlanes()
{
    evPlane = 0;
    do
    :: evPlane < PLANES ->
        evCount = 0;
        evOther = 0;
        evIndex = 0;
        do
        :: evIndex < PER_PLANE ->
            evSwap = seat[evPlane * PER_PLANE + evIndex];
            CHECK(PLANES_EQUAL, PLANE_OF(evSwap) == evPlane);
            if
            :: IS_USABLE(evSwap) && evIndex < ACTIVE -> evCount++
            :: IS_USABLE(evSwap) && evIndex >= ACTIVE -> evOther++
            :: else
            fi;
            evIndex++
        :: else -> break
        od;
        CHECK(PLANES_EQUAL, evCount == usable[evPlane]);
        CHECK(PLANES_EQUAL, evCount == ACTIVE || evOther == 0);
        evPlane++
    :: else -> break
    od;
    evPlane = 0; evCount = 0; evOther = 0; evIndex = 0; evSwap = 0
}

/* PathTable::MayRetire: usable EVs of planes that are up, into evCount; of these must stay */
#define MIN_USABLE ((localUp == 1 || localUp == 2) -> (minGood + 1) / 2 : minGood)

inline countNotBad()
{
    evCount = 0;
    evIndex = 0;
    do
    :: evIndex < EVS ->
        if
        :: IS_USABLE(evIndex) && ((localUp >> PLANE_OF(evIndex)) & 1) -> evCount++
        :: else
        fi;
        evIndex++
    :: else -> break
    od;
    evIndex = 0
}

#ifndef REPLAY
/* is an EV of the same uplink bad? here each has an uplink of its own */
inline suspect()
{
    evSuspect = 0
}
#endif

/* PathTable::Bench: the EV of the reserve that comes next, or NONE. If evPass is 0, only EVs count that
   share no uplink with a bad EV. */
inline nextOfBench()
{
    evFound = NONE;
    do
    :: evFound != NONE || evPass > 1 -> break
    :: evFound == NONE && evPass <= 1 && evBench == PER_PLANE -> evPass++; evBench = ACTIVE
    :: evFound == NONE && evPass <= 1 && evBench < PER_PLANE ->
        evSwap = (bug == OTHER_PLANE -> PLANES - 1 - evOther : evOther) * PER_PLANE + evBench;
        suspect();
        if
        :: IS_USABLE(evSwap) && evPass == evSuspect -> evFound = evSwap
        :: else
        fi;
        evBench++
    :: else
    od
}

/* PathTable::Arrange: each EV in its own seat. Seats of the rotation with EVs that cannot be used get, in
   turn, one of the plane's reserve that can. */
inline arrange(plane)
{
    evOther = plane;
    evIndex = 0;
    do
    :: evIndex < PER_PLANE -> seat[evOther * PER_PLANE + evIndex] = evOther * PER_PLANE + evIndex; evIndex++
    :: else -> break
    od;
    evIndex = 0; evPass = 0; evBench = ACTIVE; usable[evOther] = 0;
    do
    :: evIndex < ACTIVE ->
        if
        :: bug != KEEP_SEAT && !IS_USABLE(evOther * PER_PLANE + evIndex) ->
            nextOfBench();
            if
            :: evFound != NONE ->
                seat[evFound] = seat[evOther * PER_PLANE + evIndex];
                seat[evOther * PER_PLANE + evIndex] = evFound
            :: else
            fi;
            evFound = 0
        :: else
        fi;
        usable[evOther] = usable[evOther] + IS_USABLE(seat[evOther * PER_PLANE + evIndex]);
        evIndex++
    :: else -> break
    od;
    evIndex = 0; evOther = 0; evSwap = 0; evPass = 0; evBench = 0; evSuspect = 0
}

/* PathTable::OnLoss and PathProber::Add */
inline onPathLoss(ev)
{
    if
    :: IS_USABLE(ev) ->
        countNotBad();
        if
        :: evCount <= MIN_USABLE && bug != NO_MIN -> state[ev] = SKIP
        :: else ->
            state[ev] = ASSUMED_BAD;
            arrange(PLANE_OF(ev));
            retired[ev] = 1;
            proven[ev] = 0;
            patient[ev].probed = 1;
            patient[ev].waiting = 0;
            patient[ev].id = 0;
            patient[ev].successes = 0;
            countNotBad();
            CHECK(MIN_ACTIVE, evCount >= MIN_USABLE)
        fi;
        evCount = 0;
        checkPlanes()
    :: else
    fi
}

#ifndef REPLAY
/* PathBlame::Blame */
inline blame(ev)
{
    onPathLoss(ev)
}
#endif

/* PathTable::OnCongestion */
inline onPathCongestion(ev)
{
    if
    :: IS_USABLE(ev) -> state[ev] = SKIP
    :: else
    fi
}

/* PathTable::Resurrect */
inline resurrect(ev, answerMarked)
{
    if
    :: state[ev] == ASSUMED_BAD ->
        state[ev] = (answerMarked -> SKIP : GOOD);
        arrange(PLANE_OF(ev));
        checkPlanes()
    :: else
    fi
}

/* PathSelector::Step. Unless the order is fixed, the rotation may begin anywhere. */
inline beginRotation()
{
    if
    :: fixedOrder -> evIndex = position[evPlane]; position[evPlane] = 1 - position[evPlane]
    :: !fixedOrder -> anySeat()
    fi
}

#ifndef REPLAY
inline anySeat()
{
    if
    :: evIndex = 0
    :: evIndex = 1
    fi
}

inline step()
{
    evIndex = 1 - evIndex;
    if
    :: fixedOrder -> position[evPlane] = 1 - position[evPlane]
    :: else
    fi
}
#endif

#define HERE seat[evPlane * PER_PLANE + evIndex]

/* PathSelector::Next and Search on evPlane: chosen */
inline nextOfPlane()
{
    beginRotation();
    evVisited = 0;
    evConsumed = (draws != 0 && bug != EVERY_DRAW);
    do
    :: state[HERE] == GOOD || (bug == USE_BAD && state[HERE] == ASSUMED_BAD) -> break
    :: state[HERE] == SKIP && evVisited >= 2 * ACTIVE -> state[HERE] = GOOD; break
    :: state[HERE] == SKIP && skipsLapse -> state[HERE] = GOOD; break /* the skip's time is over */
    :: state[HERE] == SKIP && evVisited < 2 * ACTIVE ->
        if
        :: !evConsumed ->
            evConsumed = (bug != ALL_SKIPS);
            skipsUsed++;
            state[HERE] = GOOD
        :: else
        fi;
        step();
        evVisited++
    :: state[HERE] == ASSUMED_BAD && bug != USE_BAD -> step(); evVisited++
    od;
    chosen = HERE;
    evIndex = 0; evVisited = 0; evConsumed = 0
}

#ifndef REPLAY
/* Sprayer::Next: planes take turns, starting behind the one used last; all ports are free */
inline nextEv()
{
    chosen = NONE;
    evCount = 0;
    do
    :: evCount < PLANES ->
        evPlane = (lastPlane + 1 + evCount) % PLANES;
        if
        :: ((localUp >> evPlane) & 1) && usable[evPlane] != 0 ->
            nextOfPlane();
            lastPlane = evPlane;
            break
        :: else -> evCount++
        fi
    :: else -> break
    od;
    evCount = 0; evPlane = 0
}
#endif

/* Sprayer::NextOther: at most three draws for another path than the one that failed */
inline nextOtherEv(avoid)
{
    nextEv();
    draws = 1;
    do
    :: draws < 3 && chosen == avoid -> nextEv(); draws++
    :: else -> break
    od;
    draws = 0
}

/* Claims on the EV that is about to carry a packet. */
inline checkChosen()
{
    CHECK(RETIRED_UNTIL_PROBED, !retired[chosen]);
    CHECK(ONE_SKIP, skipsUsed <= 1);
    skipsUsed = 0
}

/* PathProber::OnResponse, and what Connection does on it */
inline onProbeAnswer(ev, request, answerMarked)
{
    proven[ev] = proven[ev] | (1 << ((request) & 7));
    if
    :: patient[ev].probed &&
       (bug == ANY_ANSWER || (patient[ev].waiting && patient[ev].id == request)) ->
        patient[ev].waiting = 0;
        patient[ev].successes++;
        if
        :: patient[ev].successes >= NEEDED ->
            patient[ev].probed = 0;
            patient[ev].waiting = 0;
            patient[ev].id = 0;
            patient[ev].successes = 0;
            resurrect(ev, answerMarked)
        :: else
        fi
    :: else
    fi;
    /* two answers to different requests */
    if
    :: retired[ev] && (proven[ev] & (proven[ev] - 1)) != 0 -> retired[ev] = 0
    :: else
    fi;
    if
    :: !retired[ev] -> proven[ev] = 0
    :: else
    fi
}

/* PathProber::TakeDue */
inline probeDue(ev)
{
    if
    :: patient[ev].waiting -> patient[ev].successes = 0
    :: else
    fi;
    patient[ev].waiting = (localUp >> PLANE_OF(ev)) & 1;
    patient[ev].id = PROBE_ID; /* m_requests */
    if
    :: patient[ev].waiting -> probes!!ev, PROBE_ID
    :: else
    fi;
    probesLeft--
}
