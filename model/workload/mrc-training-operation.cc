/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-operation.h"

namespace ns3
{
namespace mrc
{

const char*
ToString(TrainingPart part)
{
    constexpr const char*
        NAMES[]{"forward", "backward", "optimizer", "tensor", "expert", "pipeline", "gradient"};
    return NAMES[static_cast<uint8_t>(part)];
}

bool
IsWork(TrainingPart part)
{
    return part <= TrainingPart::OPTIMIZER;
}

} // namespace mrc
} // namespace ns3
