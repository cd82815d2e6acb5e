/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A list of flows (flow.txt) is read, or refused with the place; a list that was read and written
// again reads the same.

#include "mrc-fuzz.h"

#include "ns3/mrc-flow-list.h"
#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-traffic-file.h"

#include <memory>
#include <sstream>
#include <string>

using namespace ns3::mrc;

static void
CheckRoundTrip(const ConnectionMatrix& matrix)
{
    std::stringstream text;
    WriteFlowList(text, matrix);
    const ConnectionMatrix again = ReadFlowList(text, "again.txt", matrix.nodes);
    Expect(again.nodes == matrix.nodes && again.transfers.size() == matrix.transfers.size());
    for (std::size_t i = 0; i < again.transfers.size(); ++i)
    {
        const Transfer& a = matrix.transfers[i];
        const Transfer& b = again.transfers[i];
        Expect(a.source == b.source && a.destination == b.destination && a.bytes == b.bytes &&
               a.start == b.start && a.id == b.id);
    }
}

/** The same list as a stream has the same flows, and writes the same. */
static void
CheckStream(const ConnectionMatrix& matrix, const std::string& text, uint32_t nics)
{
    const auto in = std::make_shared<std::istringstream>(text);
    const ConnectionMatrix streamed = StreamFlows(in, "fuzz.txt", nics);
    Expect(streamed.nodes == matrix.nodes && streamed.transfers.empty());
    Expect(streamed.list->flows == matrix.transfers.size());
    std::ostringstream whole;
    std::ostringstream again;
    WriteFlowList(whole, matrix);
    WriteFlowList(again, streamed);
    Expect(whole.str() == again.str());
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    for (const uint32_t nics : {0, 4})
    {
        std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
        try
        {
            const ConnectionMatrix matrix = ReadFlowList(in, "fuzz.txt", nics);
            Expect(!matrix.transfers.empty() && matrix.nodes >= 2);
            CheckRoundTrip(matrix);
            CheckStream(matrix, in.str(), nics);
        }
        catch (const ParseError& error)
        {
            Expect(error.At().line >= 1 && error.At().column >= 1);
        }
    }
    return 0;
}
