/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The watchers of a run of mrc-fabric.

#ifndef MRC_FABRIC_WATCHERS_H
#define MRC_FABRIC_WATCHERS_H

#include "mrc-fabric-options.h"

#include <iostream>
#include <memory>
#include <ostream>
#include <string>
#include <unistd.h>
#include <vector>

/** The file of --chakraTimeline, if there is one. */
class TimelineFile
{
  public:
    /** Has a run that is made behind this write into the file. */
    void Watch(const Options& o, ns3::mrc::ConnectionMatrix& matrix)
    {
        if (!o.chakraTimeline.empty())
        {
            ns3::mrc::WriteChakraTimeline(matrix, m_out);
        }
    }

    /** Makes the file, which is claimed. */
    void Open(const Options& o)
    {
        if (!o.chakraTimeline.empty())
        {
            m_file = std::make_unique<ns3::mrc::OutputFile>(o.chakraTimeline);
            m_out.rdbuf(m_file->Stream().rdbuf());
        }
    }

    /** Throws an error that names the file if that could not be written. */
    void Close()
    {
        if (m_file)
        {
            m_file->Stream().setstate(m_out.rdstate());
            m_file->Close();
        }
    }

  private:
    std::unique_ptr<ns3::mrc::OutputFile> m_file;
    std::ostream m_out{nullptr}; //!< has no file until the run is made
};

/** @return the Clustermapper of --clustermapper, which probes links; null without the option */
inline std::unique_ptr<ns3::mrc::Clustermapper>
MakeClustermapper(const Options& o, ns3::Ptr<ns3::mrc::Network> network)
{
    if (o.clustermapper.IsZero())
    {
        return nullptr;
    }
    ns3::mrc::ClustermapperConfig config;
    config.period = config.reportDelay = o.clustermapper;
    config.verdict = [](const ns3::mrc::LoopLink& link, bool bad) {
        std::cerr << ns3::Simulator::Now().GetMicroSeconds() << " us: the Clustermapper calls "
                  << ns3::mrc::TextOf(link) << (bad ? " bad" : " good") << '\n';
    };
    return std::make_unique<ns3::mrc::Clustermapper>(network, config);
}

/** @return a stream that keeps nothing, for ranks that do not speak */
inline std::ostream&
Nowhere()
{
    static std::ostream nowhere(nullptr);
    return nowhere;
}

/** Says which faults the fabric suffers, and shows progress. */
inline void
ShowRun(const Options& o, ns3::mrc::WorkloadRun& run, const std::vector<ns3::mrc::Fault>& faults)
{
    using Style = ns3::mrc::ProgressStyle;
    if (!o.isFirst)
    {
        run.ShowProgress(Nowhere(), Style::LINES);
        return;
    }
    for (const ns3::mrc::Fault& fault : faults)
    {
        std::cerr << "fault " << DescribeFault(fault, run.GetNetwork().GetTopology()) << '\n';
    }
    run.ShowProgress(std::cerr, isatty(STDERR_FILENO) != 0 ? Style::TERMINAL : Style::LINES);
}

/**
 * Has the run write rows of flows and show progress. All ranks do so alike, and all but the first
 * for nobody.
 */
inline void
WriteAndShow(const Options& o,
             ns3::mrc::WorkloadRun& run,
             const std::vector<ns3::mrc::Fault>& faults)
{
    if (!o.csv.empty() && o.isFirst)
    {
        run.WriteFlows(o.csv);
    }
    else if (!o.csv.empty())
    {
        run.WriteFlows(Nowhere());
    }
    if (!o.quiet)
    {
        ShowRun(o, run, faults);
    }
}

#endif /* MRC_FABRIC_WATCHERS_H */
