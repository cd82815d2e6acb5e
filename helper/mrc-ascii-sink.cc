/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ascii-sink.h"

#include "mrc-frame-text.h"
#include "mrc-output-file.h"
#include "mrc-run-origin.h"

#include "ns3/mrc-packet-bytes.h"
#include "ns3/mrc-port.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr int64_t PS_PER_S = 1000000000000;

/** @return the stream of a new file of this path */
Ptr<OutputStreamWrapper>
MakeFile(const std::string& path)
{
    errno = 0;
    if (!std::ofstream(path)) // ns-3's wrapper would abort
    {
        FailToWrite(path, errno);
    }
    return Create<OutputStreamWrapper>(path, std::ios::out);
}

} // namespace

void
AsciiSink::Watch(Port& port, Ptr<OutputStreamWrapper> stream)
{
    Connect(port, Ptr<AsciiSink>(new AsciiSink(port, stream), false));
}

void
AsciiSink::Watch(Port& port, const std::string& path)
{
    auto claim = std::make_unique<FileClaim>(path);
    Connect(port, Ptr<AsciiSink>(new AsciiSink(port, MakeFile(path), std::move(claim)), false));
}

void
AsciiSink::Connect(Port& port, Ptr<AsciiSink> sink)
{
    port.TraceConnectWithoutContext("Enqueue", MakeBoundCallback(&AsciiSink::Line<'+'>, sink));
    port.TraceConnectWithoutContext("PhyTxBegin", MakeBoundCallback(&AsciiSink::Line<'-'>, sink));
    port.TraceConnectWithoutContext("PhyRxEnd", MakeBoundCallback(&AsciiSink::Line<'r'>, sink));
    port.TraceConnectWithoutContext("Mark", MakeBoundCallback(&AsciiSink::Line<'m'>, sink));
    port.TraceConnectWithoutContext("Trim", MakeBoundCallback(&AsciiSink::Trim, sink));
    port.TraceConnectWithoutContext("Drop", MakeBoundCallback(&AsciiSink::Drop, sink));
}

AsciiSink::AsciiSink(const Port& port,
                     Ptr<OutputStreamWrapper> stream,
                     std::unique_ptr<FileClaim> claim)
    : m_port(port),
      m_name(port.Name()),
      m_codec(port.Format()),
      m_claim(std::move(claim)),
      m_stream(stream)
{
    std::ostream& out = *m_stream->GetStream();
    if (out.tellp() == std::streampos(0))
    {
        out << "# " << RunOrigin() << '\n';
    }
}

template <char LETTER>
void
AsciiSink::Line(Ptr<AsciiSink> sink, Ptr<const Packet> packet)
{
    sink->Write(LETTER, packet, "");
}

void
AsciiSink::Trim(Ptr<AsciiSink> sink, Ptr<const Packet> packet, uint32_t before)
{
    sink->Write('t', packet, " before=" + std::to_string(before));
}

void
AsciiSink::Drop(Ptr<AsciiSink> sink, Ptr<const Packet> packet, DropReason reason)
{
    sink->Write('d', packet, std::string(" reason=") + DropReasonName(reason));
}

void
AsciiSink::Write(char letter, Ptr<const Packet> packet, const std::string& end) const
{
    const int64_t at = m_port.TraceTime().Ps();
    char time[40];
    std::snprintf(time, sizeof(time), "%" PRId64 ".%012" PRId64, at / PS_PER_S, at % PS_PER_S);
    Frame frame;
    Datagram datagram;
    std::ostream& out = *m_stream->GetStream();
    out << letter << ' ' << time << ' ' << m_name << ' ';
    if (FromPacket(m_codec, packet, frame, datagram))
    {
        out << FrameText(frame, datagram);
    }
    else
    {
        out << "Unknown size=" << packet->GetSize();
    }
    out << end << '\n';
    if (!out)
    {
        throw std::runtime_error("cannot write the ascii trace of port " + m_name);
    }
}

} // namespace mrc
} // namespace ns3
