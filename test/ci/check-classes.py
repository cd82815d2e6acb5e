#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/classes.py see a second class in a file, and nothing else?"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

SHELF = """
#include "mrc-shelf.h"

namespace ns3
{
namespace mrc
{

const char* const Board::NAMES[] = {"Other::Do() {", "two"};

namespace
{

constexpr char BRACE = '{';

struct Local
{
    void Do() { Board::Do(); }
};

Board::Colour
Free(const Board::Part& part)
{
    if (Board::Has(part))
    {
        return Board::Of(part); // Other::Do() {
    }
    return {};
}

} // namespace

Shelf::Shelf(int size)
    : Board::Board{size},
      Board::Other(size),
      m_book(new Book(1))
{
}

Shelf::~Shelf() = default;

std::map<Board::Part, std::function<void(int)>>
Shelf::Inner::Parts(Board::Part part) const
{
    return {};
}

template <>
bool
Shelf::Holds<Board>() const
{
    return false;
}

int
ns3::mrc::Shelf::operator()(int number)
{
    return number;
}

std::ostream&
operator<<(std::ostream& out, Board::Part part)
{
    return out;
}

} // namespace mrc
} // namespace ns3
"""


class ClassesTest(unittest.TestCase):
    """Each test has a library of two files: that above, and the one that is exempt."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "helper").mkdir()
        (self.root / ".ci").mkdir()
        for name in ("classes.py", "methods.py"):
            shutil.copy(ROOT / ".ci" / name, self.root / ".ci" / name)
        self.write("model/fabric/mrc-fabric-state.cc", "FabricDraws::FabricDraws()\n{\n}\n\nFabricState::FabricState()\n{\n}\n")
        self.write("model/face/mrc-shelf.cc", SHELF)

    def write(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def faults(self):
        """Returns what the check says."""
        command = [sys.executable, self.root / ".ci/classes.py"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1 if run.stderr else 0)
        return run.stderr

    def test_one_class_with_what_belongs_to_it(self):
        self.assertEqual(self.faults(), "")

    def test_a_second_class(self):
        for definition in (
            "void\nBoard::Do()\n{\n}\n",
            "Board::Board(Shelf::Inner part)\n    : m_part{part}\n{\n}\n",
            "bool\nBoard::operator==(const Board& other) const\n{\n}\n",
            "Board::operator bool() const\n{\n}\n",
            "Board::~Board() = default;\n",
            "std::function<void(int)>\nns3::mrc::Board::Inner::Do()\n{\n}\n",
        ):
            with self.subTest(definition):
                self.write("model/face/mrc-shelf.cc", SHELF + definition)
                self.assertEqual(
                    self.faults(),
                    "model/face/mrc-shelf.cc defines functions of Shelf, Board; expected one class in a file\n",
                )

    def test_a_helper(self):
        self.write("helper/mrc-board-helper.cc", SHELF.replace("Shelf::Inner", "Board"))
        self.assertIn("helper/mrc-board-helper.cc defines functions of Shelf, Board", self.faults())

    def test_who_is_exempt_needs_to_be(self):
        self.write("model/fabric/mrc-fabric-state.cc", "FabricState::FabricState()\n{\n}\n")
        self.assertIn("mrc-fabric-state.cc has no functions of FabricDraws", self.faults())

    def test_the_module(self):
        run = subprocess.run([sys.executable, ROOT / ".ci/classes.py"], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
