/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A trace of Chakra is read to its end, or refused with the byte.

#include "mrc-fuzz.h"

#include "ns3/mrc-chakra-reader.h"

#include <sstream>
#include <string>

using namespace ns3::mrc;

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try
    {
        ChakraReader reader(in, "fuzz.0.et");
        uint64_t behind = 1; // the message before
        while (const std::optional<ChakraNode> node = reader.Next())
        {
            Expect(node->at >= behind && node->at < size);
            Expect(node->kind != ChakraKind::INVALID);
            Expect(node->before.size() <= size);
            behind = node->at + 1;
        }
    }
    catch (const ChakraError& error)
    {
        const std::string text = error.what();
        Expect(text.rfind("fuzz.0.et:", 0) == 0);
        Expect(text.find("expected") != std::string::npos);
    }
    return 0;
}
