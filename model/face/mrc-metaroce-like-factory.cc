/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-configured-factory.h"

#include "ns3/mrc-metaroce-like-window.h"

namespace ns3
{
namespace mrc
{

/** Makes windows like those of MetaRoCE's public text, with a user's settings [metaroce-like]. */
class MetaRoceLikeFactory : public ConfiguredFactory<MetaRoceLikeFactory,
                                                     MetaRoceLikeWindow,
                                                     MetaRoceLikeConfig,
                                                     decltype(&ControllerFactory::Create)>
{
  public:
    static TypeId GetTypeId();
};

NS_OBJECT_ENSURE_REGISTERED(MetaRoceLikeFactory);

TypeId
MetaRoceLikeFactory::GetTypeId()
{
    static TypeId tid = Register("ns3::mrc::MetaRoceLikeFactory", [](Rows& rows) {
        rows.Row("Increase",
                 &MetaRoceLikeConfig::increase,
                 0,
                 1000,
                 "Full packets that a window of data without marks adds, up to the receiver's "
                 "hint; own choice [metaroce-like]")
            .Row("Decrease",
                 &MetaRoceLikeConfig::decrease,
                 0,
                 1,
                 "What a mark, a trim or a loss leaves of the window, once in a base RTT; own "
                 "choice [metaroce-like]");
    });
    return tid;
}

} // namespace mrc
} // namespace ns3
