/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ASCII_SINK_H
#define MRC_ASCII_SINK_H

#include "mrc-file-claim.h"

#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

class Port;

/**
 * Writes what happens at a port as lines of text: `+ 0.000001234567 nic3.p1 RDMA-Write-First ...`.
 *
 * The letter is + for a frame that is queued, - for one that begins to leave, r for one that has
 * come in, m for one that is marked, t for one that is trimmed and d for one that ends here. The
 * time is in seconds, to a picosecond; FrameText tells the rest. A file begins with ns-3's seed and
 * run number: `# seed 1 run 1`.
 */
class AsciiSink : public SimpleRefCount<AsciiSink>
{
  public:
    /**
     * Writes lines from now on, until the port is disposed of.
     *
     * @param port the port
     * @param stream where to, shared with other ports or not
     */
    static void Watch(Port& port, Ptr<OutputStreamWrapper> stream);

    /**
     * Makes a file and writes lines into it from now on, until the port is disposed of.
     *
     * @param port the port
     * @param path of the file
     * @throws std::invalid_argument naming the file if it is being written already
     * @throws std::runtime_error naming the file if it cannot be made
     */
    static void Watch(Port& port, const std::string& path);

  private:
    AsciiSink(const Port& port,
              Ptr<OutputStreamWrapper> stream,
              std::unique_ptr<FileClaim> claim = nullptr);

    static void Connect(Port& port, Ptr<AsciiSink> sink);

    template <char LETTER>
    static void Line(Ptr<AsciiSink> sink, Ptr<const Packet> packet);
    static void Trim(Ptr<AsciiSink> sink, Ptr<const Packet> packet, uint32_t before);
    static void Drop(Ptr<AsciiSink> sink, Ptr<const Packet> packet, DropReason reason);
    void Write(char letter, Ptr<const Packet> packet, const std::string& end) const;

    const Port& m_port; //!< its trace sources own this sink
    std::string m_name; //!< the port's
    PacketCodec m_codec;
    std::unique_ptr<FileClaim> m_claim; //!< null if the stream is the user's
    Ptr<OutputStreamWrapper> m_stream;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ASCII_SINK_H */
