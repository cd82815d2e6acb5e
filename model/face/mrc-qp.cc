/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp.h"

#include "mrc-peer-grant.h"
#include "mrc-qp-events.h"
#include "mrc-qp-verbs.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/mrc-rank-desk.h"
#include "ns3/mrc-rank-mail.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(Qp);

TypeId
Qp::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t =
            TypeId("ns3::mrc::Qp").SetParent<Object>().SetGroupName("Mrc").AddConstructor<Qp>();
        AddAttributes(t);
        QpEvents::AddSources(
            t,
            {&Qp::EventsInTime, &Qp::TracesFromNow, &Qp::NoteHearers, &Qp::SinksChanged});
        return t;
    }();
    return tid;
}

void
Qp::AddAttributes(TypeId tid)
{
    tid.AddAttribute("Source",
                     "Number of the NIC that posts",
                     TypeId::ATTR_GET,
                     UintegerValue(0),
                     MakeUintegerAccessor(&Qp::Source),
                     MakeUintegerChecker<uint32_t>())
        .AddAttribute("Destination",
                      "Number of the NIC that the Writes go to",
                      TypeId::ATTR_GET,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Qp::Destination),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("Number",
                      "Queue pair number, 24 bits",
                      TypeId::ATTR_GET,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Qp::Number),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("Mpr",
                      "Receive window of the peer's end in units of 128 PSNs; "
                      "may change if QpProfile::DynamicMpr is set [dynamic-mpr]",
                      TypeId::ATTR_GET | TypeId::ATTR_SET,
                      UintegerValue(QpConfig().mpr),
                      MakeUintegerAccessor(&Qp::SetMpr, &Qp::Mpr),
                      MakeUintegerChecker<uint8_t>(1, 255))
        .AddAttribute("Penalty",
                      "rcv_cwnd_pen in the SACKs of the peer's end: 64 halves the window in a "
                      "round trip. With 0 there is none, and what earlier ones took is given "
                      "back [receiver-penalty]",
                      TypeId::ATTR_GET | TypeId::ATTR_SET,
                      UintegerValue(QpConfig().penalty),
                      MakeUintegerAccessor(&Qp::SetPenalty, &Qp::Penalty),
                      MakeUintegerChecker<uint8_t>(0, 127));
}

QpEvents&
Qp::GetEvents()
{
    return *m_events;
}

/** A sink of completions may act when it is told. */
QpEvents&
Qp::EventsInTime()
{
    ActInTime();
    return *m_events;
}

void
Qp::ActInTime()
{
    if (m_nics != nullptr)
    {
        m_nics->Host().Outlook().ActInTime(m_slot);
    }
}

/** Those that are told late have missed nothing only if they came while all threads stood still. */
QpTraces&
Qp::TracesFromNow()
{
    if (m_nics != nullptr)
    {
        Nics(); // refuses then
    }
    return m_events->Traces();
}

/** Ranks that have other hearers end with a message. */
void
Qp::NoteHearers()
{
    if (RankDesk* desk = m_nics == nullptr ? nullptr : RankDeskOf(m_nics->Store()))
    {
        desk->NoteHearers(m_slot, m_events->Hearers());
    }
}

/** Each sample costs the engine time, so the engine makes samples only while somebody listens. */
void
Qp::SinksChanged()
{
    NoteHearers();
    if (m_nics != nullptr)
    {
        m_nics->Seats().Watch(m_slot, m_events->WantsSamples());
    }
}

Qp::Qp()
    : m_events(std::make_unique<QpEvents>(*this))
{
}

/**
 * From now on the engine tells this object; this object takes the place of an earlier user of the
 * slot.
 */
Qp::Qp(const QpNics& nics, SlotIndex slot, const QpEnd& own, const QpEnd& peer)
    : m_nics(&nics.own),
      m_peerNics(&nics.peer),
      m_slot(slot),
      m_own(own),
      m_other(peer),
      m_events(std::make_unique<QpEvents>(*this))
{
    m_nics->Seats().SetUser(m_slot, m_events.get());
    // At the other end for the arrivals there.
    m_peerNics->Seats().SetUser(m_slot, m_events.get());
}

Qp::~Qp()
{
    // A script may hold the other end for longer.
    if (m_peer)
    {
        m_peer->m_owner = nullptr;
    }
}

/** The queue pair itself stays with the pair's NIC; an end that a script still holds refuses from
 * now on.
 */
void
Qp::DoDispose()
{
    if (m_nics != nullptr)
    {
        // Samples end first: Watched expects a user with traces. Then nobody is told anything any
        // more.
        m_nics->Seats().Watch(m_slot, false);
        RankDesk* desk = RankDeskOf(m_nics->Store());
        if (desk != nullptr && m_events->Hearers() != 0)
        {
            desk->NoteHearers(m_slot, 0); // they hear nothing from now on
        }
        m_nics->Seats().SetUser(m_slot, nullptr);
        m_peerNics->Seats().SetUser(m_slot, nullptr);
        m_nics = nullptr;
    }
    // Sinks of these may hold queue pairs.
    m_events->SetQueues(nullptr, nullptr);
    m_verbs = VerbsState();
    if (m_peer)
    {
        m_peer->Dispose();
    }
    Object::DoDispose();
}

uint32_t
Qp::Source() const
{
    return m_own.nic;
}

uint32_t
Qp::Destination() const
{
    return m_other.nic;
}

/** The attribute is also read of a Qp that a script made without a network. */
uint32_t
Qp::Number() const
{
    return m_slot == NO_SLOT ? 0 : QpNumberOf(m_slot).value;
}

/** The window that limits this sender is the receiver's; an own one only without a network. */
uint8_t
Qp::Mpr() const
{
    if (m_nics == nullptr)
    {
        return Grant().mpr;
    }
    RequireOneRank(m_nics->Store().fabric.State(), "ns3::mrc::Qp::Mpr");
    return PeerGrant(*m_peerNics, m_slot).Mpr();
}

void
Qp::SetMpr(uint8_t units)
{
    PeerGrant(PeerNics(), m_slot).SetMpr(units);
}

uint8_t
Qp::Penalty() const
{
    if (m_nics == nullptr)
    {
        return 0;
    }
    RequireOneRank(m_nics->Store().fabric.State(), "ns3::mrc::Qp::Penalty");
    return PeerGrant(*m_peerNics, m_slot).Penalty();
}

void
Qp::SetPenalty(uint8_t penalty)
{
    PeerGrant(PeerNics(), m_slot).SetPenalty(penalty);
}

uint64_t
Qp::Write(uint64_t bytes)
{
    return QpVerbs(NicsAhead(), m_slot, m_own, m_other.nic, m_verbs).Write(bytes, std::nullopt);
}

uint64_t
Qp::WriteWithImmediate(uint64_t bytes, uint32_t immediate)
{
    return Verbs().Write(bytes, immediate);
}

void
Qp::PostSend(const WorkRequest& request)
{
    Verbs().PostSend(request);
}

void
Qp::PostReceive(uint32_t count)
{
    Verbs().PostReceive(count);
}

uint32_t
Qp::RegisterMemory(uint64_t address, uint64_t length)
{
    return Verbs().RegisterMemory(address, length);
}

void
Qp::DeregisterMemory(uint32_t rkey)
{
    Verbs().DeregisterMemory(rkey);
}

void
Qp::Modify(const QpAttributes& attributes)
{
    Verbs().Modify(attributes);
}

QpStatus
Qp::Query() const
{
    // First: a Qp without a network has no profile either.
    const QueuePairAdmin& admin = Nics().Seats().AdminOf(m_slot);

    struct Changing // what the process of the NIC alone knows
    {
        QpState state;
        WindowSample window;
    };

    Changing now{Nics().States().Of(m_slot), admin.Status().window};
    const NicStore& store = m_nics->Store();
    if (RankDesk* desk = RankDeskOf(store))
    {
        const RankTopic topic{RankCall::STATUS, QpNumberOf(m_slot).value};
        now = desk->Share(topic, OwnerOf(store, m_slot), now);
    }
    QpStatus status;
    status.state = now.state;
    status.number = QpNumberOf(m_slot);
    status.nic = m_own.nic;
    status.peerNic = m_other.nic;
    // The offer stands in the profile, which all processes have.
    status.offer = m_own.profile->Get().Offer();
    status.window = now.window;
    return status;
}

/** A script may keep a Qp for longer than the network. */
NicTable&
Qp::PresentNics() const
{
    if (m_nics == nullptr)
    {
        NS_FATAL_ERROR(
            "this ns3::mrc::Qp belongs to no NIC: Network::Connect makes queue pairs, and "
            "they end with their Network");
    }
    return *m_nics;
}

/** Every call that needs the network passes here. */
NicTable&
Qp::Nics() const
{
    NicTable& nics = PresentNics();
    RequireInTime(nics);
    return nics;
}

/** A workload that hears early is told late, and has asked for what it reads then. */
NicTable&
Qp::NicsAhead() const
{
    NicTable& nics = PresentNics();
    return nics.Host().Outlook().HearsEarly(m_slot) ? nics : Nics();
}

NicTable&
Qp::PeerNics() const
{
    Nics(); // refuses when there is no network any more
    return *m_peerNics;
}

QpVerbs
Qp::Verbs()
{
    return {Nics(), m_slot, m_own, m_other.nic, m_verbs};
}

void
Qp::SetCompletionQueues(Ptr<CompletionQueue> send, Ptr<CompletionQueue> receive)
{
    m_events->SetQueues(send, receive);
    NoteHearers();
    ActInTime();
    // Receive completions cost the NIC an entry each, so the NIC makes them only if somebody waits.
    if (receive)
    {
        Nics().Receives().Watch(m_slot);
    }
}

/**
 * Made when asked for: most scripts look at the end that posts only. That end owns the other one,
 * and is pointed back to without a count, as two counts would be a cycle.
 */
Ptr<Qp>
Qp::Peer()
{
    const QpNics others{PeerNics(), Nics()};
    if (m_owner != nullptr)
    {
        return m_owner;
    }
    if (!m_peer)
    {
        m_peer = CreateObject<Qp>(others, PeerOf(m_slot), m_other, m_own);
        m_peer->m_owner = this;
    }
    return m_peer;
}

const QueuePairCounters&
Qp::Counters() const
{
    return NicsAhead().Seats().CountersOf(m_slot);
}

const RoceCounters*
Qp::Roce() const
{
    return Nics().Seats().RoceOf(m_slot);
}

const RoceCounters*
Qp::PeerRoce() const
{
    return PeerNics().Seats().RoceOf(PeerOf(m_slot));
}

/** A script and a workload may look at both ends; the engine at one end never sees the other. */
const QueuePairCounters&
Qp::PeerCounters() const
{
    NicsAhead(); // refuses when there is no network any more
    return m_peerNics->Seats().CountersOf(PeerOf(m_slot));
}

QpPaths
Qp::Paths() const
{
    return QpPaths(Nics(), m_slot);
}

Instant
Qp::Now() const
{
    return PresentNics().Store().Now();
}

HintStep
Qp::HintOfWrite() const
{
    return m_nics == nullptr ? HintStep() : m_nics->Seats().HintOfPost(m_slot);
}

void
Qp::Tell(RequestorListener& listener)
{
    if (!m_events->Tell(listener))
    {
        ActInTime();
    }
}

/** The first listener alone is told of what is known beforehand. */
PairOutlook
Qp::Outlook(const RequestorListener& listener)
{
    NicTable& nics = PresentNics();
    if (nics.Store().plan.hostDelay == Span() || !m_events->IsFirst(listener))
    {
        return {};
    }
    return {nics.Host().Outlook(), m_peerNics->Host().Outlook(), m_slot};
}

void
Qp::Forget(RequestorListener& listener)
{
    m_events->Forget(listener);
}

} // namespace mrc
} // namespace ns3
