/*
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * The model held against the code: a trace has what one connection was told and what it sent, line by line.
 * The rules of the model play the trace back. replay.py writes the lines and says how many EVs there are.
 *
 * Where the model leaves a choice, Spin tries every one. A choice after which bytes in flight or EV states
 * are not those of the code is given up. The model allows a trace if the trace's last line can be reached.
 */

#define REPLAY

#define PSNS 128 /* of 2^24, modulo */
#define FIRST firstPsn
#define PACKETS 31
#define WINDOW 31
#define BITMAP 31
#define THRESHOLD sackThreshold
#define MESSAGES 31
#define CAPACITY 2
#define ANSWERS 16
#define EVS (PLANES * PER_PLANE)
#define NEEDED successes
#define SET int
#define END_OF(message) tails[(message) + receiving * MESSAGES]
#define PROBE_ID eId

hidden byte firstPsn, sackThreshold, successes;
hidden byte tails[2 * MESSAGES]; /* ends of messages: of those sent, then of those received */
hidden byte uplinkOf[EVS];
bit receiving; /* END_OF speaks of messages received, not of those sent */

inline suspect()
{
    c_code { now.evSuspect = replaySuspects(); }
}

/* kinds of lines, in the order of KINDS in replay.py */
#define IS_POST 0
#define IS_WAKE 1
#define IS_PULLED 2
#define IS_PORTS 3
#define IS_SEND_DATA 4
#define IS_SEND_PROBE 5
#define IS_SEND_SACK 6
#define IS_SEND_NACK 7
#define IS_SEND_ACK 8
#define IS_QUESTION 9
#define IS_ANSWER 10
#define IS_SACK 11
#define IS_NACK 12
#define IS_ACK 13
#define IS_DATA 14
#define IS_TRIMMED 15
#define IS_PROBE 16

/* the line that is played: what it is, and its numbers */
short line, length;
byte eKind, ePsn, eEv, eStamp, eId;
int eHeld;
short eFlying;
bit eMarked, eAgain, eAsks, eProbed, eLastHop, agrees;
byte upPlanes;
bit pardons; /* the last hop overflows: losses say little about paths */

#define STOPS(s) (!again[s] && !eProbed)
#define GONE(s) true
#define BEGUN 0
#define SENT_WHOLE sentWhole
byte sentWhole;

/* as in paths.pml */
#define GOOD 0
#define SKIP 1
#define HERE seat[evPlane * PER_PLANE + evIndex]

inline anySeat()
{
    select(evIndex : 0 .. ACTIVE - 1)
}

/*
 * The rotation's order is not known: the rotation goes on with any seat that has a GOOD EV. If there is
 * none, one that is to be skipped is the best there is. What the rotation passes over on the way changes nothing.
 */
inline step()
{
    evCount = 0;
    do
    :: evCount < ACTIVE && state[seat[evPlane * PER_PLANE + evCount]] == GOOD -> break
    :: evCount < ACTIVE && state[seat[evPlane * PER_PLANE + evCount]] != GOOD -> evCount++
    :: evCount == ACTIVE -> evVisited = 2 * ACTIVE; break
    od;
    select(evIndex : 0 .. ACTIVE - 1);
    state[HERE] == GOOD || (evCount == ACTIVE && state[HERE] == SKIP);
    evCount = 0
}

/* which plane has its turn is not compared: planes are counted in bytes */
inline nextEv()
{
    select(evPlane : 0 .. PLANES - 1);
    ((localUp >> evPlane) & 1) && usable[evPlane] != 0;
    nextOfPlane();
    lastPlane = evPlane;
    evPlane = 0
}

inline blame(ev)
{
    flying >= eFlying; /* no more is lost than the code lost */
    if
    :: onPathLoss(ev)
    :: pardons
    fi
}

inline findBitmap()
{
    sBitmap = 1
}

#include "mrc.pml"

c_code
{
    enum
    {
        KIND, PSN, EV, STAMP, ID, HELD, MARKED, AGAIN, ASKS, PROBED, LAST_HOP, UP, FLYING, FIRST_STATE,
        NUMBERS = FIRST_STATE + EVS_OF_CODE
    };
    static int replayed[MOST_LINES][NUMBERS];
    static int replayLength, replayFurthest;

    static int readNumber(FILE *file)
    {
        int number = 0;
        if (fscanf(file, "%d", &number) != 1)
        {
            exit(3);
        }
        return number;
    }

    static void replayOpen(void)
    {
        FILE *file = fopen(getenv("TRACE"), "r");
        int i, j;
        firstPsn = readNumber(file);
        sackThreshold = readNumber(file);
        successes = readNumber(file);
        for (i = 0; i < 2 * MESSAGES_OF_CODE; i++)
        {
            tails[i] = readNumber(file);
        }
        for (i = 0; i < EVS_OF_CODE; i++)
        {
            uplinkOf[i] = readNumber(file);
        }
        replayLength = readNumber(file);
        for (i = 0; i < replayLength; i++)
        {
            for (j = 0; j < NUMBERS; j++)
            {
                replayed[i][j] = readNumber(file);
            }
        }
        fclose(file);
    }

    static void replayLoad(void)
    {
        const int *row = replayed[now.line];
        replayFurthest = now.line > replayFurthest ? now.line : replayFurthest;
        now.eKind = row[KIND];
        now.ePsn = row[PSN];
        now.eEv = row[EV];
        now.eStamp = row[STAMP];
        now.eId = row[ID];
        now.eHeld = row[HELD];
        now.eMarked = row[MARKED];
        now.eAgain = row[AGAIN];
        now.eAsks = row[ASKS];
        now.eProbed = row[PROBED];
        now.eLastHop = row[LAST_HOP];
        now.upPlanes = row[UP];
        now.eFlying = row[FLYING];
    }

    /* are bytes in flight, EV states and seats what the code has? */
    static int replayAgrees(void)
    {
        const int *row = replayed[now.line];
        int i;
        for (i = 0; i < EVS_OF_CODE; i++)
        {
            const int ev = now.seat[i];
            const int reserve = i % PER_PLANE_OF_CODE >= ACTIVE_OF_CODE;
            if (now.state[ev] + (reserve ? 10 : 0) != row[FIRST_STATE + ev])
            {
                return 0;
            }
        }
        return now.flying == row[FLYING];
    }

    /* PathTable::Bench: does the EV share its uplink with one that is bad? */
    static int replaySuspects(void)
    {
        const int plane = now.evSwap / PER_PLANE_OF_CODE;
        int i;
        for (i = plane * PER_PLANE_OF_CODE; i < (plane + 1) * PER_PLANE_OF_CODE; i++)
        {
            if (uplinkOf[i] == uplinkOf[now.evSwap] && now.state[i] == 2)
            {
                return 1;
            }
        }
        return 0;
    }

    static void replayEnd(void)
    {
        printf("furthest %d of %d\n", replayFurthest, replayLength);
    }

    static void replayAccept(void)
    {
        printf("accepted %d\n", replayLength);
        exit(0);
    }
};

inline drainForward()
{
    forward?_, _, _, _, _, _, _
}

inline countWhole()
{
    sentWhole = 0;
    do
    :: sentWhole < MESSAGES && tails[sentWhole] <= next -> sentWhole++
    :: else -> break
    od
}

inline dropUnmarked(what)
{
    do
    :: backward??[eval(what), _, _, _, _, 0] -> backward??eval(what), _, _, _, _, 0
    :: break
    od
}

proctype Replay()
{
    mtype kind;
    byte psn, ev, stamp, ghost, index, count, verdict;
    SET held_;
    bit asks, marked, deliver, allKnown;
    short s, cack, sIndex, sBitmap, sCount;

    do
    :: line == length -> c_code { replayAccept(); }; break
    :: line < length ->
        atomic
        {
            c_code { replayLoad(); };
            if
            :: eKind == IS_SEND_DATA && !eAgain ->
                lost == 0 && PSN_OF(next) == ePsn && PSNS_LEFT && flying < WINDOW && HAS_PATH;
                nextEv();
                chosen == eEv;
                d_step
                {
                    checkChosen();
                    next++;
                    sIndex = next - 1;
                    transmissions = eStamp;
                    transmit(sIndex);
                    drainForward();
                    sIndex = 0
                }
            :: eKind == IS_SEND_DATA && eAgain ->
                lost != 0 && HAS_PATH;
                sIndex = base;
                do
                :: status[sIndex] != LOST -> sIndex++
                :: else -> break
                od;
                PSN_OF(sIndex) == ePsn;
                nextOtherEv(sentOn[sIndex]);
                chosen == eEv;
                d_step
                {
                    checkChosen();
                    again[sIndex] = 1;
                    lost--;
                    transmissions = eStamp;
                    transmit(sIndex);
                    drainForward();
                    sIndex = 0
                }
            :: eKind == IS_SEND_PROBE ->
                if
                :: true /* on the path of the oldest packet */
                :: HAS_PATH -> nextEv(); chosen == eEv
                fi;
                chosen = 0;
                skipsUsed = 0
            :: eKind == IS_SACK || eKind == IS_NACK || eKind == IS_ACK ->
                d_step
                {
                    countWhole();
                    psn = ePsn; held_ = eHeld; ev = eEv; stamp = eStamp; marked = eMarked;
                    if
                    :: eKind == IS_SACK -> kind = SACK
                    :: eKind == IS_NACK -> kind = NACK; marked = eLastHop
                    :: eKind == IS_ACK -> kind = TRANSPORT_ACK
                    fi;
                    pardons = pardons | (eKind == IS_NACK && eLastHop);
                    takeAnswer()
                };
                if
                :: kind == SACK -> findLosses()
                :: else
                fi
            :: eKind == IS_WAKE ->
                if
                :: true
                :: flying != 0 -> blameOldest()
                fi
            :: eKind == IS_PORTS ->
                d_step
                {
                    index = 0;
                    do
                    :: index < PLANES ->
                        if
                        :: ((localUp & ~upPlanes) >> index) & 1 -> losePlane(index)
                        :: else
                        fi;
                        index++
                    :: else -> break
                    od;
                    localUp = upPlanes
                }
            :: eKind == IS_QUESTION ->
                if
                :: patient[eEv].probed -> d_step { probeDue(eEv); probes?_, _; probesLeft = 0 }
                :: else /* of the way back */
                fi
            :: eKind == IS_ANSWER -> d_step { onProbeAnswer(eEv, eId, eMarked) }
            :: eKind == IS_DATA || eKind == IS_PROBE || eKind == IS_TRIMMED ->
                d_step
                {
                    receiving = 1;
                    psn = ePsn; ev = eEv; stamp = eStamp; asks = eAsks || eAgain; marked = eMarked;
                    ghost = SEQUENCE_OF(psn, expected);
                    if
                    :: eKind == IS_DATA -> kind = DATA
                    :: eKind == IS_PROBE -> kind = PROBE
                    :: eKind == IS_TRIMMED -> kind = TRIMMED; marked = eLastHop
                    fi;
                    takePacket()
                }
            :: eKind == IS_SEND_SACK ->
                if
                :: eProbed -> kind = PROBE_SACK
                :: else -> kind = SACK
                fi;
                ePsn == PSN_OF(expected - 1) && eHeld == held;
                backward??eval(kind), _, _, eval(eEv), eval(eStamp), eval(eMarked);
                dropUnmarked(kind)
            :: eKind == IS_SEND_NACK ->
                backward??NACK, eval(ePsn), _, eval(eEv), eval(eStamp), eval(eLastHop)
            :: eKind == IS_SEND_ACK ->
                ePsn == delivered;
                backward??[TRANSPORT_ACK, _, _, _, _, _];
                do
                :: backward??[TRANSPORT_ACK, _, _, _, _, _] -> backward??TRANSPORT_ACK, _, _, _, _, _
                :: else -> break
                od
            :: eKind == IS_PULLED -> len(backward) == 0
            :: eKind == IS_POST
            fi;
            c_code { now.agrees = replayAgrees(); };
            agrees;
            d_step
            {
                kind = 0; psn = 0; ev = 0; stamp = 0; ghost = 0; index = 0; count = 0; verdict = 0;
                held_ = 0; asks = 0; marked = 0; deliver = 0; allKnown = 0;
                s = 0; cack = 0; sIndex = 0; sBitmap = 0; sCount = 0;
                eKind = 0; ePsn = 0; eEv = 0; eStamp = 0; eId = 0; eHeld = 0; eFlying = 0; upPlanes = 0;
                eMarked = 0; eAgain = 0; eAsks = 0; eProbed = 0; eLastHop = 0; agrees = 0;
                receiving = 0; sentWhole = 0; transmissions = 0; lastPlane = 0;
                line++
            }
        }
    od
}

init
{
    atomic
    {
        c_code { chooseRun(); replayOpen(); atexit(replayEnd); now.length = replayLength; };
        claim = 255;
        skipsLapse = 1;
        minGood = 1;
        localUp = (1 << PLANES) - 1;
        dealPaths();
        run Replay()
    }
}
