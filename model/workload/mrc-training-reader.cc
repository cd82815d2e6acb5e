/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-decimal-word.h"
#include "mrc-text-reader.h"
#include "mrc-training-job.h"

#include <algorithm>
#include <fstream>
#include <map>

namespace ns3
{
namespace mrc
{

namespace
{

/** A key whose value is a whole number. */
struct NumberKey
{
    const char* name;
    uint32_t TrainingJob::*value;
    uint32_t least;
    uint32_t most;
};

/** A key whose value may have a fraction. */
struct DecimalKey
{
    const char* name;
    double TrainingJob::*value;
    DecimalRange range;
};

constexpr uint32_t MOST_RANKS = 1U << 20;
constexpr uint32_t WIDEST = 1U << 20;

constexpr NumberKey NUMBERS[]{
    {"layers", &TrainingJob::layers, 1, 10000},
    {"hidden", &TrainingJob::hidden, 1, WIDEST},
    {"key-hidden", &TrainingJob::keyHidden, 1, WIDEST},
    {"feed-forward", &TrainingJob::feedForward, 1, WIDEST},
    {"feed-forward-matrices", &TrainingJob::feedForwardMatrices, 2, 3},
    {"experts", &TrainingJob::experts, 1, 4096},
    {"active-experts", &TrainingJob::activeExperts, 1, 4096},
    {"sequence", &TrainingJob::sequence, 1, WIDEST},
    {"element-bytes", &TrainingJob::elementBytes, 1, 8},
    {"gradient-bytes", &TrainingJob::gradientBytes, 1, 8},
    {"data", &TrainingJob::data, 1, MOST_RANKS},
    {"tensor", &TrainingJob::tensor, 1, MOST_RANKS},
    {"pipeline", &TrainingJob::pipeline, 1, MOST_RANKS},
    {"expert", &TrainingJob::expert, 1, MOST_RANKS},
    {"microbatches", &TrainingJob::microbatches, 1, 100000},
    {"microbatch-size", &TrainingJob::microbatchSize, 1, 100000},
    {"steps", &TrainingJob::steps, 1, 100000},
    {"bucket-layers", &TrainingJob::bucketLayers, 1, 10000},
    {"gpus", &TrainingJob::gpus, 1, MOST_RANKS},
    {"gpu-gbps", &TrainingJob::gpuGbps, 1, 1000000},
    {"gpu-ns", &TrainingJob::gpuNs, 0, 1000000000},
};

constexpr DecimalKey DECIMALS[]{
    {"gpu-tflops", &TrainingJob::gpuTflops, {0.001, 1e6}},
    {"layer-us", &TrainingJob::layerUs, {0.001, 1e9}},
    {"optimizer-us", &TrainingJob::optimizerUs, {0, 1e9}},
    {"shrink", &TrainingJob::shrink, {1, 1e9}},
};

constexpr const char* AXES[]{"tensor", "data", "pipeline"};         // as TrainingAxis
constexpr const char* TIMES[]{"during-backward", "after-backward"}; // as GradientTime

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
        const bool isList = key == "order" || key == "place";
        if (words.size() < 2 || (words.size() > 2 && !isList))
        {
            m_reader.Fail(words[0].at,
                          Quoted(key) + " with " + std::to_string(words.size() - 1) +
                              " values; expected " + (isList ? "KEY VALUE ..." : "KEY VALUE"));
        }
        if (!AddNumber(words) && !AddWords(words))
        {
            m_reader.Fail(words[0].at, Quoted(key) + "; expected one of " + Keys());
        }
    }

    bool AddNumber(const std::vector<Token>& words)
    {
        for (const NumberKey& key : NUMBERS)
        {
            if (words[0].text == key.name)
            {
                m_job.*key.value =
                    static_cast<uint32_t>(m_reader.Number(words[1], key.name, key.least, key.most));
                return true;
            }
        }
        for (const DecimalKey& key : DECIMALS)
        {
            if (words[0].text == key.name)
            {
                m_job.*key.value = DecimalOf(m_reader, words[1], key.name, key.range);
                return true;
            }
        }
        return false;
    }

    bool AddWords(const std::vector<Token>& words)
    {
        const std::string& key = words[0].text;
        if (key == "name")
        {
            m_job.name = words[1].text;
        }
        else if (key == "gradients")
        {
            const bool isFirst = words[1].text == TIMES[0];
            if (!isFirst && words[1].text != TIMES[1])
            {
                m_reader.Fail(words[1].at,
                              Quoted(words[1].text) + "; expected during-backward or "
                                                      "after-backward");
            }
            m_job.gradientTime =
                isFirst ? GradientTime::DURING_BACKWARD : GradientTime::AFTER_BACKWARD;
        }
        else if (key == "order")
        {
            AddOrder(words);
        }
        else if (key == "place")
        {
            AddPlace(words);
        }
        return key == "name" || key == "gradients" || key == "order" || key == "place";
    }

    void AddOrder(const std::vector<Token>& words)
    {
        std::vector<TrainingAxis> order;
        for (std::size_t i = 1; i < words.size(); ++i)
        {
            const auto found = std::find(std::begin(AXES), std::end(AXES), words[i].text);
            const auto axis = static_cast<TrainingAxis>(found - std::begin(AXES));
            if (found == std::end(AXES) ||
                std::find(order.begin(), order.end(), axis) != order.end())
            {
                m_reader.Fail(words[i].at,
                              Quoted(words[i].text) + "; expected each of tensor, data, pipeline");
            }
            order.push_back(axis);
        }
        if (order.size() != m_job.order.size())
        {
            m_reader.Fail(words[0].at,
                          "an order of " + std::to_string(order.size()) +
                              "; expected tensor, data and pipeline, innermost first");
        }
        std::copy(order.begin(), order.end(), m_job.order.begin());
    }

    void AddPlace(const std::vector<Token>& words)
    {
        std::map<uint32_t, bool> isTaken;
        for (std::size_t i = 1; i < words.size(); ++i)
        {
            const auto nic = static_cast<uint32_t>(
                m_reader.Number(words[i], "NIC of a rank", 0, words.size() - 2));
            if (isTaken[nic])
            {
                m_reader.Fail(words[i].at,
                              "NIC " + words[i].text + " again; expected one for each rank");
            }
            isTaken[nic] = true;
            m_job.place.push_back(nic);
        }
    }

    static std::string Keys()
    {
        std::string keys = "name, order, place, gradients";
        for (const NumberKey& key : NUMBERS)
        {
            keys += std::string(", ") + key.name;
        }
        for (const DecimalKey& key : DECIMALS)
        {
            keys += std::string(", ") + key.name;
        }
        return keys;
    }

    /** @return where a key stands, or else where the file ends */
    TextPosition At(const char* key) const
    {
        const auto found = m_keys.find(key);
        return found == m_keys.end() ? m_reader.End() : found->second;
    }

    void Need(bool fits, const char* key, const std::string& message) const
    {
        if (!fits)
        {
            m_reader.Fail(At(key), message);
        }
    }

    void Check() const
    {
        for (const char* key : {"layers", "hidden", "feed-forward", "sequence"})
        {
            Need(m_keys.count(key) != 0, key, std::string("no ") + key + "; expected a line of it");
        }
        Need(m_job.layers % m_job.pipeline == 0,
             "pipeline",
             std::to_string(m_job.layers) + " layers in " + std::to_string(m_job.pipeline) +
                 " stages; expected as many in each");
        Need(m_job.data % m_job.expert == 0 && m_job.experts % m_job.expert == 0,
             "expert",
             "groups of " + std::to_string(m_job.expert) + " ranks for " +
                 std::to_string(m_job.experts) + " experts; expected a divisor of data, " +
                 std::to_string(m_job.data) + ", and of experts");
        Need(m_job.activeExperts <= m_job.experts,
             "active-experts",
             "more active experts than experts; expected at most " + std::to_string(m_job.experts));
        const uint64_t ranks = uint64_t{m_job.data} * m_job.tensor * m_job.pipeline;
        Need(ranks >= 2 && ranks <= MOST_RANKS && uint64_t{m_job.data} * m_job.tensor <= MOST_RANKS,
             "data",
             "data x tensor x pipeline is not 2 .. 1048576 ranks; expected so many");
        Need(m_job.place.empty() || m_job.place.size() == ranks,
             "place",
             std::to_string(m_job.place.size()) + " places; expected " + std::to_string(ranks) +
                 ", data x tensor x pipeline");
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
