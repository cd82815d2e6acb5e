/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRACE_SIGNATURES_H
#define MRC_TRACE_SIGNATURES_H

#include "ns3/mrc-completion-queue.h"
#include "ns3/mrc-nic-device.h"
#include "ns3/mrc-port.h"
#include "ns3/mrc-qp.h"
#include "ns3/mrc-srv6-routing-protocol.h"

#include <cstdlib>
#include <cxxabi.h>
#include <map>
#include <memory>
#include <string>
#include <typeinfo>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return the arguments of a callback of a trace source: `(ns3::Ptr<ns3::Packet const>)` */
template <typename Callback>
std::string
ArgumentsOf()
{
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> readable(
        abi::__cxa_demangle(typeid(Callback).name(), nullptr, nullptr, &status),
        &std::free);
    const std::string type = status == 0 ? readable.get() : typeid(Callback).name();
    const std::string front = "void (*)";
    return type.rfind(front, 0) == 0 ? type.substr(front.size()) : type;
}

/** @return the arguments of all callbacks that trace sources name, by that name */
inline std::map<std::string, std::string>
TraceSignatures()
{
    return {
        {"ns3::mrc::Port::PacketCallback", ArgumentsOf<Port::PacketCallback>()},
        {"ns3::mrc::Port::TrimCallback", ArgumentsOf<Port::TrimCallback>()},
        {"ns3::mrc::Port::DropCallback", ArgumentsOf<Port::DropCallback>()},
        {"ns3::mrc::Qp::CompletedCallback", ArgumentsOf<Qp::CompletedCallback>()},
        {"ns3::mrc::Qp::ResentCallback", ArgumentsOf<Qp::ResentCallback>()},
        {"ns3::mrc::Qp::PathStateCallback", ArgumentsOf<Qp::PathStateCallback>()},
        {"ns3::mrc::Qp::DeliveredCallback", ArgumentsOf<Qp::DeliveredCallback>()},
        {"ns3::mrc::Qp::StateCallback", ArgumentsOf<Qp::StateCallback>()},
        {"ns3::mrc::CompletionQueue::AddedCallback", ArgumentsOf<CompletionQueue::AddedCallback>()},
        {"ns3::mrc::Qp::BytesCallback", ArgumentsOf<Qp::BytesCallback>()},
        {"ns3::mrc::Qp::RttCallback", ArgumentsOf<Qp::RttCallback>()},
        {"ns3::mrc::Qp::NackCallback", ArgumentsOf<Qp::NackCallback>()},
        {"ns3::mrc::Qp::PlanesCallback", ArgumentsOf<Qp::PlanesCallback>()},
        {"ns3::mrc::Qp::PlaneBytesCallback", ArgumentsOf<Qp::PlaneBytesCallback>()},
        {"ns3::Packet::TracedCallback", ArgumentsOf<Packet::TracedCallback>()},
        {"ns3::mrc::NicDevice::RefusedCallback", ArgumentsOf<NicDevice::RefusedCallback>()},
        {"ns3::mrc::Srv6RoutingProtocol::DropCallback",
         ArgumentsOf<Srv6RoutingProtocol::DropCallback>()},
    };
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TRACE_SIGNATURES_H */
