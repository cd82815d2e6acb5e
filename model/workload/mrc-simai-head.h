/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SIMAI_HEAD_H
#define MRC_SIMAI_HEAD_H

#include "mrc-simai-workload.h"
#include "mrc-text-reader.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

constexpr uint64_t SIMAI_MOST_ROWS = 1000000; //!< some 130 MB; own choice

/** The first line of a workload of SimAI [simai-files]. */
class SimaiHead
{
  public:
    /**
     * Reads the line.
     *
     * @param reader the file, at its begin; must outlive the head
     * @throws ParseError if the next line is no such line
     */
    explicit SimaiHead(TextReader& reader);

    /** @return whether forward passes are repeated where the file has checkpoints */
    bool Repeats() const
    {
        return m_repeats;
    }

    /**
     * @param[out] workload gets the numbers of ranks, stages and micro-batches
     * @param stages that its step has
     * @throws ParseError if the line's numbers do not divide each other, or stages have nothing to
     *         hand on
     */
    void SetRanks(SimaiWorkload& workload, SimaiStages stages) const;

    /** @param key "checkpoints" or "checkpoint_initiates" @return the words of its rows */
    std::vector<Token> RowsOf(const std::string& key) const;

    /** @param key as above, which has rows @return where their number stands */
    TextPosition PlaceOf(const std::string& key) const;

  private:
    std::size_t AddKey(const std::vector<Token>& words, std::size_t at);
    const Token& WordAt(const std::vector<Token>& words, std::size_t at, const char* key) const;
    uint32_t Divided(uint32_t whole, const char* key, const char* what) const;
    uint64_t NumberOf(const char* key, uint64_t without) const;
    void SetStages(SimaiWorkload& workload) const;

    /** A number of the line. */
    struct Number
    {
        uint64_t number;
        TextPosition at;
    };

    TextReader& m_reader;
    bool m_repeats{false};
    std::map<std::string, Number> m_numbers;
    std::map<std::string, std::vector<Token>> m_lists;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SIMAI_HEAD_H */
