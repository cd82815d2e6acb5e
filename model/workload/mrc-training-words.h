/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_WORDS_H
#define MRC_TRAINING_WORDS_H

#include "mrc-text-reader.h"
#include "mrc-training-job.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Reads a value of a job that is no number.
 *
 * @param reader the reader of the text with the words
 * @param words a key and the key's values, one or more
 * @param[out] job gets them
 * @return whether the key is one with such values
 * @throws ParseError if the values are no such
 */
bool ReadTrainingWords(const TextReader& reader, const std::vector<Token>& words, TrainingJob& job);

/** @return the keys of values that are no numbers */
std::vector<std::string> TrainingWordKeys();

/** @param key any @return whether several values may follow the key */
bool IsTrainingList(const std::string& key);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_WORDS_H */
