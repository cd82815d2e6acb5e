/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A workload in words is read, or refused with the place or the workload's name. Every transfer of
// a workload that was read starts once all transfers before it are done.

#include "mrc-fuzz.h"

#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-trigger-graph.h"
#include "ns3/mrc-workload-words.h"

#include <stdexcept>
#include <string>

using namespace ns3::mrc;

/**
 * @return whether the workload's numbers, but for the size, make some 170,000 transfers at the most
 */
static bool
IsSmall(std::string words)
{
    const std::size_t size = words.find("size=");
    if (size != std::string::npos)
    {
        words.erase(size, words.find_first_of(" \n", size) - size);
    }
    uint32_t digits = 0;
    uint32_t running = 0;
    for (const char c : words)
    {
        const bool isDigit = c >= '0' && c <= '9';
        digits += isDigit;
        running = isDigit ? running + 1 : 0;
        if (digits > 3 || running > 2)
        {
            return false;
        }
    }
    return true;
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const std::string words(reinterpret_cast<const char*>(data), size);
    const bool hasFile = words.find("sizes=") != std::string::npos ||
                         words.find("cdf=") != std::string::npos; // sizes-fuzz.cc reads such files
    if (hasFile || !IsSmall(words))
    {
        return 0;
    }
    try
    {
        const ConnectionMatrix matrix = ReadWorkload(words, {4, 1});
        Expect(!matrix.transfers.empty() && matrix.nodes >= 2);
        // The constructor plays the workload to its end, or throws.
        const TriggerGraph graph(matrix.transfers, matrix.triggers, matrix.name);
        Expect(graph.CountAcrossNics() == 0);
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
    }
    catch (const std::invalid_argument& error) // no generator can make this workload
    {
        const std::string text = error.what();
        Expect(text.find(": ") != std::string::npos && text.find("expected") != std::string::npos);
        Expect(text.find("trigger") == std::string::npos);
    }
    return 0;
}
