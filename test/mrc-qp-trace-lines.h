/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_TRACE_LINES_H
#define MRC_QP_TRACE_LINES_H

// What all trace sources of a queue pair tell, but Completed, and when.

#include "mrc-callback-of.h"

#include "ns3/mrc-path-state.h"
#include "ns3/mrc-qp-sample.h"
#include "ns3/mrc-qp.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Writes down what the trace sources of a queue pair tell. @param out must outlive the run */
inline void
TraceLines(std::ostream& out, Qp& qp, const std::string& name)
{
    const auto line = [&out, name](const char* source) -> std::ostream& {
        return out << Simulator::Now().GetTimeStep() << ' ' << name << ' ' << source << ' ';
    };
    qp.TraceConnectWithoutContext(
        "CongestionWindow",
        CallbackOf<uint64_t, uint64_t>(
            [line](uint64_t from, uint64_t to) { line("window") << from << ' ' << to << '\n'; }));
    qp.TraceConnectWithoutContext(
        "BytesInFlight",
        CallbackOf<uint64_t, uint64_t>(
            [line](uint64_t from, uint64_t to) { line("flight") << from << ' ' << to << '\n'; }));
    qp.TraceConnectWithoutContext("Rtt", CallbackOf<const RttSample&>([line](const RttSample& s) {
                                      line("rtt") << s.rtt.Ps() << ' ' << s.at.Ps() << '\n';
                                  }));
    qp.TraceConnectWithoutContext("Nack",
                                  CallbackOf<const NackReport&>([line](const NackReport& report) {
                                      line("nack")
                                          << static_cast<int>(report.reason) << ' '
                                          << report.psn.Value() << ' ' << report.at.Ps() << '\n';
                                  }));
    qp.TraceConnectWithoutContext("Planes",
                                  CallbackOf<const PlaneStatus&>([line](const PlaneStatus& status) {
                                      line("planes") << status.own << ' ' << status.peer << ' '
                                                     << status.at.Ps() << '\n';
                                  }));
    qp.TraceConnectWithoutContext("PlaneBytes",
                                  CallbackOf<const PlaneBytes&>([line](const PlaneBytes& sent) {
                                      line("bytes") << sent.bytes[0] << ' ' << sent.bytes[1] << ' '
                                                    << sent.at.Ps() << '\n';
                                  }));
    qp.TraceConnectWithoutContext(
        "PathState",
        CallbackOf<const PathTransition&>([line](const PathTransition& change) {
            line("path") << change.ev.value << ' ' << static_cast<int>(change.from) << ' '
                         << static_cast<int>(change.to) << ' ' << change.at.Ps() << '\n';
        }));
    qp.TraceConnectWithoutContext(
        "Resent",
        CallbackOf<const Retransmission&>([line](const Retransmission& again) {
            line("resent") << static_cast<int>(again.cause) << ' ' << again.after.Ps() << '\n';
        }));
    qp.TraceConnectWithoutContext("State",
                                  CallbackOf<QpState, QpState>([line](QpState from, QpState to) {
                                      line("state") << static_cast<int>(from) << ' '
                                                    << static_cast<int>(to) << '\n';
                                  }));
    qp.TraceConnectWithoutContext("Delivered",
                                  CallbackOf<const Delivery&>([line](const Delivery& delivery) {
                                      line("delivered") << delivery.at.Ps() << '\n';
                                  }));
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_TRACE_LINES_H */
