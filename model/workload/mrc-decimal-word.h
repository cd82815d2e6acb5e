/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DECIMAL_WORD_H
#define MRC_DECIMAL_WORD_H

#include "mrc-text-reader.h"

#include <string>

namespace ns3
{
namespace mrc
{

/** The values that a number may have. */
struct DecimalRange
{
    double min; //!< the least
    double max; //!< the greatest
};

/**
 * @param reader the reader of the text with the word
 * @param word a decimal number, such as 22.93 or 1e-5
 * @param what the meaning of the word, with its unit, for the message
 * @param range allowed
 * @return the value
 * @throws ParseError if the word is not a number of that range
 */
double DecimalOf(const TextReader& reader,
                 const Token& word,
                 const std::string& what,
                 const DecimalRange& range);

} // namespace mrc
} // namespace ns3

#endif /* MRC_DECIMAL_WORD_H */
