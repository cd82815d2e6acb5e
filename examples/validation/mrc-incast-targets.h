/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INCAST_TARGETS_H
#define MRC_INCAST_TARGETS_H

// The table of mrc-incast's targets, with figures of uet-htsim: see doc/validation.rst.

#include "mrc-expectation.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** The figure that an incast is judged by. */
enum class Judged : uint8_t
{
    COMPLETIONS, //!< how late the last one is, and how far apart they are
    SHARES,      //!< of the trims, which are equal between equal senders
};

/** How queues, marks and base RTTs are set. */
enum class Manner : uint8_t
{
    DEFAULT,  //!< MRC's: [base-rtt] [ecn-marking] [queue-limits]
    DEEP,     //!< queues that hold all bytes that senders may have in flight
    AS_HTSIM, //!< the values of uet-htsim
};

/** Figures of uet-htsim over ten seeds; NOTHING: none to compare with. */
struct HtsimFigures
{
    double mean{mrc::NOTHING};       //!< last completion
    double worst{mrc::NOTHING};      //!< the same, the latest of them
    double meanIndex{mrc::NOTHING};  //!< Jain's index
    double leastIndex{mrc::NOTHING}; //!< the same, the least of them
};

/** One experiment. */
struct IncastScenario
{
    const char* target;
    uint64_t gbps;
    std::vector<uint32_t> senders;
    Judged judged{Judged::COMPLETIONS};
    Manner manner{Manner::DEFAULT};
    HtsimFigures htsim{};
};

// From all racks, the target's too.
static const std::vector<uint32_t> FOUR{1, 8, 16, 24};
static const std::vector<uint32_t> EIGHT{1, 8, 16, 24, 2, 9, 17, 25};
static const std::vector<uint32_t> FIFTEEN{1, 8, 16, 24, 2, 9, 17, 25, 3, 10, 18, 26, 4, 11, 19};
// From other racks only, so that all paths are equally long.
static const std::vector<uint32_t> FAR{8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22};

static const IncastScenario INCAST_SCENARIOS[] = {
    {"4:1-100G", 100, FOUR},
    {"8:1-100G", 100, EIGHT},
    {"15:1-100G", 100, FIFTEEN},
    {"4:1-400G", 400, FOUR},
    {"8:1-400G", 400, EIGHT},
    {"15:1-400G", 400, FIFTEEN},
    {"4:1-100G-deep", 100, FOUR, Judged::COMPLETIONS, Manner::DEEP},
    {"8:1-100G-deep", 100, EIGHT, Judged::COMPLETIONS, Manner::DEEP},
    {"15:1-100G-deep", 100, FIFTEEN, Judged::COMPLETIONS, Manner::DEEP},
    {"4:1-400G-deep", 400, FOUR, Judged::COMPLETIONS, Manner::DEEP},
    {"8:1-400G-deep", 400, EIGHT, Judged::COMPLETIONS, Manner::DEEP},
    {"15:1-400G-deep", 400, FIFTEEN, Judged::COMPLETIONS, Manner::DEEP},
    {"4:1-100G-htsim",
     100,
     FOUR,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {0.992, 1.001, 0.994, 0.985}},
    {"8:1-100G-htsim",
     100,
     EIGHT,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {1.022, 1.050, 0.995, 0.989}},
    {"15:1-100G-htsim",
     100,
     FIFTEEN,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {1.012, 1.023, 0.995, 0.992}},
    {"4:1-400G-htsim",
     400,
     FOUR,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {0.989, 1.041, 0.995, 0.990}},
    {"8:1-400G-htsim",
     400,
     EIGHT,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {1.019, 1.034, 0.979, 0.965}},
    {"15:1-400G-htsim",
     400,
     FIFTEEN,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {1.032, 1.055, 0.971, 0.948}},
    {"15:1-far", 400, FAR, Judged::SHARES},
};

/** @return the names of all targets, as a person lists them */
static std::string
IncastTargets()
{
    std::string names;
    for (const IncastScenario& s : INCAST_SCENARIOS)
    {
        names += (names.empty() ? "" : ", ") + std::string(s.target);
    }
    return names + " or all";
}

} // namespace ns3

#endif /* MRC_INCAST_TARGETS_H */
