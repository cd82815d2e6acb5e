/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_SIMAI_TEXT_H
#define MRC_TEST_SIMAI_TEXT_H

#include "ns3/mrc-simai-workload.h"

#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Beginnings of first lines, a whole one, and a row without communication. */
inline const std::string POLICY = "HYBRID_TRANSFORMER_FWD_IN_BCKWD ";
inline const std::string HEAD = POLICY + "model_parallel_NPU_group: 2 ep: 2 all_gpus: 8";
inline const std::string QUIET_ROW = "row -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n";

inline const std::string PIPELINE = POLICY + "model_parallel_NPU_group: 2 ep: 2 pp: 2 vpp: 4 ga: 3 "
                                             "all_gpus: 16 checkpoints: 0 checkpoint_initiates: 0 ";

/** @return the workload of one stage */
inline SimaiWorkload
ReadText(const std::string& text)
{
    std::istringstream in(text);
    return ReadSimaiWorkload(in, "a.txt");
}

/** @return the workload of all its stages */
inline SimaiWorkload
WithStages(const std::string& text)
{
    std::istringstream in(text);
    return ReadSimaiWorkload(in, "a.txt", SimaiStages::AS_GIVEN);
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_SIMAI_TEXT_H */
