/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_MESSAGE_H
#define MRC_CHAKRA_MESSAGE_H

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

/** The error of a reader of execution traces: `file:byte: what is wrong; what was expected`. */
class ChakraError : public std::runtime_error
{
  public:
    /**
     * @param name of the file
     * @param at the byte, from 0
     * @param message what is wrong and what was expected
     */
    ChakraError(const std::string& name, uint64_t at, const std::string& message)
        : std::runtime_error(name + ":" + std::to_string(at) + ": " + message)
    {
    }
};

/** One message of a trace, field after field [chakra-nodes]. The bytes must outlive this. */
class ChakraMessage
{
  public:
    /**
     * @param bytes of the message; those behind the size are not touched
     * @param size of the message
     * @param at where the message begins in the file, in bytes
     * @param name of the file, for messages
     */
    ChakraMessage(const char* bytes, std::size_t size, uint64_t at, const std::string& name);

    /**
     * Goes to the next field; a value that is not taken is left out.
     *
     * @return false: there are no more
     * @throws ChakraError
     */
    bool Next();

    /** @return the number of the field, from 1 */
    uint32_t Field() const;

    /** @return whether the value is a text, a message or a packed list */
    bool HasBytes() const;

    /** @return the value, a negative number as 2^64 more; @throws ChakraError for no number */
    uint64_t Number() const;

    /** @return the value; @throws ChakraError unless HasBytes() */
    std::string Text() const;

    /** @return the value, a message in this one; @throws ChakraError unless HasBytes() */
    ChakraMessage Part() const;

    /** @return whether a packed list, which this message is, has no more numbers */
    bool IsAtEnd() const;

    /** @return the next number of a packed list, which this message is; @throws ChakraError */
    uint64_t Varint();

    /**
     * @param message what is wrong with the field and what was expected
     * @throws ChakraError always
     */
    [[noreturn]] void Fail(const std::string& message) const;

  private:
    void Take(uint64_t bytes);
    void ExpectBytes() const;

    const char* m_bytes;
    std::size_t m_size;
    uint64_t m_at;
    const std::string& m_name;
    std::size_t m_place{0}; //!< of the next byte
    std::size_t m_begin{0}; //!< of the field
    uint32_t m_field{0};
    uint32_t m_form{0};        //!< protobuf's wire type of the field
    uint64_t m_number{0};      //!< the value
    std::size_t m_value{0};    //!< where the value begins
    std::size_t m_valueEnd{0}; //!< and ends
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_MESSAGE_H */
