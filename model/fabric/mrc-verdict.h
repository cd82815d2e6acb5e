/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_VERDICT_H
#define MRC_VERDICT_H

#include "mrc-drop-reason.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What became of a packet that asked for admission. */
struct Verdict
{
    /** The three ends that admission can have. */
    enum class Kind : uint8_t
    {
        QUEUED,
        TRIMMED, //!< may be queued without its payload
        DROPPED,
    };

    Kind kind{Kind::QUEUED}; //!< what became of it
    DropReason reason{};     //!< of a drop
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_VERDICT_H */
