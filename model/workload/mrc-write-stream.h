/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WRITE_STREAM_H
#define MRC_WRITE_STREAM_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-qp.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Keeps a constant number of equal Writes outstanding on a queue pair, as bandwidth and latency
 * tests of real NICs do.
 *
 * A Write that ends badly is not replaced: the stream of a queue pair that gave up dries up.
 */
class WriteStream
{
  public:
    /**
     * @param qp who posts; a fatal error if null
     * @param bytes length of each Write, 1 .. 2^32 - 1
     */
    WriteStream(Ptr<Qp> qp, uint64_t bytes);
    ~WriteStream();

    WriteStream(const WriteStream&) = delete;
    WriteStream& operator=(const WriteStream&) = delete;

    /**
     * Posts that many Writes now, and one more whenever one is complete.
     *
     * @param outstanding how many
     */
    void Start(uint32_t outstanding);

    /** @return when it was started */
    Instant Begun() const
    {
        return m_start;
    }

    /** @return Writes that were completed well */
    uint64_t Completed() const
    {
        return m_completed;
    }

    /** @return when the latest of them was, host overhead included */
    Instant LatestCompletion() const
    {
        return m_latest;
    }

  private:
    void Continue(const Completion& completion);

    Ptr<Qp> m_qp;
    uint64_t m_bytes;
    uint64_t m_completed{0};
    Instant m_start;
    Instant m_latest;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WRITE_STREAM_H */
