/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TOPO_SETTINGS_H
#define MRC_TOPO_SETTINGS_H

#include "ns3/mrc-text-reader.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Settings of the header. */
enum TopoHeader
{
    NODES,
    TIERS,
    PODSIZE,
    PLANES,
    TOPO_HEADER_SIZE
};

/** Settings of a tier. */
enum TopoTier
{
    SPEED,
    RADIX_DOWN,
    RADIX_UP,
    LINK_LATENCY,
    SWITCH_LATENCY,
    OVERSUBSCRIBED,
    BUNDLE,
    TOPO_TIER_SIZE
};

/** The value of a setting and its place in the file, for messages about contradictions. */
struct TopoValue
{
    /** @return the value, once TopoSettings::Complete has found or defaulted it */
    uint64_t Get() const
    {
        return *number;
    }

    std::optional<uint64_t> number; //!< none: not yet read
    TextPosition at;                //!< place in the file
};

/** Which settings of the fabric has a `.topo` file, in its header and for each tier? */
class TopoSettings
{
  public:
    static constexpr std::size_t MOST_TIERS = 3; //!< that a file may have

    /**
     * Reads a line of the header.
     *
     * @param words a word and a value
     * @param reader of the file, which tells errors
     * @return whether the word is a setting of the header
     * @throws ParseError if the value is none, or the word came before
     */
    bool ReadHeader(const std::vector<Token>& words, const TextReader& reader);

    /**
     * Reads a line of a tier.
     *
     * @param tier number of the tier
     * @param words a word and a value
     * @param reader of the file, which tells errors
     * @return whether the word is a setting of this tier
     * @throws ParseError if the value is none, or the word came before
     */
    bool ReadTier(std::size_t tier, const std::vector<Token>& words, const TextReader& reader);

    /**
     * Fills in defaults once the file is read.
     *
     * @param reader of the file, at its end
     * @throws ParseError naming a setting that is missing
     */
    void Complete(const TextReader& reader);

    /** @return tiers that the header says, or two before the header has said so */
    std::size_t Tiers() const
    {
        return m_header[TIERS].number.value_or(2);
    }

    /**
     * @param setting of the header
     * @return the setting's value
     */
    const TopoValue& Header(TopoHeader setting) const
    {
        return m_header[setting];
    }

    /**
     * @param tier number of the tier
     * @param setting of the tier
     * @return the setting's value
     */
    const TopoValue& Tier(std::size_t tier, TopoTier setting) const
    {
        return m_tiers[tier][setting];
    }

  private:
    TopoValue m_header[TOPO_HEADER_SIZE];
    TopoValue m_tiers[MOST_TIERS][TOPO_TIER_SIZE];
};

/**
 * Keywords of htsim do not depend on case.
 *
 * @param text any
 * @return the same in small letters, of ASCII alone, so that no locale changes the result
 */
std::string LowerCase(std::string text);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TOPO_SETTINGS_H */
