/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_READER_H
#define MRC_CHAKRA_READER_H

#include "mrc-chakra-message.h"

#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What a node of a trace does, by the schema's numbers. */
enum class ChakraKind : uint8_t
{
    INVALID = 0,
    METADATA = 1,
    MEM_LOAD = 2,
    MEM_STORE = 3,
    COMP = 4,
    COMM_SEND = 5,
    COMM_RECV = 6,
    COMM_COLL = 7,
    STORAGE = 8,
    BATCH = 9,
    CHECKPOINT = 10,
};

/** One node of a rank's trace. */
struct ChakraNode
{
    uint64_t at{0};                             //!< where its message begins in the file, in bytes
    uint64_t id{0};                             //!< as other nodes of the rank name this one
    std::string name{};                         //!< as the trace has it
    ChakraKind kind{ChakraKind::INVALID};       //!< what the rank does
    std::vector<uint64_t> before{};             //!< nodes that end first, control and data
    uint64_t micros{0};                         //!< how long the node lasts
    std::map<std::string, uint64_t> numbers{};  //!< attributes; a negative one is 2^64 more
    std::map<std::string, std::string> words{}; //!< attributes
    std::map<std::string, bool> allTrue{};      //!< attributes that are lists of bools
};

constexpr uint64_t CHAKRA_MOST_BYTES = 16U << 20; //!< of one message; own choice

/** Reads a rank's execution trace, one node in memory at a time [chakra-nodes]. */
class ChakraReader
{
  public:
    /**
     * Reads the message before the nodes.
     *
     * @param in the trace; lives as long as the reader
     * @param name of the file, for messages
     * @throws ChakraError `name:byte: ...; expected ...`
     */
    ChakraReader(std::istream& in, const std::string& name);

    /** @return the next node, none: the file ends; @throws ChakraError as above */
    std::optional<ChakraNode> Next();

  private:
    bool ReadMessage();
    uint64_t ReadLength();
    void ReadFields(ChakraMessage& message, ChakraNode& node) const;
    void ReadAttribute(ChakraMessage part, ChakraNode& node) const;

    std::istream& m_in;
    std::string m_name;
    std::string m_bytes{}; //!< of the newest message
    uint64_t m_begin{0};   //!< of the newest message with its length, in the file
    uint64_t m_at{0};      //!< of the next byte in the file
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_READER_H */
