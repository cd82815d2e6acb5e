/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ascii-sink.h"

#include "mrc-frame-text.h"
#include "mrc-output-file.h"
#include "mrc-run-origin.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-frame.h"
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

/** @return the first letter of a line: + - r d as in ns-3's own ascii traces, and two of our own */
char
LetterOf(PortEvent event)
{
    switch (event)
    {
    case PortEvent::ENQUEUED:
        return '+';
    case PortEvent::TRANSMITTING:
        return '-';
    case PortEvent::ARRIVED:
        return 'r';
    case PortEvent::MARKED:
        return 'm';
    case PortEvent::TRIMMED:
        return 't';
    case PortEvent::DROPPED:
        return 'd';
    }
    return '?';
}

/** @return the stream of a new file of this path */
Ptr<OutputStreamWrapper>
MakeFile(const std::string& path)
{
    errno = 0;
    // Opened once more below: ns-3's wrapper would end the program if the file cannot be made.
    if (!std::ofstream(path))
    {
        FailToWrite(path, errno);
    }
    return Create<OutputStreamWrapper>(path, std::ios::out);
}

} // namespace

void
AsciiSink::Watch(Port& port, Ptr<OutputStreamWrapper> stream)
{
    // The port takes the only reference, and ends the sink when the port is disposed of.
    port.Watch(Ptr<PortSink>(new AsciiSink(port, stream), false));
}

void
AsciiSink::Watch(Port& port, const std::string& path)
{
    // Claimed before the file is opened, which would empty that of another trace.
    auto claim = std::make_unique<FileClaim>(path);
    port.Watch(Ptr<PortSink>(new AsciiSink(port, MakeFile(path), std::move(claim)), false));
}

AsciiSink::AsciiSink(const Port& port,
                     Ptr<OutputStreamWrapper> stream,
                     std::unique_ptr<FileClaim> claim)
    : m_port(port),
      m_name(port.Name()),
      m_claim(std::move(claim)),
      m_stream(stream)
{
    std::ostream& out = *m_stream->GetStream();
    // Ports that share a stream have one line at the top of the stream. A terminal or pipe has no
    // position, and no such line.
    if (out.tellp() == std::streampos(0))
    {
        out << "# " << RunOrigin() << '\n';
    }
}

void
AsciiSink::See(const PortSight& sight)
{
    // Simulator::Now() would round to ns-3's resolution, and a double loses picoseconds after
    // hours.
    const int64_t at = m_port.TraceTime().Ps();
    char time[40];
    std::snprintf(time, sizeof(time), "%" PRId64 ".%012" PRId64, at / PS_PER_S, at % PS_PER_S);
    std::ostream& out = *m_stream->GetStream();
    out << LetterOf(sight.event) << ' ' << time << ' ' << m_name << ' '
        << FrameText(sight.frame, sight.datagram);
    if (sight.event == PortEvent::TRIMMED)
    {
        out << " before=" << sight.frame.fullSize;
    }
    if (sight.event == PortEvent::DROPPED)
    {
        out << " reason=" << DropReasonName(sight.reason);
    }
    out << '\n';
    // A full disk ends the run here: results with half a trace would look whole.
    if (!out)
    {
        throw std::runtime_error("cannot write the ascii trace of port " + m_name);
    }
}

} // namespace mrc
} // namespace ns3
