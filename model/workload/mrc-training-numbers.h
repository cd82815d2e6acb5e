/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_NUMBERS_H
#define MRC_TRAINING_NUMBERS_H

#include "mrc-text-reader.h"
#include "mrc-training-job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Ranks of the largest job: as many as a generated workload may have. */
constexpr uint32_t MOST_TRAINING_RANKS = 1U << 20;

/**
 * Reads a value of a job that is a number.
 *
 * @param reader the reader of the text with the words
 * @param words a key and the value of the key
 * @param[out] job gets the value
 * @return whether the key is one with a number
 * @throws ParseError if the value is out of the allowed range
 */
bool ReadTrainingNumber(const TextReader& reader,
                        const std::vector<Token>& words,
                        TrainingJob& job);

/** @return the keys of values that are numbers */
std::vector<std::string> TrainingNumberKeys();

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_NUMBERS_H */
