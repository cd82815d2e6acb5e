/*
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * How large is the world that is searched, and which claim and which planted bug is on?
 */

#ifndef REPLAY /* or else replay.pml has others */
#define PSNS 16 /* of 2^24: PSNs are taken modulo this */
#define FIRST 13 /* PSN of the first packet: the fourth one wraps to 0 */
#define PACKETS 5
#define WINDOW 4     /* MPR, and congestion window, in packets */
#define BITMAP 2     /* of 64: PSNs that a SACK bitmap shows */
#define THRESHOLD 2  /* packets after which a SACK is due */
#define MESSAGES 2   /* Writes */
#define FIRST_SIZE 2 /* packets of the first one; the second has the others */

#define CAPACITY 8 /* packets under way to the receiver; never reached */
#define ANSWERS 4 /* to the sender: while more than two are under way, nothing arrives */

#define PLANES 2
#define ACTIVE 2   /* EVs in the rotation of a plane */
#define PER_PLANE 3 /* and one in reserve */
#define EVS 6      /* PLANES * PER_PLANE */
#define NEEDED 2   /* of 3: consecutive answers that resurrect */
#define SET byte   /* of packets: a bit for each in the window */

/* the last packet of a message, behind it */
#define END_OF(message) ((message) == 0 -> FIRST_SIZE : PACKETS)

#define PROBE_ID (maxProbes - probesLeft)
#endif

/* Planted bugs: each is one change of the model that breaks a claim. */
#define PLAIN_PSN 1        /* PSNs are compared as plain numbers */
#define PLACE_AGAIN 2      /* a packet held out of order is placed again */
#define FIXED_BITMAP 3     /* a bitmap that was slid up is read as if it began at cack + 1 */
#define EARLY_COMPLETION 4 /* the last packet of a message completes it */
#define KEEP_BYTES 5       /* a lost packet stays in the window's count */
#define NO_PROBE 6         /* no reliability probe */
#define USE_BAD 7          /* the selector passes over SKIP only */
#define KEEP_SEAT 8        /* a retired EV is not replaced */
#define OTHER_PLANE 9      /* the other plane's reserve replaces it */
#define ALL_SKIPS 10       /* any number of SKIPs is consumed for one packet */
#define NO_MIN 11          /* ev_min_active is ignored */
#define ANY_ANSWER 12      /* the id of a probe's answer is not compared */
#define WIDE_WINDOW 13     /* one PSN beyond the MPR */
#define TRUST_BITMAP 14    /* what a bitmap does not show is taken for missing */
#define ANY_NACK 15        /* a NACK of an earlier transmission counts */
#define OLDER_SACK 17      /* an older SACK with the same cack proves losses */
#define EVERY_DRAW 16      /* each draw for a retransmission may consume a SKIP */

/*
 * Claims. Two that hold everywhere, IN_FLIGHT_EXACT and FOUND_MISSING, explain the others.
 */
#define PLACED_ONCE 1
#define ACKED_IS_HELD 2
#define COMPLETE_AFTER_DATA 3
#define NOT_STUCK 4
#define RETIRED_UNTIL_PROBED 5
#define PLANES_EQUAL 6
#define ONE_SKIP 7
#define MIN_ACTIVE 8
#define IN_WINDOW 9
#define FOUND_MISSING 10
#define IN_FLIGHT_EXACT 11

#define ENOUGH 40 /* transmissions; never needed unless something goes round in circles */

#define CHECK(which, condition) assert((claim != 0 && claim != (which)) || (condition))

/*
 * Chosen for a run through the environment, so that the model is compiled once. These are bug and claim
 * (0: none, all), how many faults there may be, and what else may happen. Constant during a run, and so
 * no part of its states.
 */
hidden byte bug, claim;
hidden byte maxLosses, maxTrims, maxMarks, maxCopies;
hidden byte maxMistakes; /* timers and verdicts before their time */
hidden byte maxProbes;  /* EV probes sent */
hidden byte maxFlaps;   /* own ports that go down, and up again */
hidden byte eager;      /* ports are never busy */
hidden byte fixedOrder; /* the rotation of EVs does not change its order */
hidden byte lastHop;    /* trims happen on the last hop too */
hidden byte minGood;    /* ev_min_active; a quarter of the EVs is 1 */
hidden byte skipsLapse; /* SKIP may end at any time */

c_code
{
    static uchar chosen_number(const char *name)
    {
        const char *text = getenv(name);
        return text ? (uchar)atoi(text) : 0;
    }

    static void chooseRun(void)
    {
        bug = chosen_number("BUG");
        claim = chosen_number("CLAIM");
        maxLosses = chosen_number("LOSSES");
        maxTrims = chosen_number("TRIMS");
        maxMarks = chosen_number("MARKS");
        maxCopies = chosen_number("COPIES");
        maxMistakes = chosen_number("MISTAKES");
        maxProbes = chosen_number("PROBES");
        maxFlaps = chosen_number("FLAPS");
        eager = chosen_number("EAGER");
        fixedOrder = chosen_number("FIXED_ORDER");
        lastHop = chosen_number("LAST_HOP");
        minGood = chosen_number("MIN_GOOD");
        minGood = minGood == 0 ? 1 : minGood;
        skipsLapse = chosen_number("LAPSE");
    }
};

/* what is left of the bounds */
byte losses, trims, marks, copies, mistakes, probesLeft, flaps;
