/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_ITEM_READER_H
#define MRC_FAULT_ITEM_READER_H

#include "mrc-fault-item.h"
#include "mrc-fault-parser.h"

namespace ns3
{
namespace mrc
{

/** Reads one item of a list of faults from left to right. Throws FaultError. */
class FaultItemReader
{
  public:
    /** @param words the text, at the beginning of an item; must outlive the reader */
    explicit FaultItemReader(FaultParser& words)
        : m_words(words)
    {
    }

    /** @return the item; an instance is used once */
    FaultItem Read();

  private:
    void ReadRandom();
    void ReadOptions();
    bool ReadFlapOption();
    bool ReadRandomOption();
    void ReadEffect();
    void ReadTimes();
    void Check(std::size_t begin) const;
    void CheckDrain(std::size_t begin) const;
    RepairTime ReadRepair();
    Span ReadSpan();
    FlapPattern& Flap();

    FaultParser& m_words;
    FaultItem m_item;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_ITEM_READER_H */
