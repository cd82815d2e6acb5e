/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-text-reader.h"
#include "mrc-training-job.h"
#include "mrc-training-misfit.h"
#include "mrc-training-numbers.h"
#include "mrc-training-words.h"

#include <fstream>
#include <map>

namespace ns3
{
namespace mrc
{

namespace
{

/** Keys and values of a file, which complain with their place. */
class JobReader
{
  public:
    JobReader(std::istream& in, const std::string& name)
        : m_reader(in, name)
    {
        for (std::vector<Token> words; m_reader.NextLine(words);)
        {
            Add(words);
        }
        // Only a whole file can be judged: keys stand in any order, and some fit only with others.
        Check();
    }

    const TrainingJob& Job() const
    {
        return m_job;
    }

  private:
    void Add(const std::vector<Token>& words)
    {
        const std::string& key = words[0].text;
        if (!m_keys.emplace(key, words[0].at).second)
        {
            m_reader.Fail(words[0].at, Quoted(key) + " again; expected it once");
        }
        const bool isList = IsTrainingList(key);
        if (words.size() < 2 || (words.size() > 2 && !isList))
        {
            m_reader.Fail(words[0].at,
                          Quoted(key) + " with " + std::to_string(words.size() - 1) +
                              " values; expected " + (isList ? "KEY VALUE ..." : "KEY VALUE"));
        }
        if (!ReadTrainingNumber(m_reader, words, m_job) &&
            !ReadTrainingWords(m_reader, words, m_job))
        {
            m_reader.Fail(words[0].at, Quoted(key) + "; expected one of " + Keys());
        }
    }

    static std::string Keys()
    {
        std::string keys;
        for (const auto& some : {TrainingWordKeys(), TrainingNumberKeys()})
        {
            for (const std::string& key : some)
            {
                keys += (keys.empty() ? "" : ", ") + key;
            }
        }
        return keys;
    }

    /** @return where a key stands, or else where the file ends */
    TextPosition At(const std::string& key) const
    {
        const auto found = m_keys.find(key);
        return found == m_keys.end() ? m_reader.End() : found->second;
    }

    void Check() const
    {
        // The sizes of a model are its own; every other key has a default.
        for (const char* key : {"layers", "hidden", "feed-forward", "sequence"})
        {
            if (m_keys.count(key) == 0)
            {
                m_reader.Fail(At(key), std::string("no ") + key + "; expected a line of it");
            }
        }
        if (const auto misfit = MisfitOf(m_job))
        {
            m_reader.Fail(At(misfit->key), misfit->message);
        }
    }

    TextReader m_reader;
    TrainingJob m_job;
    std::map<std::string, TextPosition> m_keys; //!< those that the file has
};

} // namespace

TrainingJob
ReadTrainingJob(std::istream& in, const std::string& name)
{
    return JobReader(in, name).Job();
}

TrainingJob
ReadTrainingJobFile(const std::string& path)
{
    std::ifstream in(path);
    if (!in)
    {
        throw ParseError(path, {1, 1}, "cannot open the file; expected a readable text");
    }
    return ReadTrainingJob(in, path);
}

} // namespace mrc
} // namespace ns3
