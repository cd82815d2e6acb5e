/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A traffic matrix (.cm) is read, or refused with the place and the reason. One that was read, with
// triggers that hold together, starts every transfer once all conditions of the transfer are done.

#include "mrc-fuzz.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-trigger-graph.h"

#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

using namespace ns3::mrc;

static void
RunAll(TriggerGraph graph, std::size_t transfers)
{
    std::vector<uint32_t> ready = graph.StartedByTime();
    std::size_t started = 0;
    while (!ready.empty())
    {
        const uint32_t transfer = ready.back();
        ready.pop_back();
        ++started;
        graph.WaitsFor(transfer);
        for (const auto& next :
             {graph.OnSendDone(transfer, Instant()), graph.OnReceiveDone(transfer, Instant())})
        {
            for (const TriggeredStart& start : next)
            {
                ready.push_back(start.transfer);
            }
        }
    }
    Expect(started == transfers);
}

/** A matrix that can be read as a run goes on has the same flows then. */
static void
CheckMatrixStream(const ConnectionMatrix& matrix, const std::string& text)
{
    const std::optional<ConnectionMatrix> streamed =
        StreamMatrix(std::make_shared<std::istringstream>(text), "fuzz.cm");
    if (!streamed)
    {
        return;
    }
    Expect(streamed->nodes == matrix.nodes && streamed->list->flows == matrix.transfers.size());
    FlowStreamReader reader(*streamed->list);
    for (const Transfer& transfer : matrix.transfers)
    {
        Transfer flow;
        Expect(reader.Next(flow));
        Expect(flow.source == transfer.source && flow.destination == transfer.destination &&
               flow.bytes == transfer.bytes && flow.start == transfer.start &&
               flow.id == transfer.id);
    }
}

/** A matrix is written as a text that reads the same, or refused with the reason. */
static void
CheckWritten(const ConnectionMatrix& matrix)
{
    std::stringstream text;
    try
    {
        WriteConnectionMatrix(text, matrix);
    }
    catch (const std::invalid_argument&) // numbers that uet-htsim does not read
    {
        Expect(text.str().empty());
        return;
    }
    const ConnectionMatrix again = ReadConnectionMatrix(text, "again.cm");
    Expect(again.nodes == matrix.nodes && again.transfers.size() == matrix.transfers.size() &&
           again.triggers.size() == matrix.triggers.size());
    std::ostringstream same;
    WriteConnectionMatrix(same, again);
    Expect(same.str() == text.str());
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try
    {
        const ConnectionMatrix matrix = ReadConnectionMatrix(in, "fuzz.cm");
        Expect(!matrix.transfers.empty());
        CheckMatrixStream(matrix, in.str());
        CheckWritten(matrix);
        RunAll(TriggerGraph(matrix.transfers, matrix.triggers, matrix.name),
               matrix.transfers.size());
        // What is left of a matrix that holds together does so too.
        for (const ConnectionMatrix& part :
             {FirstSends(matrix, 1), FirstSends(matrix, 3), InLoop(matrix, TrafficLoop::CLOSED)})
        {
            Expect(!part.transfers.empty() && part.transfers.size() <= matrix.transfers.size());
            RunAll(TriggerGraph(part.transfers, part.triggers, part.name), part.transfers.size());
        }
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
    }
    catch (const std::invalid_argument& error) // triggers that do not hold together
    {
        Expect(std::string(error.what()).rfind("fuzz.cm:", 0) == 0);
    }
    return 0;
}
