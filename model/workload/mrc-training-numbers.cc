/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-numbers.h"

#include "mrc-decimal-word.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** A key for a whole number. */
struct NumberKey
{
    const char* name;
    uint32_t TrainingJob::*value;
    uint32_t least;
    uint32_t most;
};

/** A key for a number that may have a fraction. */
struct DecimalKey
{
    const char* name;
    double TrainingJob::*value;
    DecimalRange range;
};

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
    {"data", &TrainingJob::data, 1, MOST_TRAINING_RANKS},
    {"tensor", &TrainingJob::tensor, 1, MOST_TRAINING_RANKS},
    {"pipeline", &TrainingJob::pipeline, 1, MOST_TRAINING_RANKS},
    {"expert", &TrainingJob::expert, 1, MOST_TRAINING_RANKS},
    {"microbatches", &TrainingJob::microbatches, 1, 100000},
    {"microbatch-size", &TrainingJob::microbatchSize, 1, 100000},
    {"steps", &TrainingJob::steps, 1, 100000},
    {"exchange-window", &TrainingJob::exchangeWindow, 0, MOST_TRAINING_RANKS},
    {"bucket-layers", &TrainingJob::bucketLayers, 1, 10000},
    {"gpus", &TrainingJob::gpus, 1, MOST_TRAINING_RANKS},
    {"gpu-gbps", &TrainingJob::gpuGbps, 1, 1000000},
    {"gpu-ns", &TrainingJob::gpuNs, 0, 1000000000},
};

constexpr DecimalKey DECIMALS[]{
    {"gpu-tflops", &TrainingJob::gpuTflops, {0.001, 1e6}},
    {"layer-us", &TrainingJob::layerUs, {0.001, 1e9}},
    {"optimizer-us", &TrainingJob::optimizerUs, {0, 1e9}},
    {"shrink", &TrainingJob::shrink, {1, 1e9}},
};

} // namespace

bool
ReadTrainingNumber(const TextReader& reader, const std::vector<Token>& words, TrainingJob& job)
{
    // A job has some thirty lines, so a search through the table will do.
    for (const NumberKey& key : NUMBERS)
    {
        if (words[0].text == key.name)
        {
            job.*key.value =
                static_cast<uint32_t>(reader.Number(words[1], key.name, key.least, key.most));
            return true;
        }
    }
    for (const DecimalKey& key : DECIMALS)
    {
        if (words[0].text == key.name)
        {
            job.*key.value = DecimalOf(reader, words[1], key.name, key.range);
            return true;
        }
    }
    return false;
}

std::vector<std::string>
TrainingNumberKeys()
{
    std::vector<std::string> keys;
    for (const NumberKey& key : NUMBERS)
    {
        keys.emplace_back(key.name);
    }
    for (const DecimalKey& key : DECIMALS)
    {
        keys.emplace_back(key.name);
    }
    return keys;
}

} // namespace mrc
} // namespace ns3
