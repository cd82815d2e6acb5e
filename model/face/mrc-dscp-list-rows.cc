/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"
#include "mrc-text-checker.h"

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

/**
 * @return the number at the beginning of a text, which is taken off; nothing if the text begins
 * with no DSCP
 */
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

/**
 * @return the DSCPs of a list such as `10,20-23`, 2^DSCP each; nothing if the text is no such list
 */
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

} // namespace

void
DscpListRows::Add(FabricRows& rows)
{
    // A list is a text for scripts, and a mask for switches.
    const ValueForm<uint64_t, StringValue> form{
        [](const uint64_t& dscps) { return StringValue(TextOf(dscps)); },
        [](const StringValue& text) { return DscpsOf(text.Get()); },
        [] {
            return MakeTextChecker(
                [](const std::string& list) { return DscpsOf(list).has_value(); },
                "none, or DSCPs 0 .. 63 such as 10,20-23");
        }};
    rows.Row("TrimmableDscps",
             &FabricConfig::alsoTrimmable,
             form,
             "Other DSCPs of data that switches may trim, beside DscpTrimmable and "
             "DscpTrimmableRetx, such as 10,20-23. Data of any other DSCP is dropped where it "
             "has no room [trim-dscps]")
        .Row("ControlDscps",
             &FabricConfig::alsoControl,
             form,
             "Other DSCPs of the control class, beside DscpControl, such as 46,56: what stock "
             "stacks send with these goes there [control-dscps]")
        .Row("LosslessDscps",
             &FabricConfig::lossless,
             form,
             "DSCPs of data that switches never trim nor drop for want of room, such as 26. "
             "Switches have the senders of such data pause by PFC. The data class of a paused "
             "port waits. With no DSCP there is no PFC [pfc-lossless]");
}

} // namespace mrc
} // namespace ns3
