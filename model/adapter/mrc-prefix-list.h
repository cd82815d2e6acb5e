/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PREFIX_LIST_H
#define MRC_PREFIX_LIST_H

#include "ns3/mrc-address-mask.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Entries by prefix. The longest prefix of an address counts; of two equal ones, the later.
 *
 * @tparam Entry has `prefix` and `length`, 0 .. 128
 */
template <class Entry>
class PrefixList
{
  public:
    /**
     * Adds an entry.
     *
     * @param entry counts before others of the entry's prefix
     * @throws std::invalid_argument for bits behind the length, or one of above 128
     */
    void Add(const Entry& entry)
    {
        if (entry.length > ADDRESS_BITS || FirstBits(entry.prefix, entry.length) != entry.prefix)
        {
            throw std::invalid_argument("a prefix of length " + std::to_string(entry.length) +
                                        "; expected at most 128, and no bit set behind it");
        }
        const auto place =
            std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& other) {
                return other.length <= entry.length;
            });
        m_entries.insert(place, entry);
    }

    /**
     * @param address any
     * @return the entry that counts for the address, null if there is none
     */
    const Entry* Find(const AddressBits& address) const
    {
        for (const Entry& entry : m_entries)
        {
            if (FirstBits(address, entry.length) == entry.prefix)
            {
                return &entry;
            }
        }
        return nullptr;
    }

    /** @return all entries, the longest first */
    const std::vector<Entry>& All() const
    {
        return m_entries;
    }

  private:
    std::vector<Entry> m_entries;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PREFIX_LIST_H */
