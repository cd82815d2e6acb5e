/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-changes.h"

#include "ns3/callback.h"
#include "ns3/uinteger.h"

#include <cinttypes>
#include <cstdio>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether an EV in this state carries no data until something brings it back */
bool
IsOutOfUse(PathState state)
{
    return state != PathState::GOOD && state != PathState::SKIP;
}

uint64_t
AttributeOf(const Ptr<Qp>& qp, const std::string& name)
{
    // Unlike Query, an attribute makes no transport of a queue pair that nobody has used.
    UintegerValue value;
    qp->GetAttribute(name, value);
    return value.Get();
}

} // namespace

void
PathChanges::Ear::Changed(const PathTransition& change)
{
    changes->Write(*this, change);
}

PathChanges::PathChanges(const std::vector<Ptr<Qp>>& queuePairs,
                         std::unique_ptr<OutputFile> file,
                         uint64_t most)
    : m_file(std::move(file)),
      m_most(most)
{
    m_file->Stream() << "time_ns,source,destination,qp,plane,ev,from,to,cause\n";
    for (const Ptr<Qp>& qp : queuePairs)
    {
        Ear& ear = m_ears.emplace_back();
        ear.changes = this;
        ear.qp = qp;
        ear.source = AttributeOf(qp, "Source");
        ear.destination = AttributeOf(qp, "Destination");
        ear.number = AttributeOf(qp, "Number");
        qp->TraceConnectWithoutContext("PathState", MakeCallback(&Ear::Changed, &ear));
    }
}

PathChanges::~PathChanges()
{
    StopListening();
}

/** Queue pairs belong to the network and outlive this: a callback left there would dangle. */
void
PathChanges::StopListening()
{
    for (Ear& ear : m_ears)
    {
        ear.qp->TraceDisconnectWithoutContext("PathState", MakeCallback(&Ear::Changed, &ear));
    }
    m_ears.clear();
}

void
PathChanges::Finish()
{
    StopListening();
    m_file->Close();
}

void
PathChanges::Write(const Ear& ear, const PathTransition& change)
{
    // Between two states in use, or two out of use, nothing changes for data.
    if (IsOutOfUse(change.from) == IsOutOfUse(change.to))
    {
        return;
    }
    // Changes beyond the limit are counted, as the file must not fill the disk.
    if (m_rows == m_most)
    {
        ++m_left;
        return;
    }
    ++m_rows;
    const int64_t ps = change.at.Ps();
    char time[32];
    std::snprintf(time, sizeof(time), "%" PRId64 ".%03" PRId64, ps / 1000, ps % 1000);
    m_file->Stream() << time << ',' << ear.source << ',' << ear.destination << ',' << ear.number
                     << ',' << +change.Plane() << ',' << change.ev.value << ',' << change.from
                     << ',' << change.to << ',' << change.cause << '\n';
    // At once, while errno is that of the write (OutputFile::Check).
    m_file->Check();
}

} // namespace mrc
} // namespace ns3
