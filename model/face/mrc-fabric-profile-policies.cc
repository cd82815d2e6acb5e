/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-profile.h"
#include "mrc-value-accessor.h"

#include "ns3/mrc-fabric-config.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** The empty list in words: ns-3 reads no empty texts back. */
const char* const NO_DSCPS = "none";

/** @return the number at the beginning of a text, which is taken off; nothing if it is no DSCP */
std::optional<unsigned>
TakeDscp(std::string& text)
{
    std::size_t digits = 0;
    unsigned number = 0;
    for (; digits < text.size() && digits < 3 && text[digits] >= '0' && text[digits] <= '9';
         ++digits)
    {
        number = number * 10 + static_cast<unsigned>(text[digits] - '0');
    }
    text.erase(0, digits);
    return digits != 0 && number < 64 ? std::optional<unsigned>(number) : std::nullopt;
}

/** @return the DSCPs of a list such as `10,20-23`, 2^DSCP each; nothing if it is no such list */
std::optional<uint64_t>
DscpsOf(std::string text)
{
    uint64_t dscps = 0;
    bool more = text != NO_DSCPS;
    while (more)
    {
        const std::optional<unsigned> first = TakeDscp(text);
        std::optional<unsigned> last = first;
        if (!text.empty() && text[0] == '-')
        {
            text.erase(0, 1);
            last = TakeDscp(text);
        }
        if (!first || !last || *last < *first || (!text.empty() && text[0] != ','))
        {
            return std::nullopt;
        }
        for (unsigned dscp = *first; dscp <= *last; ++dscp)
        {
            dscps |= uint64_t{1} << dscp;
        }
        more = !text.empty();
        text.erase(0, 1); // the comma, which another item follows
    }
    return dscps;
}

/** @return a list of these DSCPs */
std::string
TextOf(uint64_t dscps)
{
    std::string text;
    for (unsigned dscp = 0; dscp < 64; ++dscp)
    {
        if ((dscps >> dscp & 1) != 0)
        {
            text += (text.empty() ? "" : ",") + std::to_string(dscp);
        }
    }
    return text.empty() ? NO_DSCPS : text;
}

/** Lets texts pass that are lists of DSCPs. */
class DscpListChecker : public AttributeChecker
{
  public:
    bool Check(const AttributeValue& value) const override
    {
        const auto* const text = dynamic_cast<const StringValue*>(&value);
        return text != nullptr && DscpsOf(text->Get()).has_value();
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::StringValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "none, or DSCPs 0 .. 63 such as 10,20-23";
    }

    Ptr<AttributeValue> Create() const override
    {
        return Ptr<AttributeValue>(new StringValue(), false);
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto* const from = dynamic_cast<const StringValue*>(&source);
        auto* const to = dynamic_cast<StringValue*>(&destination);
        if (from == nullptr || to == nullptr)
        {
            return false;
        }
        *to = *from;
        return true;
    }
};

} // namespace

void
FabricProfile::AddDscpLists(TypeId tid)
{
    // A list is a text for scripts, and a mask for switches.
    const auto accessorOf = [](uint64_t FabricConfig::*list) {
        return MakeValueAccessor<FabricProfile, StringValue>(
            [list](const FabricProfile& profile) {
                return StringValue(TextOf((*profile.m_config).*list));
            },
            [list](FabricProfile& profile, const StringValue& text) {
                const std::optional<uint64_t> dscps = DscpsOf(text.Get());
                (*profile.m_config).*list = dscps.value_or((*profile.m_config).*list);
                return dscps.has_value();
            });
    };
    tid.AddAttribute(
        "TrimmableDscps",
        "Other DSCPs of data that switches may trim, beside DscpTrimmable and DscpTrimmableRetx, "
        "such as 10,20-23; data of any other DSCP is dropped where it has no room [trim-dscps]",
        StringValue(TextOf(FabricConfig().alsoTrimmable)),
        accessorOf(&FabricConfig::alsoTrimmable),
        Ptr<const AttributeChecker>(new DscpListChecker(), false));
    tid.AddAttribute(
        "ControlDscps",
        "Other DSCPs of the control class, beside DscpControl, such as 46,56: what stock stacks "
        "send with these goes there [control-dscps]",
        StringValue(TextOf(FabricConfig().alsoControl)),
        accessorOf(&FabricConfig::alsoControl),
        Ptr<const AttributeChecker>(new DscpListChecker(), false));
    tid.AddAttribute(
        "LosslessDscps",
        "DSCPs of data that switches never trim nor drop for want of room, but have its senders "
        "pause by PFC, such as 26; the data class of a paused port waits; none: no PFC "
        "[pfc-lossless]",
        StringValue(TextOf(FabricConfig().lossless)),
        accessorOf(&FabricConfig::lossless),
        Ptr<const AttributeChecker>(new DscpListChecker(), false));
}

void
FabricProfile::AddPolicies(TypeId tid)
{
    tid.AddAttribute(
        "AdmissionFactory",
        "A factory of a user's own trim or drop policy, used instead of DataLimit and such at the "
        "ports of switches: a pointer, or ns3::Name[Attribute=Value|...]; none: limits count "
        "[queue-limits]",
        PointerValue(),
        MakePointerAccessor(&FabricProfile::SetAdmissionFactory,
                            &FabricProfile::GetAdmissionFactory),
        MakePointerChecker<AdmissionFactory>());
    tid.AddAttribute(
        "MarkerFactory",
        "A factory of a user's own ECN marker, used instead of RED at the ports that mark: a "
        "pointer, or ns3::Name[Attribute=Value|...]; none: RED marks [ecn-marking]",
        PointerValue(),
        MakePointerAccessor(&FabricProfile::SetMarkerFactory, &FabricProfile::GetMarkerFactory),
        MakePointerChecker<MarkerFactory>());
}

void
FabricProfile::SetAdmissionFactory(Ptr<AdmissionFactory> factory)
{
    m_admission = factory;
    m_config->admission.reset();
    if (factory)
    {
        m_config->admission = std::make_shared<const AdmissionMaker>(
            // The fabric knows no Object, so it gets a function. The copy of the pointer keeps the
            // factory for as long as a network may ask.
            [factory](const PolicySeat& seat) { return factory->Create(seat); });
    }
}

Ptr<AdmissionFactory>
FabricProfile::GetAdmissionFactory() const
{
    return m_admission;
}

void
FabricProfile::SetMarkerFactory(Ptr<MarkerFactory> factory)
{
    m_marker = factory;
    m_config->marking.reset();
    if (factory)
    {
        m_config->marking = std::make_shared<const MarkingMaker>(
            [factory](const PolicySeat& seat) { return factory->Create(seat); });
    }
}

Ptr<MarkerFactory>
FabricProfile::GetMarkerFactory() const
{
    return m_marker;
}

} // namespace mrc
} // namespace ns3
