/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IDEAL_MEMO_H
#define MRC_IDEAL_MEMO_H

#include "mrc-ideal.h"

#include "ns3/mrc-instant.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

class Topology;

/**
 * The latest answers of IdealCompletion.
 *
 * A job has millions of flows of few lengths. Where all links of a kind are alike, the time depends
 * on the length of the way alone, and not on the pair.
 */
class IdealMemo
{
  public:
    /**
     * @param topology the same at each call
     * @param source, destination, bytes, parameters as those of IdealCompletion
     * @return what IdealCompletion returns
     */
    Span Completion(const Topology& topology,
                    uint32_t source,
                    uint32_t destination,
                    uint64_t bytes,
                    const IdealParameters& parameters);

  private:
    /** An answer. */
    struct Answer
    {
        uint64_t bytes{0};
        unsigned usids{0}; //!< of the way; 0: there is no answer
        Span time;
    };

    static constexpr std::size_t PLACES = 64; //!< for answers; own choice

    std::array<Answer, PLACES> m_answers{}; //!< by hash
    IdealParameters m_parameters;           //!< of all answers
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_IDEAL_MEMO_H */
