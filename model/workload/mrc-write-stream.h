/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WRITE_STREAM_H
#define MRC_WRITE_STREAM_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-requestor.h"

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
class WriteStream : private RequestorListener
{
  public:
    /**
     * @param poster posts the Writes; must outlive the stream
     * @param bytes length of each Write, 1 .. 2^32 - 1
     */
    WriteStream(Requestor& poster, uint64_t bytes);
    ~WriteStream() override;

    WriteStream(const WriteStream&) = delete;
    WriteStream& operator=(const WriteStream&) = delete;

    /**
     * Posts that many Writes now, and one more whenever one is complete.
     *
     * @param outstanding how many
     */
    void Start(uint32_t outstanding);

    /** @return the start of the stream */
    Instant Begun() const
    {
        return m_start;
    }

    /** @return Writes that were completed well */
    uint64_t CompletedCount() const
    {
        return m_completed;
    }

    /** @return when the latest of them was, host overhead included */
    Instant LatestCompletion() const
    {
        return m_latest;
    }

  private:
    void Completed(const Completion& completion) override;

    Requestor& m_poster;
    uint64_t m_bytes;
    uint64_t m_completed{0};
    Instant m_start;
    Instant m_latest;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WRITE_STREAM_H */
