/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LIFE_FAULT_WORDS_H
#define MRC_LIFE_FAULT_WORDS_H

#include "mrc-job-life.h"
#include "mrc-text-reader.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Reads a line `KEY KIND VALUE ...` about a kind of faults.
 *
 * @param reader the reader of the text with the words
 * @param words the line, three words or more, of which the first one is such a key
 * @param stepTimeOf reads a table that the line names
 * @param[out] kind gets the values
 * @throws ParseError if the values are no such
 */
void ReadFaultWords(const TextReader& reader,
                    const std::vector<Token>& words,
                    const StepTimeOf& stepTimeOf,
                    LifeFaultKind& kind);

/** @param key any @return whether lines about kinds of faults begin so */
bool IsFaultWord(const std::string& key);

/** @return such keys, for messages */
std::string FaultWordKeys();

} // namespace mrc
} // namespace ns3

#endif /* MRC_LIFE_FAULT_WORDS_H */
