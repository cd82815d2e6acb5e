/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A file of gzip gives its bytes twice alike, or is refused with the reason.

#include "mrc-fuzz.h"

#include "ns3/mrc-gzip-buffer.h"
#include "ns3/mrc-parse-error.h"

#include <algorithm>
#include <istream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3::mrc;

/** @return the first bytes that a stream has */
static std::string
BytesOf(std::istream& in)
{
    constexpr std::size_t most = 1U << 22; // a small file may have gigabytes
    std::vector<char> part(4096);
    std::string bytes;
    while (bytes.size() < most && (in.read(part.data(), 4096) || in.gcount() != 0))
    {
        bytes.append(part.data(), static_cast<std::size_t>(in.gcount()));
    }
    return bytes;
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    GzipBuffer buffer(std::make_shared<std::istringstream>(
                          std::string(reinterpret_cast<const char*>(data), size)),
                      "fuzz.gz");
    std::istream in(&buffer);
    in.exceptions(std::ios::badbit);
    try
    {
        const std::string bytes = BytesOf(in);
        in.clear();
        in.seekg(0);
        Expect(BytesOf(in) == bytes);
    }
    catch (const ParseError&)
    {
    }
    return 0;
}
