/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The EVs of a profile are read, or refused with the item and the reason. Those that were read are
// not more than may be and have room below the plane. The first byte says whether they are a list
// or fields.

#include "mrc-fuzz.h"

#include "ns3/mrc-ev-list.h"

#include <stdexcept>
#include <string>

using namespace ns3::mrc;

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    if (size < 1)
    {
        return 0;
    }
    try
    {
        const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
        const EvList list = data[0] == 'L' ? EvList::Read(text) : EvList::Generate(text);
        for (const auto& values : list.planes)
        {
            Expect(values.size() <= EvList::MAX_VALUES);
            for (const uint32_t value : values)
            {
                Expect(value >> 29 == 0);
            }
        }
    }
    catch (const std::invalid_argument&)
    {
    }
    return 0;
}
