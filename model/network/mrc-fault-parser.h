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

struct SwitchPlaces;

/** The error in a fault in words, and its place in the text. */
struct FaultError : std::invalid_argument
{
    /**
     * @param where the character, from 0
     * @param message the expected text
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
     * @param text the text to read; has to outlive the parser
     * @param topology the fabric that has to have these planes, switches and NICs
     */
    FaultParser(const std::string& text, const Topology& topology);

    /** @return the fabric that has the places */
    const Topology& Fabric() const
    {
        return m_topology;
    }

    /** @return a place without effect and times: `link:0.1.7` */
    Fault ReadWhere();

    /**
     * Reads the name of a kind of places, without any place: `link`, `t0`.
     *
     * @return the kind
     */
    FaultKind ReadKindName();

    /**
     * Reads an effect, if one stands here: `loss=1%`.
     *
     * @param impairment the effect
     * @return whether there was one
     */
    bool ReadEffect(Impairment& impairment);

    /** @return the next percentage as a part of 1, above 0 */
    double ReadShare();

    /** @return the next time, whole picoseconds */
    Instant ReadTime();

    /** @return the next decimal number, maybe with an exponent as in 1e-9; 0 if there is none */
    double ReadDecimal();

    /**
     * Moves behind this text, if the text stands here.
     *
     * @param text the words that may stand here
     * @return whether the text stood here
     */
    bool Skip(const std::string& text);

    /** @return the next character, from 0 */
    std::size_t At() const
    {
        return m_at;
    }

    /**
     * @param begin a character that was read, from 0
     * @return the text from there up to the next character
     */
    std::string TextFrom(std::size_t begin) const
    {
        return m_text.substr(begin, m_at - begin);
    }

    /** @return whether nothing is left to read */
    bool IsAtEnd() const
    {
        return m_at == m_text.size();
    }

    /**
     * Reads this text.
     *
     * @param text the words that must stand here
     * @param purpose the thing that follows the text, for the message
     */
    void Expect(const std::string& text, const char* purpose);

  private:
    void ReadKind(Fault& fault);
    void ReadPlace(Fault& fault);
    void ReadUpper(const SwitchPlaces& part, Fault& fault);
    void ReadPartOfT0(Fault& fault);
    bool ReadNames(Fault& fault);
    void RefuseUnknownName(FaultKind kind) const;
    uint32_t Switches(NodeKind kind, PlaneId plane) const;
    uint32_t LinksOf(const SwitchPlaces& part, const Fault& fault) const;
    double ReadRate();
    uint32_t ReadNumber(const char* what, uint32_t count);
    unsigned ReadDigits(std::string& digits);
    void Append(uint64_t& value, unsigned digit, std::size_t at) const;

    const std::string& m_text;
    const Topology& m_topology;
    std::size_t m_at{0}; //!< next character, from 0
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_PARSER_H */
