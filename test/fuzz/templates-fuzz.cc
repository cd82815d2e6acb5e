/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A file of entropy values is read, or refused with a reason. Each value of one that was read makes
// an address, and is found again from that.

#include "mrc-fuzz.h"

#include "ns3/mrc-ev-file.h"

#include <sstream>
#include <stdexcept>
#include <string>

using namespace ns3::mrc;

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try
    {
        const EvFile file = EvFile::Read(in, "file");
        for (uint32_t source = 0; source < 4; ++source)
        {
            for (uint32_t destination = 0; destination < 4; ++destination)
            {
                const auto* paths = file.Find(source, destination);
                for (std::size_t i = 0; paths != nullptr && i < paths->size(); ++i)
                {
                    const EvTemplate& form = paths->at(i).form;
                    for (const uint32_t value : paths->at(i).values)
                    {
                        Expect(form.ValueOf(form.AddressOf(value), form.PortOf(value)) == value);
                    }
                }
            }
        }
    }
    catch (const std::invalid_argument&)
    {
    }
    return 0;
}
