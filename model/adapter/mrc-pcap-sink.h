/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PCAP_SINK_H
#define MRC_PCAP_SINK_H

#include "mrc-file-claim.h"

#include "ns3/mrc-packet-codec.h"
#include "ns3/mrc-port-sink.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class Port;

/**
 * Writes the frames that a port sends and receives into a pcap file.
 *
 * A record is a frame as a capture on a host shows it, from the Ethernet header up to, and without,
 * the FCS. A record has the time of the first bit of a frame that leaves, or of the last bit of one
 * that comes in. Times are in nanoseconds, whatever ns-3's resolution is. Records are in the order
 * of time.
 */
class PcapSink : public PortSink
{
  public:
    /**
     * Makes the file and writes records from now on, until the port is disposed of.
     *
     * @param port the port
     * @param path of the file
     * @param snapLength bytes of a frame that are kept, 1 .. 65535
     * @throws std::invalid_argument if the snap length is 0 or the file is being written already
     * @throws std::runtime_error naming the file if that cannot be made
     */
    static void Watch(Port& port, const std::string& path, uint32_t snapLength);

    /** Closes the file; tells LostFiles if the file is not whole and no caller was told. */
    ~PcapSink() override;

    void See(const PortSight& sight) override;

  private:
    PcapSink(const Port& port, const std::string& path, uint32_t snapLength);

    void WriteFileHeader();

    const Port& m_port; //!< owns this sink
    PacketCodec m_codec;
    std::string m_path;
    FileClaim m_claim;
    std::ofstream m_file;
    uint32_t m_snapLength;
    bool m_hasFailed{false};      //!< and somebody was told
    std::vector<uint8_t> m_bytes; //!< a record with the header
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PCAP_SINK_H */
