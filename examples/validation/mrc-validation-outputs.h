/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_VALIDATION_OUTPUTS_H
#define MRC_VALIDATION_OUTPUTS_H

#include "mrc-comparison.h"
#include "mrc-stream-series.h"

#include "ns3/mrc-module.h"

#include <iostream>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * The table and the files of mrc-validation. They begin with the first network, which knows whether
 * this process is the one of several ranks that prints and writes.
 */
struct ValidationOutputs
{
    std::string pcap{};       //!< prefix of captures; empty: none
    std::string seriesFile{}; //!< of each step; empty: none
    mrc::ComparisonTable::Style style{mrc::ComparisonTable::Style::TABLE};

    mrc::FirstRankSpeaks speaker{};              //!< of all networks
    std::optional<mrc::ComparisonTable> table{}; //!< nothing before the first network
    std::unique_ptr<mrc::OutputFile> series{};   //!< null: none

    /** Claims the files, opens them and prints the head, once. @param network the first one */
    void Begin(const mrc::ProgramOptions& options, mrc::Network& network)
    {
        if (!speaker.Begin(network))
        {
            return;
        }
        const bool isFirst = mrc::IsFirstRank(network);
        options.ClaimCaptures(isFirst ? pcap : "");
        table.emplace(std::cout, style);
        if (!seriesFile.empty() && isFirst)
        {
            mrc::ResultClaim claim = options.Claim();
            claim.Add(seriesFile);
            series = std::make_unique<mrc::OutputFile>(seriesFile);
            claim.Record();
            mrc::WriteSeriesHead(series->Stream());
        }
    }
};

} // namespace ns3

#endif /* MRC_VALIDATION_OUTPUTS_H */
