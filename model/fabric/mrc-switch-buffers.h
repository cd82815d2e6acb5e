/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWITCH_BUFFERS_H
#define MRC_SWITCH_BUFFERS_H

#include "mrc-port-state.h"
#include "mrc-shared-array.h"
#include "mrc-shared-buffer.h"
#include "mrc-switch-ports.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The buffers of the switches of a fabric. */
struct BufferPlan
{
    uint64_t size{0};              //!< bytes of a switch; 0: queues have limits of their own
    ByClass<BufferShare> shares{}; //!< of the classes of a port
    bool hasTurns{true};           //!< whether to keep in mind which port sends next
    std::vector<uint32_t> owners;  //!< by port: number of its switch, or NO_SWITCH
};

/**
 * Holds the shared buffers of switches: how full is the buffer behind a port, and which port sends
 * next?
 *
 * Copies of this object are the same buffers: shards of a run have copies, and a buffer belongs to
 * the shard of its switch. Ports are served lazily, so each buffer has a heap of the ports with a
 * backlog, by the time when their lines become free. BufferAdmission brings a port up to date when
 * that time has come. With PFC there is no heap: see LosslessRoom.
 */
class SwitchBuffers
{
  public:
    /** @param plan the switches; none have a buffer if its size is 0 */
    explicit SwitchBuffers(const BufferPlan& plan);

    /** @return whether switches have shared buffers */
    bool Any() const
    {
        return m_any;
    }

    /** @return whether a port belongs to a switch with a shared buffer */
    bool Has(PortIndex port) const
    {
        return m_any && m_seats[port].owner != NO_SWITCH;
    }

    /** @return the buffer behind a port that Has one */
    const SharedBuffer& Of(PortIndex port) const
    {
        return m_pools[m_seats[port].owner].buffer;
    }

    /** @return the share that a class of a port may have */
    const BufferShare& Share(TrafficClass where) const
    {
        return m_shares[where];
    }

    /**
     * Names a port with a next frame that may have left. Ask again after Recount of that port.
     *
     * @param port any port of the switch
     * @param now the time
     * @return the port; NO_PORT: all are up to date
     */
    PortIndex Due(PortIndex port, Instant now);

    /** Takes notice of frames that wait at a port now, and of when its line becomes free. */
    void Recount(PortIndex index, const PortState& port);

    /** Takes notice of a frame that is about to be queued at a port. */
    void Join(PortIndex index, const PortState& port, TrafficClass where, uint32_t size);

    /** Takes notice of a frame, not a lossless one, that has left its class at a port. */
    void Leave(PortIndex index, const PortState& port, TrafficClass where, uint32_t size);

    /** @return the buffer of a switch, for lossless frames that take room there; only if Any */
    SharedBuffer& OfSwitch(uint32_t number)
    {
        return m_pools[number].buffer;
    }

    /** @return bytes of a class that are accounted by port, as those of lossless frames are not */
    static uint32_t Waiting(const PortState& port, TrafficClass where)
    {
        return port.bytes[where] - (where == TrafficClass::DATA ? port.apart : 0);
    }

  private:
    struct Turn
    {
        Instant at;
        PortIndex port;

        /** Makes the standard heap one of the earliest. */
        bool operator<(const Turn& other) const
        {
            return at != other.at ? at > other.at : port > other.port;
        }
    };

    struct alignas(64) Pool
    {
        SharedBuffer buffer;
        std::vector<Turn> turns; //!< a heap; of a port at least one where the port has a backlog
    };

    struct Seat
    {
        uint32_t owner{NO_SWITCH};
        uint64_t held{0};              //!< bytes of the buffer
        Instant due{Instant::Never()}; //!< when the turn is that counts; there may be later ones
    };

    static std::vector<Pool> PoolsOf(const BufferPlan& plan);
    static std::vector<Seat> SeatsOf(const BufferPlan& plan);
    void Expect(Seat& seat, PortIndex index, Instant at);

    bool m_any;
    bool m_hasTurns;
    ByClass<BufferShare> m_shares;
    SharedArray<Pool> m_pools; //!< by switch
    SharedArray<Seat> m_seats; //!< by port; none where switches have no buffers
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SWITCH_BUFFERS_H */
