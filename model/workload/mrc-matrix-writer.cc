/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-stream.h"
#include "mrc-traffic-file.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t HTSIM_MOST = 0x7fffffff; //!< uet-htsim reads sizes, ids and counts as int

/** Complains about a matrix. */
[[noreturn]] void
RefuseMatrix(const ConnectionMatrix& matrix, const std::string& what)
{
    throw std::invalid_argument(matrix.name + ": " + what);
}

/** Refuses a number that uet-htsim does not read. */
void
CheckHtsimNumber(const ConnectionMatrix& matrix, const std::string& what, uint64_t number)
{
    if (number > HTSIM_MOST)
    {
        RefuseMatrix(matrix,
                     what + " is " + std::to_string(number) + "; expected at most " +
                         std::to_string(HTSIM_MOST) + ", as uet-htsim reads no more");
    }
}

/** Refuses a transfer that is no connection of the format. */
void
CheckConnection(const ConnectionMatrix& matrix, const Transfer& transfer)
{
    const std::string name = "transfer " + std::to_string(transfer.id);
    const std::pair<bool, const char*> refused[] = {
        {transfer.source == transfer.destination, " is work of a GPU"},
        {matrix.node.Holds(transfer.source, transfer.destination), " is inside a node"},
        {transfer.bytes == 0,
         " is a signal without bytes, in matrices of htsim a flow without end"},
    };
    for (const auto& [isSo, what] : refused)
    {
        if (isSo)
        {
            RefuseMatrix(matrix, name + what + "; expected bytes over the fabric");
        }
    }
    CheckHtsimNumber(matrix, "the size of " + name, transfer.bytes);
    CheckHtsimNumber(matrix, "the id of a transfer", transfer.id);
}

/** Refuses a trigger that the format does not have. */
void
CheckMatrixTrigger(const ConnectionMatrix& matrix, const Trigger& trigger)
{
    if (trigger.gate)
    {
        RefuseMatrix(matrix,
                     "trigger " + std::to_string(trigger.id) + " waits for trigger " +
                         std::to_string(*trigger.gate) +
                         " too; expected transfers that wait for one trigger each");
    }
    CheckHtsimNumber(matrix, "the id of a trigger", trigger.id);
    CheckHtsimNumber(matrix, "the count of trigger " + std::to_string(trigger.id), trigger.count);
}

/** Writes a connection. uet-htsim has to know the id before the trigger. */
void
WriteConnection(std::ostream& out, const Transfer& transfer)
{
    out << transfer.source << "->" << transfer.destination << " id " << transfer.id;
    if (transfer.startTrigger)
    {
        out << " trigger " << *transfer.startTrigger;
    }
    else
    {
        out << " start " << transfer.start.Ps();
    }
    out << " size " << transfer.bytes;
    const std::pair<const char*, TriggerId> done[] = {
        {" send_done_trigger ", transfer.sendDoneTrigger},
        {" recv_done_trigger ", transfer.recvDoneTrigger},
    };
    for (const auto& [word, trigger] : done)
    {
        if (trigger)
        {
            out << word << *trigger;
        }
    }
    out << '\n';
}

void
WriteMatrixTrigger(std::ostream& out, const Trigger& trigger)
{
    out << "trigger id " << trigger.id;
    switch (trigger.kind)
    {
    case TriggerKind::ONESHOT:
        out << " oneshot\n";
        return;
    case TriggerKind::MULTISHOT:
        out << " multishot\n";
        return;
    case TriggerKind::BARRIER:
        out << " barrier count " << trigger.count << '\n';
        return;
    }
}

/** Does something with each transfer. */
template <typename Visit>
void
VisitConnections(const ConnectionMatrix& matrix, const Visit& visit)
{
    if (!matrix.list)
    {
        for (const Transfer& transfer : matrix.transfers)
        {
            visit(transfer);
        }
        return;
    }
    FlowStreamReader reader(*matrix.list);
    for (Transfer flow; reader.Next(flow);)
    {
        visit(flow);
    }
}

} // namespace

void
WriteConnectionMatrix(std::ostream& out, const ConnectionMatrix& matrix)
{
    if (matrix.stream)
    {
        RefuseMatrix(
            matrix,
            "operations that are read as the run goes on; expected transfers and triggers that "
            "are in memory, or a list of flows");
    }
    VisitConnections(matrix, [&](const Transfer& transfer) { CheckConnection(matrix, transfer); });
    for (const Trigger& trigger : matrix.triggers)
    {
        CheckMatrixTrigger(matrix, trigger);
    }
    const uint64_t connections = matrix.list ? matrix.list->flows : matrix.transfers.size();
    CheckHtsimNumber(matrix, "the number of transfers", connections);
    out << "Nodes " << matrix.nodes << "\nConnections " << connections << '\n';
    if (!matrix.triggers.empty())
    {
        out << "Triggers " << matrix.triggers.size() << '\n';
    }
    VisitConnections(matrix, [&](const Transfer& transfer) { WriteConnection(out, transfer); });
    for (const Trigger& trigger : matrix.triggers)
    {
        WriteMatrixTrigger(out, trigger);
    }
}

} // namespace mrc
} // namespace ns3
