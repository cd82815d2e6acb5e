/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-shape-table.h"

#include <gtest/gtest.h>
#include <sstream>

namespace ns3
{
namespace mrc
{
namespace
{

/** One shape that fits and one that does not, of switches with four ports. */
std::vector<PlannedShape>
SmallShapes()
{
    ShapeQuestion question;
    question.nics = 8;
    question.nicRate = 100000000000;
    question.switchCapacity = 400000000000;
    std::vector<PlannedShape> entries = PlanShapes(question);
    entries.resize(2); // of one plane: one tier, which is too small, and two
    return entries;
}

TEST(ShapeTableTest, HasARowForEachShape)
{
    DeviceFigures figures;
    figures.switchWatts = 10;
    figures.linkPrice = 2.5;
    figures.opticRate = 100000000000;
    std::ostringstream out;
    WriteShapes(out, TableForm::CSV, SmallShapes(), figures);
    EXPECT_EQ(out.str(),
              "planes,tiers,radix,most NICs,T0,T1,T2,T3,switches,links,modules,path,local,W,price\n"
              "1,1,4,4,,,,,,,,,,,\n"
              "1,2,4,8,4,2,0,0,6,16,32,3,2,60,40\n");
}

TEST(ShapeTableTest, HasARowForEachPartThatCanFail)
{
    std::ostringstream out;
    WriteLosses(out, TableForm::CSV, SmallShapes());
    EXPECT_EQ(out.str(),
              "planes,tiers,lost,% of a plane,% of a NIC,% of a server,NICs hit\n"
              "1,2,NIC-T0 link,100,100,100,1\n"
              "1,2,T0,100,100,100,2\n"
              "1,2,T0-T1 link,50,50,50,2\n"
              "1,2,T1,50,50,50,8\n");
}

TEST(ShapeTableTest, ColumnsAreAligned)
{
    std::ostringstream out;
    WriteLosses(out, TableForm::ALIGNED, SmallShapes());
    std::istringstream lines(out.str());
    std::string first;
    std::getline(lines, first);
    for (std::string line; std::getline(lines, line);)
    {
        EXPECT_EQ(line.size(), first.size()) << line;
    }
}

TEST(ShapeTableTest, NoLineEndsInBlanks)
{
    std::ostringstream out;
    WriteShapes(out, TableForm::ALIGNED, SmallShapes(), {});
    EXPECT_EQ(out.str().find(" \n"), std::string::npos) << out.str();
}

} // namespace
} // namespace mrc
} // namespace ns3
