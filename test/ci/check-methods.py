#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/methods.py count public methods, all of them and nothing else?"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

HEADER = """
#define MAKES(x) void x();
/* class Hidden { public: void Not(); }; */
enum class Colour : uint8_t
{
    RED,
};

template <class Value>
class Shelf : public Board, private Ear
{
  public:
    typedef void (*Callback)(int number);
    using Function = std::function<void(int)>;
    static constexpr int SIZE = Size(3);

    struct Part
    {
        void Inner();
    };

    Shelf();
    explicit Shelf(int size)
        : m_size{size},
          m_book(new Book(1))
    {
        Fill();
    }
    ~Shelf() override;
    Shelf(const Shelf&) = delete;
    Shelf& operator=(const Shelf&) = delete;
    static TypeId GetTypeId();

    void Put(const Book& book, Callback callback = {}); // one
    void Put(std::vector<Book> books);                  // two
    Book& First()                                       // three
    {
        if (m_size > 0)
        {
            return m_book->Next();
        }
        return *m_book;
    }
    const Book& First() const;                          // its twin
    template <class Sort>
    void Order(Sort sort) const;                        // four
    virtual int Weight() const = 0;                     // five
    [[noreturn]] static void Fall();                    // six
    void Said(const char* text = "void Not();") override;

    int books{Count()};
    std::function<void(int)> told;

  protected:
    void Dust();

  private:
    void Fill();
    int m_size;
};
"""


class MethodsTest(unittest.TestCase):
    """Each test has a library of one header."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "helper").mkdir()
        (self.root / "model/face").mkdir(parents=True)
        (self.root / ".ci").mkdir()
        script = (ROOT / ".ci/methods.py").read_text()
        (self.root / ".ci/methods.py").write_text(script)
        self.write(HEADER + self.large(12))

    def write(self, text):
        (self.root / "model/face/mrc-shelf.h").write_text(text)

    def large(self, methods, name="Large"):
        return f"class {name}\n{{\n  public:\n" + "".join(f"    void Do{i}();\n" for i in range(methods)) + "};\n"

    def run_with(self, *options):
        command = [sys.executable, self.root / ".ci/methods.py", *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_what_counts(self):
        self.assertEqual(
            self.run_with("--list").stdout,
            "12 model/face/mrc-shelf.h: Large\n6 model/face/mrc-shelf.h: Shelf\n1 model/face/mrc-shelf.h: Part\n",
        )

    def test_all_is_well(self):
        run = self.run_with()
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_too_many(self):
        self.write(HEADER + self.large(12) + self.large(13, "Other"))
        run = self.run_with()
        self.assertEqual(run.returncode, 1)
        self.assertIn("Other has 13 public methods; expected at most 12", run.stderr)

    def test_the_module(self):
        run = subprocess.run([sys.executable, ROOT / ".ci/methods.py"], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
