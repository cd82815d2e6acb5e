/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The folder of results of mrc-training.

#ifndef MRC_TRAINING_RESULTS_H
#define MRC_TRAINING_RESULTS_H

#include "mrc-sample-options.h"

#include "ns3/mrc-module.h"

#include <cerrno>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

/** Writes what a run of a job was, and its tables, into a folder; without one, nothing. */
class TrainingFolder
{
  public:
    /** @param folder may be empty @param claim of the program @param samples and counters */
    TrainingFolder(const std::string& folder,
                   const ns3::mrc::ResultClaim& claim,
                   const SampleOptions& samples)
        : m_folder(folder),
          m_claim(claim),
          m_samples(samples)
    {
        CheckSamples(samples, folder);
    }

    /**
     * Takes the files, which must be nobody else's, and has a run write its rows of flows.
     *
     * @return the writer of samples, null without any
     */
    std::unique_ptr<ns3::mrc::Sampler> Begin(ns3::mrc::WorkloadRun& run,
                                             ns3::Ptr<ns3::mrc::Network> network)
    {
        m_isWriter = ns3::mrc::IsFirstRank(*network);
        if (m_folder.empty())
        {
            return nullptr;
        }
        const auto targets = ReadSamples(m_samples, *network); // a refusal leaves all files alone
        if (m_isWriter)
        {
            Take();
        }
        auto sampler = MakeSampler(m_samples, network, targets, m_folder, "mrc-training");
        // Other ranks write for nobody: rows of flows under way ask all ranks.
        m_isWriter ? run.WriteFlows(m_folder) : run.WriteFlows(m_nowhere);
        return sampler;
    }

    /** Writes all but flows and samples, behind the run. @param record with workload and limits */
    void End(const ns3::mrc::TrainingRun& training,
             ns3::mrc::WorkloadRun& run,
             const std::vector<ns3::mrc::Fault>& faults,
             ns3::mrc::RunRecord& record)
    {
        if (m_folder.empty())
        {
            return;
        }
        WriteTable("steps.csv", [&](std::ostream& out) { training.WriteSteps(run, out); });
        WriteTable("ranks.csv", [&](std::ostream& out) { training.WriteRanks(run, out); });
        WriteTable("collectives.csv",
                   [&](std::ostream& out) { training.WriteCollectives(run, out); });
        ns3::mrc::RunSummary summary;
        summary.Add("faults", ns3::mrc::TextOf(faults));
        summary.Add("failure mode", ns3::mrc::DescribeFailureMode(run.GetNetwork()));
        run.Summarize(summary);
        record.AddNetwork(run.GetNetwork());
        record.AddFaults(faults);
        record.AddEnd(run);
        record.AddFigures(summary);
        record.AddTables(AllFiles());
        if (m_isWriter)
        {
            summary.WriteCsv(m_folder);
            record.Write(m_folder);
        }
        if (m_samples.sai)
        {
            // The other ranks ask for all that the first one asks for.
            m_isWriter ? ns3::mrc::WriteSaiCounters(m_folder, run.GetNetwork())
                       : ns3::mrc::WriteSaiCounters(m_nowhere, run.GetNetwork());
        }
    }

  private:
    static std::vector<std::string> Files()
    {
        return {"flows.csv",
                "steps.csv",
                "ranks.csv",
                "collectives.csv",
                "summary.csv",
                "run.json"};
    }

    std::vector<std::string> AllFiles() const
    {
        std::vector<std::string> files = Files();
        const std::vector<std::string> more = SampleFiles(m_samples);
        files.insert(files.end(), more.begin(), more.end());
        return files;
    }

    void Take()
    {
        for (const std::string& file : AllFiles())
        {
            m_claim.Add(m_folder + "/" + file);
        }
        for (const std::string& file : Files())
        {
            ns3::mrc::OutputFile(m_folder, file).Close(); // empty until the end
        }
        m_claim.Record();
    }

    void WriteTable(const std::string& name, const std::function<void(std::ostream&)>& write)
    {
        if (!m_isWriter)
        {
            write(m_nowhere); // all ranks ask for what the first one writes
            return;
        }
        ns3::mrc::OutputFile file(m_folder, name);
        errno = 0;
        write(file.Stream());
        file.Check(); // at once, while errno is that of the write
        file.Close();
    }

    std::string m_folder;
    ns3::mrc::ResultClaim m_claim;
    SampleOptions m_samples;
    std::ostream m_nowhere{nullptr}; //!< keeps nothing
    bool m_isWriter{true};           //!< of several ranks: the first one
};

#endif /* MRC_TRAINING_RESULTS_H */
