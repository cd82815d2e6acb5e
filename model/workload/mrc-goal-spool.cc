/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-spool.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t MARK = 4223; //!< at the begin of a binary
constexpr uint64_t MARK_BYTES = 8;
constexpr uint64_t ANY_TAG = 0xffffffff;
constexpr uint64_t COPIED = 65536; //!< bytes at once; own choice

} // namespace

GoalSpool::GoalSpool(const std::string& name,
                     const NewFile& newFile,
                     uint32_t reach,
                     uint64_t mostWaits)
    : m_name(name),
      m_reach(reach),
      m_mostWaits(mostWaits),
      m_binary{newFile()},
      m_positions{newFile()},
      m_roots{newFile()},
      m_operations{newFile()},
      m_lists{newFile()}
{
    m_lines.in = m_positions.file;
}

/** Leaves room for the ranks' places, which Take writes. */
void
GoalSpool::SetRanks(uint32_t ranks)
{
    m_places.resize(ranks);
    m_lines.first.resize(ranks);
    Put(m_binary, MARK, MARK_BYTES);
    Put(m_binary, ranks, 4);
    Put(m_binary, 0, 2); // processors and NICs, which nobody reads
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        Put(m_binary, 0, 8);
        Put(m_binary, 0, 8);
    }
}

uint32_t
GoalSpool::Add(const GoalOperation& operation, const std::string& label)
{
    if (m_count == GOAL_MOST_STREAMED)
    {
        throw ParseError(m_name,
                         operation.at,
                         "more than " + std::to_string(GOAL_MOST_STREAMED) +
                             " operations; expected a shorter schedule");
    }
    // The oldest operation is out of reach of the one that comes now.
    if (m_window.size() > m_reach)
    {
        Flush();
    }
    const auto place = static_cast<uint32_t>(m_first + m_window.size());
    m_window.push_back({operation, label, 0, {}, {}});
    if (!label.empty())
    {
        m_labels[label] = place;
    }
    ++m_count;
    return place;
}

std::optional<uint32_t>
GoalSpool::PlaceOf(const std::string& label) const
{
    const auto found = m_labels.find(label);
    return found == m_labels.end() ? std::nullopt : std::optional(found->second);
}

uint32_t
GoalSpool::LineOf(uint32_t place) const
{
    return m_window[place - m_first].operation.at.line;
}

void
GoalSpool::Wait(const GoalDependency& dependency, TextPosition at)
{
    if (m_waits == m_mostWaits)
    {
        throw ParseError(m_name,
                         at,
                         "more than " + std::to_string(m_mostWaits) + " dependencies of " +
                             std::to_string(m_window.size()) + " operations; expected fewer");
    }
    ++m_waits;
    // The binary lists at each operation those that wait for it, so both ends must be in the
    // window.
    Entry& before = m_window[dependency.before - m_first];
    ++m_window[dependency.operation - m_first].before;
    (dependency.onStart ? before.onStart : before.onEnd).push_back(dependency.operation);
}

/** Writes the first operation of the window, to which no more dependencies can be added. */
void
GoalSpool::Flush()
{
    const Entry& entry = m_window.front();
    const GoalOperation& operation = entry.operation;
    if (entry.before == 0)
    {
        Put(m_roots, m_first, 4);
    }
    const bool isCalc = operation.kind == GoalKind::CALC;
    Put(m_operations, entry.before, 4);
    Put(m_operations, static_cast<uint64_t>(operation.kind) + 1, 1);
    Put(m_operations, operation.peer, 4);
    Put(m_operations, operation.size, 8);
    Put(m_operations, isCalc ? 0 : operation.tag ? *operation.tag : ANY_TAG, 4);
    Put(m_operations, operation.cpu, 1);
    Put(m_operations, 0, 1); // the NIC
    WriteList(entry.onEnd);
    WriteList(entry.onStart);
    m_waits -= entry.onEnd.size() + entry.onStart.size();
    Put(m_positions, operation.at.line, 4);
    Put(m_positions, operation.at.column, 4);
    if (!entry.label.empty())
    {
        m_labels.erase(entry.label);
    }
    m_window.pop_front();
    ++m_first;
}

void
GoalSpool::WriteList(const std::vector<uint32_t>& list)
{
    Put(m_operations, list.size(), 4);
    Put(m_operations, m_lists.bytes / 4, 4);
    for (const uint32_t place : list)
    {
        Put(m_lists, place, 4);
    }
}

/**
 * Writes what is left of a rank, and puts the rank's parts into the binary. GOAL's binary has
 * roots, operations and lists of a rank one behind the other.
 */
void
GoalSpool::EndRank(uint32_t rank)
{
    while (!m_window.empty())
    {
        Flush();
    }
    // Positions are written rank by rank, and this is where those of the rank begin.
    m_lines.first[rank] = m_count - m_first;
    m_places[rank].first = m_binary.bytes - MARK_BYTES;
    Put(m_binary, m_first, 4);
    Put(m_binary, m_roots.bytes / 4, 4);
    Append(m_roots);
    Append(m_operations);
    Append(m_lists);
    m_places[rank].second = m_binary.bytes - MARK_BYTES;
    m_first = 0;
}

/** Moves a part of a rank to the end of the binary; the next rank writes over it. */
void
GoalSpool::Append(Part& part)
{
    std::vector<char> buffer(COPIED);
    part.file->seekg(0);
    // The number of bytes counts, as the file may be longer: an earlier rank had more.
    for (uint64_t left = part.bytes; left != 0 && *part.file;)
    {
        const auto bytes = static_cast<std::streamsize>(std::min(left, COPIED));
        part.file->read(buffer.data(), bytes);
        m_binary.file->write(buffer.data(), bytes);
        left -= static_cast<uint64_t>(bytes);
    }
    m_binary.bytes += part.bytes;
    part.bytes = 0;
    part.file->seekp(0);
}

/** Writes a number, the least byte first. */
void
GoalSpool::Put(Part& part, uint64_t number, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; ++i, number >>= 8)
    {
        part.file->put(static_cast<char>(number & 0xff));
    }
    part.bytes += bytes;
}

std::optional<uint32_t>
GoalSpool::Remembers() const
{
    return m_first == 0 ? std::nullopt : std::optional(m_reach);
}

bool
GoalSpool::HasEnough() const
{
    return false;
}

/** Writes the table of ranks last, when all places are known, and hands over the binary. */
std::shared_ptr<std::iostream>
GoalSpool::Take()
{
    // A rank that the text leaves out has no operations.
    for (uint32_t rank = 0; rank < m_places.size(); ++rank)
    {
        if (m_places[rank].second == 0)
        {
            EndRank(rank);
        }
    }
    // The table of ranks was left empty: their places are known only now.
    m_binary.file->seekp(MARK_BYTES + 6);
    for (const auto& [begin, end] : m_places)
    {
        Put(m_binary, begin, 8);
        Put(m_binary, end, 8);
    }
    m_binary.file->flush();
    m_positions.file->flush();
    // Writes are not checked one by one, since a stream that failed once stays failed.
    for (const Part* part : {&m_binary, &m_positions, &m_roots, &m_operations, &m_lists})
    {
        if (!*part->file)
        {
            throw ParseError(m_name,
                             {},
                             "a temporary file of the operations cannot be written; expected more "
                             "room in the folder of temporary files (TMPDIR)");
        }
    }
    return m_binary.file;
}

} // namespace mrc
} // namespace ns3
