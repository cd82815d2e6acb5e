/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ASCII_SINK_H
#define MRC_ASCII_SINK_H

#include "mrc-file-claim.h"

#include "ns3/mrc-port-sink.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

class Port;

/**
 * Writes the events of a port as lines of text: `+ 0.000001234567 nic3.p1 RDMA-Write-First ...`.
 *
 * The letter is + for a frame that is queued, - for one that begins to leave, r for one that has
 * come in. The letter is m for a frame that is marked, t for a trimmed one and d for one that ends
 * here. The time is in seconds, to a picosecond; FrameText tells the rest. A file begins with
 * ns-3's seed and run number: `# seed 1 run 1`.
 */
class AsciiSink : public PortSink
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
     * @throws std::invalid_argument naming the file if that is being written already
     * @throws std::runtime_error naming the file if that cannot be made
     */
    static void Watch(Port& port, const std::string& path);

    void See(const PortSight& sight) override;

  private:
    AsciiSink(const Port& port,
              Ptr<OutputStreamWrapper> stream,
              std::unique_ptr<FileClaim> claim = nullptr);

    const Port& m_port;                 //!< owns this sink
    std::string m_name;                 //!< the port's
    std::unique_ptr<FileClaim> m_claim; //!< null if the stream is the user's
    Ptr<OutputStreamWrapper> m_stream;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ASCII_SINK_H */
