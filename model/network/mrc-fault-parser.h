/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_PARSER_H
#define MRC_FAULT_PARSER_H

#include "mrc-fault.h"
#include "mrc-topology.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

/** What is wrong with a fault in words, and where in the text. */
struct FaultError : std::invalid_argument
{
    /**
     * @param where the character, from 0
     * @param message what was expected
     */
    FaultError(std::size_t where, const std::string& message)
        : std::invalid_argument(message),
          at(where)
    {
    }

    std::size_t at; //!< the character, from 0
};

/** Reads faults in words from left to right; an instance is used once. Throws FaultError. */
class FaultParser
{
  public:
    /**
     * @param text what is read; has to outlive the parser
     * @param topology the fabric that has to have these planes, switches and NICs
     */
    FaultParser(const std::string& text, const Topology& topology);

    /** @return the next fault */
    Fault ReadItem();

    /** @return whether nothing is left to read */
    bool IsAtEnd() const
    {
        return m_at == m_text.size();
    }

    /**
     * Reads this text.
     *
     * @param text what must stand here
     * @param purpose what it is followed by, for the message
     */
    void Expect(const std::string& text, const char* purpose);

  private:
    void ReadKind(Fault& fault);
    void ReadPlace(Fault& fault);
    void ReadEffect(Fault& fault);
    double ReadShare();
    uint32_t ReadNumber(const char* what, uint32_t count);
    Instant ReadTime();
    unsigned ReadDecimal(std::string& digits);
    bool Skip(const std::string& text);
    void Append(uint64_t& value, unsigned digit, std::size_t at) const;

    const std::string& m_text;
    const Topology& m_topology;
    std::size_t m_at{0}; //!< next character, from 0
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_PARSER_H */
