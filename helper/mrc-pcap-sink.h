/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PCAP_SINK_H
#define MRC_PCAP_SINK_H

#include "mrc-file-claim.h"

#include "ns3/packet.h"
#include "ns3/pcap-file.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class Port;

/**
 * Writes what a port sends and receives into a pcap file of Ethernet frames.
 *
 * A record is a frame as a capture on a host shows it, from the Ethernet header up to, and without,
 * the FCS. Its time is that of the first bit of a frame that leaves, and of the last bit of one
 * that comes in, in nanoseconds whatever ns-3's resolution is. Records are in the order of time.
 */
class PcapSink : public SimpleRefCount<PcapSink>
{
  public:
    /**
     * Makes the file and writes into it from now on, until the port is disposed of.
     *
     * @param port the port
     * @param path of the file
     * @param snapLength bytes of a frame that are kept, 1 .. 65535
     * @throws std::invalid_argument if the snap length is 0 or the file is being written already
     * @throws std::runtime_error naming the file if it cannot be made
     */
    static void Watch(Port& port, const std::string& path, uint32_t snapLength);

    /** Closes the file; tells LostFiles if it is not whole and nobody was told. */
    ~PcapSink();

  private:
    PcapSink(const Port& port, const std::string& path, uint32_t snapLength);

    static void Write(Ptr<PcapSink> sink, Ptr<const Packet> packet);

    const Port& m_port; //!< its trace sources own this sink
    std::string m_path;
    FileClaim m_claim;
    PcapFile m_file;
    uint32_t m_snapLength;
    bool m_hasFailed{false};      //!< and somebody was told
    std::vector<uint8_t> m_bytes; //!< what is kept of a frame
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PCAP_SINK_H */
