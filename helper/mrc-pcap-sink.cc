/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pcap-sink.h"

#include "mrc-lost-files.h"
#include "mrc-output-file.h"

#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-port.h"

#include <algorithm>
#include <cerrno>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** LINKTYPE_ETHERNET of the list of link-layer header types (tcpdump.org/linktypes.html). */
constexpr uint32_t LINKTYPE_ETHERNET = 1;

constexpr int64_t PS_PER_NS = 1000;
constexpr int64_t NS_PER_S = 1000000000;

} // namespace

void
PcapSink::Watch(Port& port, const std::string& path, uint32_t snapLength)
{
    Ptr<PcapSink> sink(new PcapSink(port, path, snapLength), false);
    port.TraceConnectWithoutContext("PhyTxBegin", MakeBoundCallback(&PcapSink::Write, sink));
    port.TraceConnectWithoutContext("PhyRxEnd", MakeBoundCallback(&PcapSink::Write, sink));
}

PcapSink::PcapSink(const Port& port, const std::string& path, uint32_t snapLength)
    : m_port(port),
      m_path(path),
      m_claim(path),
      m_snapLength(snapLength)
{
    if (snapLength == 0)
    {
        throw std::invalid_argument("capture " + path +
                                    ": a snap length of 0 bytes keeps nothing; expected 1 .. 65535 "
                                    "(ns3::PcapFileWrapper::CaptureSize)");
    }
    errno = 0;
    m_file.Open(path, std::ios::out | std::ios::trunc);
    if (m_file.Fail())
    {
        FailToWrite(path, errno);
    }
    m_file.Init(LINKTYPE_ETHERNET, snapLength, PcapFile::ZONE_DEFAULT, false, true);
}

PcapSink::~PcapSink()
{
    errno = 0;
    m_file.Close();
    if (m_file.Fail() && !m_hasFailed)
    {
        LostFiles::Tell(m_path, errno);
    }
}

void
PcapSink::Write(Ptr<PcapSink> sink, Ptr<const Packet> packet)
{
    const uint32_t size = packet->GetSize() - FCS_BYTES;
    const uint32_t kept = std::min(size, sink->m_snapLength);
    if (sink->m_bytes.size() < kept)
    {
        sink->m_bytes.resize(kept);
    }
    packet->CopyData(sink->m_bytes.data(), kept);
    const int64_t ns = sink->m_port.TraceTime().Ps() / PS_PER_NS;
    errno = 0;
    sink->m_file.Write(ns / NS_PER_S, ns % NS_PER_S, sink->m_bytes.data(), size);
    if (sink->m_file.Fail())
    {
        sink->m_hasFailed = true;
        FailToWrite(sink->m_path, errno);
    }
}

} // namespace mrc
} // namespace ns3
