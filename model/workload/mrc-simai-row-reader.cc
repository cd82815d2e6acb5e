/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-simai-row-reader.h"

#include <limits>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t SIMAI_FIELDS = 12; // of a row
constexpr uint64_t SIMAI_MOST_BYTES = std::numeric_limits<int64_t>::max();
constexpr uint64_t SIMAI_LONGEST = std::numeric_limits<uint32_t>::max(); // work, or a transfer

/** A kind of a collective operation by its word. */
struct SimaiKindWord
{
    const char* word;
    SimaiKind kind;
};

const SimaiKindWord SIMAI_KINDS[] = {
    {"ALLREDUCE", SimaiKind::ALL_REDUCE},
    {"ALLGATHER", SimaiKind::ALL_GATHER},
    {"REDUCESCATTER", SimaiKind::REDUCE_SCATTER},
    {"ALLTOALL", SimaiKind::ALL_TO_ALL},
};

} // namespace

SimaiRow
SimaiRowReader::Read(const std::vector<Token>& words) const
{
    if (words.size() != SIMAI_FIELDS)
    {
        m_reader.Fail(words[0].at,
                      "a row of " + std::to_string(words.size()) +
                          " fields; expected 12: NAME, -1, three times NS KIND BYTES, NS");
    }
    // SimAI writes -1, and does not use the number: any other one means the same.
    const std::string& dependency = words[1].text;
    const std::size_t sign = dependency[0] == '-' ? 1 : 0;
    if (dependency.size() == sign ||
        dependency.find_first_not_of("0123456789", sign) != std::string::npos)
    {
        m_reader.Fail(words[1].at,
                      "dependency is " + Quoted(dependency) + "; expected a whole number");
    }
    SimaiRow row;
    row.forwardNs = Ns(words[2]);
    // Forward and input-gradient operations are among tensor ranks, weight gradients among
    // replicas, unless the word says otherwise.
    row.forward = Collective(words[3], words[4], SimaiGroup::TENSOR);
    row.inputNs = Ns(words[5]);
    row.input = Collective(words[6], words[7], SimaiGroup::TENSOR);
    row.weightNs = Ns(words[8]);
    row.weight = Collective(words[9], words[10], SimaiGroup::DATA);
    row.updateNs = Ns(words[11]);
    return row;
}

uint32_t
SimaiRowReader::Ns(const Token& word) const
{
    return static_cast<uint32_t>(m_reader.Number(word, "time, ns", 0, SIMAI_LONGEST));
}

SimaiCollective
SimaiRowReader::Collective(const Token& kind, const Token& bytes, SimaiGroup own) const
{
    SimaiCollective collective = OperationOf(kind, own);
    collective.bytes = m_reader.Number(bytes, "size, bytes", 0, SIMAI_MOST_BYTES);
    const uint32_t ranks = m_workload.SizeOf(collective.group);
    // Each transfer has a rank's part, of which the longest one is rounded up.
    if (m_workload.Sends(collective) && (collective.bytes - 1) / ranks >= SIMAI_LONGEST)
    {
        m_reader.Fail(bytes.at,
                      bytes.text + " bytes for " + std::to_string(ranks) +
                          " ranks; expected at most " + std::to_string(SIMAI_LONGEST) +
                          " for each");
    }
    return collective;
}

SimaiCollective
SimaiRowReader::OperationOf(const Token& word, SimaiGroup own) const
{
    if (word.text == "NONE")
    {
        return {};
    }
    for (const SimaiKindWord& one : SIMAI_KINDS)
    {
        const std::string plain = one.word;
        // A suffix names the group in place of the usual one of the column.
        const std::pair<std::string, SimaiGroup> forms[] = {
            {plain, own},
            {plain + "_EP", SimaiGroup::EXPERT},
            {plain + "_DP_EP", SimaiGroup::REPLICA}};
        for (const auto& [text, group] : forms)
        {
            if (word.text == text)
            {
                return {one.kind, group, 0};
            }
        }
    }
    m_reader.Fail(word.at,
                  Quoted(word.text) + "; expected NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER or "
                                      "ALLTOALL, also with _EP or _DP_EP");
}

} // namespace mrc
} // namespace ns3
