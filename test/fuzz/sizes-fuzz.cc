/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A distribution and a table of sizes are read, or refused with the place.

#include "mrc-fuzz.h"

#include "ns3/mrc-size-distribution.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-unequal-exchange.h"

#include <sstream>
#include <string>

using namespace ns3::mrc;

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    try
    {
        std::istringstream in(text);
        const SizeDistribution sizes = ReadSizeDistribution(in, "a.cdf");
        uint64_t last = 1;
        for (const double share : {0., 0.1, 0.5, 0.999, 1.})
        {
            const uint64_t now = sizes.SizeAt(share);
            Expect(now >= last);
            last = now;
        }
        Expect(sizes.Mean() > 0 && sizes.Mean() <= static_cast<double>(last));
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
    }
    try
    {
        std::istringstream in(text);
        const SizeTable table = ReadSizeTable(in, "a.sizes");
        Expect(table.size() >= 2 && table.back().size() == table.size());
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
    }
    return 0;
}
