/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-binary-file.h"

#include "mrc-goal-limits.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t MARK = 4223;        //!< at the begin of a file
constexpr uint64_t DESTROYED = 2342;   //!< the mark of a file that LogGOPSim has used as memory
constexpr uint32_t MARK_BYTES = 8;     //!< places count from behind it
constexpr uint64_t TABLE = 6;          //!< place of the ranks' places
constexpr uint64_t BYTES_OF_RANK = 16; //!< in that table
constexpr uint64_t BYTES_OF_HEAD = 8;  //!< of a rank
constexpr uint64_t BYTES_OF_OPERATION = 39;
constexpr uint32_t BYTES_OF_NUMBER = 4;
constexpr uint64_t ANY = 0xffffffff; //!< rank or tag

} // namespace

GoalBinaryFile::GoalBinaryFile(std::istream& in, const std::string& name, const GoalLines* lines)
    : m_blocks(in),
      m_name(name),
      m_lines(lines)
{
    if (m_lines != nullptr)
    {
        // Lines of the text, where the binary was made of one; errors then name these.
        m_positions.emplace(*m_lines->in);
    }
    const uint64_t mark = Number(0, MARK_BYTES);
    if (mark != MARK)
    {
        FailHead(mark == DESTROYED ? "LogGOPSim has used this file as memory (--save-mem); "
                                     "expected one as txt2bin makes it"
                                   : "no binary of GOAL; expected one as txt2bin makes it");
    }
    const uint64_t ranks = Number(MARK_BYTES, BYTES_OF_NUMBER);
    if (ranks < 2 || ranks > GOAL_MOST_WORKLOAD_RANKS ||
        MARK_BYTES + TABLE + BYTES_OF_RANK * ranks > m_blocks.Size())
    {
        FailHead(std::to_string(ranks) + " ranks; expected 2 .. " +
                 std::to_string(GOAL_MOST_WORKLOAD_RANKS) + ", and a place in the file for each");
    }
    m_ranks = static_cast<uint32_t>(ranks);
    for (uint32_t rank = 0; rank < m_ranks; ++rank)
    {
        m_sections.push_back(ReadSection(rank));
        m_total += m_sections.back().count;
    }
    CheckSectionsAreApart();
    if (m_total == 0)
    {
        FailHead("no operations; expected some");
    }
}

/** @return the next bytes, the least one first */
uint64_t
GoalBinaryFile::Number(uint64_t at, uint32_t bytes)
{
    uint64_t number = 0;
    if (!m_blocks.Read(at, bytes, number))
    {
        FailHead("the file ends; expected more bytes");
    }
    return number;
}

/**
 * Finds the parts of a rank and checks that they can lie there: numbers in a file may be anything,
 * and later reads trust these.
 */
GoalBinaryFile::Section
GoalBinaryFile::ReadSection(uint32_t rank)
{
    const auto fail = [&](const std::string& message) {
        FailHead("rank " + std::to_string(rank) + ": " + message);
    };
    const uint64_t places = MARK_BYTES + TABLE + BYTES_OF_RANK * rank;
    const uint64_t begin = Number(places, MARK_BYTES);
    const uint64_t end = Number(places + MARK_BYTES, MARK_BYTES);
    if (end > m_blocks.Size() - MARK_BYTES || begin < TABLE + BYTES_OF_RANK * m_ranks ||
        begin > end || end - begin < BYTES_OF_HEAD)
    {
        fail("its bytes are " + std::to_string(begin) + " .. " + std::to_string(end) +
             "; expected places in the file, behind the table of ranks");
    }
    Section section;
    // `first` counts operations of all ranks: it numbers them where there is no text.
    section.first = m_total;
    section.end = MARK_BYTES + end;
    section.begin = MARK_BYTES + begin + BYTES_OF_HEAD;
    section.count = static_cast<uint32_t>(Number(section.begin - BYTES_OF_HEAD, BYTES_OF_NUMBER));
    section.roots = static_cast<uint32_t>(Number(section.begin - BYTES_OF_NUMBER, BYTES_OF_NUMBER));
    const uint64_t least = BYTES_OF_HEAD + uint64_t{BYTES_OF_NUMBER} * section.roots +
                           BYTES_OF_OPERATION * section.count;
    if (section.roots > section.count || least > end - begin)
    {
        fail(std::to_string(section.count) + " operations; expected as many as the bytes can hold");
    }
    if (m_total + section.count > GOAL_MOST_STREAMED)
    {
        fail("more than " + std::to_string(GOAL_MOST_STREAMED) +
             " operations; expected a shorter schedule");
    }
    section.listed = (end - begin - least) / BYTES_OF_NUMBER;
    // The rest of a division is a wrong number too.
    if ((end - begin - least) % BYTES_OF_NUMBER != 0)
    {
        fail(std::to_string(end - begin - least) + " bytes of lists; expected a multiple of " +
             std::to_string(BYTES_OF_NUMBER));
    }
    return section;
}

/** Bytes of two ranks would be operations of both. */
void
GoalBinaryFile::CheckSectionsAreApart() const
{
    std::vector<uint32_t> ranks(m_sections.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    std::sort(ranks.begin(), ranks.end(), [this](uint32_t a, uint32_t b) {
        return m_sections[a].begin < m_sections[b].begin;
    });
    for (std::size_t i = 1; i < ranks.size(); ++i)
    {
        if (m_sections[ranks[i]].begin - BYTES_OF_HEAD < m_sections[ranks[i - 1]].end)
        {
            FailHead("ranks " + std::to_string(ranks[i - 1]) + " and " + std::to_string(ranks[i]) +
                     " share bytes; expected a part of its own for each");
        }
    }
}

TextPosition
GoalBinaryFile::PositionOf(uint32_t rank, uint32_t place)
{
    uint64_t line = NumberOf(rank, place);
    uint64_t column = 1;
    if (m_lines != nullptr)
    {
        const uint64_t at = 8 * (m_lines->first[rank] + place);
        m_positions->Read(at, 4, line);
        m_positions->Read(at + 4, 4, column);
    }
    return {static_cast<uint32_t>(line), static_cast<uint32_t>(column)};
}

uint32_t
GoalBinaryFile::RootOf(uint32_t rank, uint32_t root)
{
    return static_cast<uint32_t>(
        Number(m_sections[rank].begin + uint64_t{BYTES_OF_NUMBER} * root, BYTES_OF_NUMBER));
}

GoalRecord
GoalBinaryFile::Read(uint32_t rank, uint32_t place, std::optional<uint64_t> next)
{
    const Section& section = m_sections[rank];
    // Behind the roots operations have one size, so each can be read by its number.
    const uint64_t at =
        section.begin + uint64_t{BYTES_OF_NUMBER} * section.roots + BYTES_OF_OPERATION * place;
    GoalRecord record;
    record.operation.rank = rank;
    record.operation.at = PositionOf(rank, place);
    record.before = static_cast<uint32_t>(Number(at, BYTES_OF_NUMBER));
    const uint64_t kind = Number(at + 4, 1);
    record.operation.peer = static_cast<uint32_t>(Number(at + 5, BYTES_OF_NUMBER));
    const uint64_t size = Number(at + 9, 8);
    const uint64_t tag = Number(at + 17, BYTES_OF_NUMBER);
    record.operation.cpu = static_cast<uint8_t>(Number(at + 21, 1));
    const uint64_t nic = Number(at + 22, 1);
    if (kind < 1 || kind > 3)
    {
        Fail(record.operation,
             "operation of kind " + std::to_string(kind) +
                 "; expected 1 (send), 2 (recv) or 3 (calc)");
    }
    record.operation.kind = static_cast<GoalKind>(kind - 1); // in the same order
    record.operation.tag = tag == ANY ? std::nullopt : std::optional(static_cast<uint32_t>(tag));
    Check(record.operation, size, nic);
    record.operation.size = static_cast<uint32_t>(size);
    record.onEnd = ReadList(at + 23, record.operation, next);
    record.onStart = ReadList(at + 31, record.operation, next);
    return record;
}

/** @param next where the list begins, behind the one before; moved behind this one */
GoalList
GoalBinaryFile::ReadList(uint64_t at, const GoalOperation& operation, std::optional<uint64_t>& next)
{
    const GoalList list{static_cast<uint32_t>(Number(at, BYTES_OF_NUMBER)),
                        static_cast<uint32_t>(Number(at + BYTES_OF_NUMBER, BYTES_OF_NUMBER))};
    // A reader that takes all lists in order demands that none overlap or are left out.
    if (next && list.length != 0 && list.begin != *next)
    {
        Fail(operation,
             "a list of those that wait begins at " + std::to_string(list.begin) + "; expected " +
                 std::to_string(*next));
    }
    if (next)
    {
        *next += list.length;
    }
    return list;
}

uint32_t
GoalBinaryFile::Waiting(uint32_t rank, uint32_t place, uint32_t list)
{
    const Section& section = m_sections[rank];
    const uint64_t lists = section.begin + uint64_t{BYTES_OF_NUMBER} * section.roots +
                           BYTES_OF_OPERATION * section.count;
    const auto waiting =
        static_cast<uint32_t>(Number(lists + uint64_t{BYTES_OF_NUMBER} * list, BYTES_OF_NUMBER));
    // A file may be wrong in any number, and this one is an index.
    if (list >= section.listed || waiting >= section.count || waiting == place)
    {
        Fail(rank,
             place,
             "operation " + std::to_string(waiting) +
                 " of the rank, from 0, waits for this one; expected another one of " +
                 std::to_string(section.count));
    }
    return waiting;
}

/** The same that the text's reader demands, with the same words. */
void
GoalBinaryFile::Check(const GoalOperation& operation, uint64_t size, uint64_t nic) const
{
    const bool isCalc = operation.kind == GoalKind::CALC;
    const bool isRecv = operation.kind == GoalKind::RECV;
    if (size > GOAL_MOST_BYTES || (size == 0 && !isCalc))
    {
        Fail(operation,
             (isCalc ? "time in ns is " : "size in bytes is ") + std::to_string(size) +
                 "; expected a whole number, " + (isCalc ? "0" : "1") + " .. 4294967295");
    }
    if (isCalc)
    {
        return;
    }
    if (isRecv && operation.peer == ANY)
    {
        Fail(operation, "a recv from any rank (-1); expected one rank");
    }
    if (operation.peer >= m_ranks || operation.peer == operation.rank)
    {
        Fail(operation,
             "a message with rank " + std::to_string(operation.peer) +
                 "; expected another rank, below " + std::to_string(m_ranks));
    }
    if (nic != 0)
    {
        Fail(operation,
             "nic, of which a rank has one, is '" + std::to_string(nic) + "'; expected 0");
    }
    if (!operation.tag && !isRecv)
    {
        Fail(operation, "a send with any tag (-1); expected one tag");
    }
}

void
GoalBinaryFile::Fail(uint32_t rank, uint32_t place, const std::string& message)
{
    throw ParseError(m_name, PositionOf(rank, place), message);
}

void
GoalBinaryFile::Fail(const GoalOperation& operation, const std::string& message) const
{
    throw ParseError(m_name, operation.at, message);
}

/** The place is the operation behind those of ranks with a head that is read. */
void
GoalBinaryFile::FailHead(const std::string& message) const
{
    throw ParseError(m_name, {static_cast<uint32_t>(m_total + 1), 1}, message);
}

} // namespace mrc
} // namespace ns3
