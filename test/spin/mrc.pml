/*
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Loss recovery and EV states of an MRC connection: one sender, one receiver, and a network that
 * reorders, drops, trims, marks and copies. See "The model check" in doc/verification.rst for what
 * is left out, and check.py for how it is run.
 *
 * Every event is one atomic step, as it is in the code, which handles one call at a time.
 */

#include "bounds.pml"

mtype = { DATA, TRIMMED, PROBE, SACK, PROBE_SACK, NACK, TRANSPORT_ACK };

SET placed = 0; /* unknown to both ends: bit s, the receiver has placed packet s */

/* ReceivedSet of the receiver */
byte expected = 0; /* cack + 1 */
SET held = 0;     /* bit i: packet expected + i has arrived; bit 0 is 0 */
#define HOLDS(s) ((s) < expected || ((s) < expected + WINDOW && ((held >> ((s) - expected)) & 1)))

/* Claim: what is complete has been placed. */
#define ALL_BEFORE(end) ((placed & ((1 << (end)) - 1)) == (1 << (end)) - 1)

/* Difference of two PSNs, the shorter way round (Psn::operator-). */
#define PSN_DIFFERENCE(a, b) \
    (bug == PLAIN_PSN -> (a) - (b) : ((a) - (b) + PSNS + PSNS / 2) % PSNS - PSNS / 2)

/* PsnOf and SequenceOf of mrc-connection-parameters.h; sequence numbers count from 0 */
#define PSN_OF(sequence) ((FIRST + PSNS + (sequence)) % PSNS)
#define SEQUENCE_OF(psn, near) ((near) + PSN_DIFFERENCE(psn, PSN_OF(near)))

#include "channels.pml"
#include "paths.pml"
#include "sender.pml"
#include "receiver.pml"
#include "network.pml"

#ifndef REPLAY
init
{
    atomic
    {
        c_code { chooseRun(); };
        d_step
        {
            losses = maxLosses; trims = maxTrims; marks = maxMarks; copies = maxCopies;
            mistakes = maxMistakes; probesLeft = maxProbes; flaps = maxFlaps
        }
        dealPaths();
        run Sender();
        run Receiver();
        run Network()
    }
}
#endif
