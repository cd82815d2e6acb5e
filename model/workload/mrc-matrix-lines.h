/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MATRIX_LINES_H
#define MRC_MATRIX_LINES_H

#include "mrc-connection-matrix.h"
#include "mrc-text-reader.h"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

class AttributeList;

constexpr uint64_t MATRIX_MOST_LINES = 1ULL << 23; //!< of one kind in memory, 1 GB; own choice

/** A line of the body of a `.cm` file: a connection, or a trigger. */
struct MatrixLine
{
    TextPosition at;                //!< where the line begins
    TextPosition idAt;              //!< where its id stands, if there is one
    std::optional<Trigger> trigger; //!< the trigger, if the line is one
    Transfer transfer;              //!< else the connection; id 0: the line has none
    /** The triggers that the connection names, and where. */
    std::vector<std::pair<uint32_t, TextPosition>> references;
};

/** Reads htsim's `.cm` format, one line in memory at a time [htsim-files]. */
class MatrixLines
{
  public:
    /**
     * @param in the text, which must outlive the reader
     * @param name of the file, for messages
     * @param most connections that the file may announce
     */
    MatrixLines(std::istream& in, const std::string& name, uint64_t most);

    /**
     * @param[out] line the next one of the body
     * @return false at the end
     * @throws ParseError `name:line:column: what is wrong; what was expected`
     */
    bool Next(MatrixLine& line);

    /** @return how many nodes the header announces; to be asked behind the first line */
    uint32_t Nodes() const
    {
        return *m_nodes.value;
    }

    /** @return how many connections the header has announced so far */
    uint32_t Connections() const
    {
        return m_connections.value.value_or(0);
    }

    /** @return how many triggers the header has announced so far */
    uint32_t Triggers() const
    {
        return m_triggers.value.value_or(0);
    }

    /** @return complains with the place */
    const TextReader& Reader() const
    {
        return m_reader;
    }

    /**
     * Refuses a line too many before the rest of the file, which may be endless, is read.
     *
     * @param connections, triggers so far
     * @param at where the newest stands
     * @throws ParseError if the header announces fewer
     */
    void CheckRoom(std::size_t connections, std::size_t triggers, TextPosition at) const;

    /**
     * Refuses a file that was cut off.
     *
     * @param connections, triggers of the whole file
     * @throws ParseError if the header announces more, or nothing
     */
    void CheckEnd(std::size_t connections, std::size_t triggers) const;

  private:
    /** A number that the header announces. */
    struct Announced
    {
        std::string word;
        uint64_t min;
        uint64_t max;
        std::optional<uint32_t> value; //!< none before the file has said so
        TextPosition at;               //!< of the number
    };

    bool ReadHeader(const std::vector<Token>& words);
    void ReadBody(const std::vector<Token>& words, MatrixLine& line);
    void ReadConnection(const std::vector<Token>& words, std::size_t arrow, MatrixLine& line) const;
    void RefuseEndless(const std::vector<Token>& words) const;
    void ReadEnds(const Token& ends, std::size_t arrow, Transfer& transfer) const;
    void ReadStart(const std::vector<Token>& words,
                   const AttributeList& list,
                   Transfer& transfer) const;
    void ReadTrigger(const std::vector<Token>& words, MatrixLine& line) const;
    void CheckAnnounced(const Announced& announced, TextPosition at) const;
    void CheckRoomOf(const Announced& announced, std::size_t found, TextPosition at) const;
    void CheckCount(const Announced& announced, std::size_t found) const;

    TextReader m_reader;
    Announced m_nodes;
    Announced m_connections;
    Announced m_triggers;
    Announced m_failures; //!< the fabric's faults are set elsewhere
    bool m_inBody{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_MATRIX_LINES_H */
