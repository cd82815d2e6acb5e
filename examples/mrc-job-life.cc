/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Days of training jobs with nodes and links that fail: a job that goes on beside jobs that crash
// and restart from a checkpoint. Says where the days went (doc/job-life.rst).

#include "mrc-data-file.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <cerrno>
#include <functional>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

const std::string TABLES[]{"lives.csv", "seeds.csv", "summary.csv"};

void
WriteTable(const std::string& folder,
           const std::string& name,
           const std::function<void(std::ostream&)>& write)
{
    mrc::OutputFile file(folder, name);
    errno = 0;
    write(file.Stream());
    file.Check(); // at once, while errno is that of the write
    file.Close();
}

/** Writes what was lived into a folder, which holds nobody else's results. */
void
WriteFolder(const std::string& folder, const mrc::JobLives& lives, mrc::RunRecord& record)
{
    mrc::RunSummary summary;
    lives.Summarize(summary);
    summary.AddOrigin();
    WriteTable(folder, TABLES[0], [&](std::ostream& out) { lives.WriteMeans(out); });
    WriteTable(folder, TABLES[1], [&](std::ostream& out) { lives.WriteEach(out); });
    summary.WriteCsv(folder);
    record.AddFigures(summary);
    record.AddTables({TABLES[0], TABLES[1], TABLES[2]});
    record.Write(folder);
}

} // namespace

static int
Run(int argc, char* argv[])
{
    std::string life = "job-54-days.life";
    std::string folder;
    uint32_t seeds = 10;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.Usage("Lives the days of training jobs, fault by fault, without packets.");
    cmd.AddValue("life", "Jobs, and what fails how often: FILE.life", life);
    cmd.AddValue("seeds", "Lives of each job, of which the means are shown", seeds, 1, 10000);
    cmd.AddValue("csv", "Folder for lives.csv, seeds.csv, summary.csv and run.json", folder);
    cmd.AddForce();
    cmd.Parse(argc, argv);
    mrc::RunRecord record(argc, argv);
    mrc::ResultClaim claim = cmd.Claim();
    if (!folder.empty())
    {
        for (const std::string& file : TABLES)
        {
            claim.Add(folder + "/" + file);
        }
        claim.Add(folder + "/run.json");
        mrc::OutputFile(folder, "run.json").Close(); // empty until the end
        claim.Record();
    }
    const mrc::JobLives lives(DataFile(life), seeds);
    lives.WriteMeans(std::cout);
    if (!folder.empty())
    {
        record.AddLives(life, seeds, lives.Length());
        WriteFolder(folder, lives, record);
    }
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
