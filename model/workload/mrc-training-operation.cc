/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-operation.h"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

const char*
ToString(TrainingPart part)
{
    constexpr const char* NAMES[]{"forward",
                                  "backward",
                                  "optimizer",
                                  "work",
                                  "tensor",
                                  "expert",
                                  "pipeline",
                                  "gradient",
                                  "message",
                                  "reduction",
                                  "exchange",
                                  "host"};
    return NAMES[static_cast<uint8_t>(part)];
}

bool
IsWork(TrainingPart part)
{
    return part <= TrainingPart::WORK;
}

/** Compared before it is rounded: std::llround of more is not specified. */
uint64_t
WholeOf(const TrainingAmount& amount, const std::string& job)
{
    constexpr double BEYOND = 9223372036854775808.; // 2^63
    if (!(amount.value < BEYOND))
    {
        std::ostringstream message;
        message << job << ": " << ToString(amount.part) << " of " << amount.value << " "
                << amount.unit << "; expected operations of at most 4294967295 " << amount.unit;
        throw std::invalid_argument(message.str());
    }
    return static_cast<uint64_t>(std::llround(amount.value));
}

} // namespace mrc
} // namespace ns3
