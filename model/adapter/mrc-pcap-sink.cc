/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pcap-sink.h"

#include "mrc-lost-files.h"
#include "mrc-output-file.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-hop-trailer.h"
#include "ns3/mrc-port.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

// The file format stands in draft-ietf-opsawg-pcap; numbers are in the order of the machine that
// writes them, which the magic number tells.
constexpr uint32_t MAGIC_OF_NANOSECONDS = 0xa1b23c4d;
constexpr uint16_t MAJOR_VERSION = 2;
constexpr uint16_t MINOR_VERSION = 4;
constexpr uint32_t LINKTYPE_ETHERNET = 1;
constexpr std::size_t RECORD_HEADER_BYTES = 16;

constexpr int64_t PS_PER_NS = 1000;
constexpr int64_t NS_PER_S = 1000000000;

/** Writes a number as this machine has it. @return where the next one goes */
template <typename Number>
uint8_t*
Put(uint8_t* out, Number number)
{
    std::memcpy(out, &number, sizeof(number));
    return out + sizeof(number);
}

} // namespace

void
PcapSink::Watch(Port& port, const std::string& path, uint32_t snapLength)
{
    // The port takes the only reference, and ends the sink when the port is disposed of.
    port.Watch(Ptr<PortSink>(new PcapSink(port, path, snapLength), false));
}

PcapSink::PcapSink(const Port& port, const std::string& path, uint32_t snapLength)
    : m_port(port),
      m_codec(port.Format()),
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
    // The claim in m_claim came first: opening empties a file that another capture may be writing.
    errno = 0;
    m_file.open(path, std::ios::binary | std::ios::trunc);
    if (!m_file)
    {
        FailToWrite(path, errno);
    }
    // One buffer for all records: a header and as much of a frame as is kept.
    m_bytes.resize(RECORD_HEADER_BYTES + std::min<uint32_t>(snapLength, UINT16_MAX));
    WriteFileHeader();
}

/** The last buffer is written only now, when there is nobody to throw to. */
PcapSink::~PcapSink()
{
    errno = 0;
    m_file.close();
    if (m_file.fail() && !m_hasFailed)
    {
        LostFiles::Tell(m_path, errno);
    }
}

void
PcapSink::WriteFileHeader()
{
    uint8_t header[24];
    uint8_t* next = Put(header, MAGIC_OF_NANOSECONDS);
    next = Put(Put(next, MAJOR_VERSION), MINOR_VERSION);
    next = Put(Put(next, uint32_t{0}), uint32_t{0}); // time zone and accuracy, always 0
    Put(Put(next, m_snapLength), LINKTYPE_ETHERNET);
    m_file.write(reinterpret_cast<const char*>(header), sizeof(header));
}

void
PcapSink::See(const PortSight& sight)
{
    // Marks, trims and drops are no frames on the line; pcap has no word for them.
    if (sight.event != PortEvent::TRANSMITTING && sight.event != PortEvent::ARRIVED)
    {
        return;
    }
    // A NIC strips the FCS before a host can capture the frame.
    const uint32_t size = sight.frame.size - FCS_BYTES;
    const uint32_t kept = std::min(size, m_snapLength);
    const int64_t ns = m_port.TraceTime().Ps() / PS_PER_NS;
    uint8_t* next = Put(m_bytes.data(), static_cast<uint32_t>(ns / NS_PER_S));
    next = Put(next, static_cast<uint32_t>(ns % NS_PER_S));
    // The whole length stands in the record even if less is kept.
    next = Put(Put(next, kept), size);
    m_codec.EncodeStart(sight.frame, sight.datagram, next, kept);
    if (sight.trailer != nullptr)
    {
        WriteTrailer(next, kept, sight.frame.size, *sight.trailer);
    }
    errno = 0;
    m_file.write(reinterpret_cast<const char*>(m_bytes.data()), RECORD_HEADER_BYTES + kept);
    if (!m_file)
    {
        // The exception reaches the program that runs the simulation; the destructor need not tell
        // again.
        m_hasFailed = true;
        FailToWrite(m_path, errno);
    }
}

} // namespace mrc
} // namespace ns3
