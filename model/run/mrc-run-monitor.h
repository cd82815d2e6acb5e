/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RUN_MONITOR_H
#define MRC_RUN_MONITOR_H

#include "mrc-interrupt.h"
#include "mrc-look-stride.h"
#include "mrc-look-times.h"
#include "mrc-progress.h"
#include "mrc-stall-watch.h"
#include "mrc-workload-run.h"

#include "ns3/mrc-flow-course.h"
#include "ns3/mrc-onlookers.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/nstime.h"

#include <chrono>
#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Looks after a run from time to time: shows its progress and stops a run that should not go on.
 *
 * One ordinary event looks. Verdicts on the flows fall at simulated times that follow from the run
 * alone (LookTimes), and `stop` at its own. Between them, some times in a second of wall time, the
 * event does less. The event then only shows progress and checks signals and the limit of wall
 * time. The flows do not notice: ordinary events change nothing in the order of the hot ones.
 */
class RunMonitor
{
  public:
    /**
     * @param driver the workload
     * @param shards the events of these count
     * @param onlookers those of the network; must outlive this
     * @param limits when to stop
     * @param reporter shows progress and warnings; may be null
     */
    RunMonitor(const FlowCourse& driver,
               const ShardSet& shards,
               Onlookers& onlookers,
               const RunLimits& limits,
               ProgressReporter* reporter);

    ~RunMonitor();
    RunMonitor(const RunMonitor&) = delete;
    RunMonitor& operator=(const RunMonitor&) = delete;

    /** Begins to look. */
    void Start();

    /** Ends looking and says how far the run came. */
    void Finish();

    /** @return the reason for stopping the simulator; empty if there is none */
    std::optional<RunEnd> Reason() const
    {
        return m_reason;
    }

    /** @return the signal that has come; 0: none */
    int Signal() const
    {
        return m_interrupt.Signal();
    }

    /**
     * @return which flows are under way, since when nothing came, and which transfers wait, in
     * words
     */
    std::string Stalls() const;

  private:
    /** A moment of wall time, the same in all ranks. */
    struct Pulse
    {
        double seconds{0};       //!< of wall time since the begin
        double lookCost{0};      //!< seconds that the look before took
        bool isSignalled{false}; //!< some rank has got a signal
    };

    void Look();
    void TakePulse();
    bool HasPulse();
    void Observe();
    LookTimes LookTimesNow() const;
    Time QuietUntil() const;
    bool IsStopTime() const;
    std::optional<RunEnd> Judge(bool isVerdict) const;
    void Warn();
    uint64_t PlacedBytes() const;
    ProgressSample Sample() const;
    void GoOn(bool isVerdict);
    void ScheduleNext();
    void ScheduleLook(Time delay);
    void Adapt(const Pulse& before);

    const FlowCourse& m_driver;
    const ShardSet& m_shards;
    Onlookers& m_onlookers;
    RunLimits m_limits;
    ProgressReporter* m_reporter;
    Interrupt m_interrupt;
    StallWatch m_watch;
    Time m_verdictAt;     //!< the next one
    Time m_warnAfter;     //!< of standing still
    std::string m_warned; //!< the latest warning
    Time m_interval;      //!< until progress is shown again
    Pulse m_pulse;        //!< of this look, or of one shortly before
    double m_lookCost{0}; //!< of the latest look, in wall seconds
    LookStride m_stride;  //!< of ranks: from a pulse to the next
    std::optional<RunEnd> m_reason;
    std::chrono::steady_clock::time_point m_begin;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_MONITOR_H */
