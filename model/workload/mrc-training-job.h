/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_JOB_H
#define MRC_TRAINING_JOB_H

#include "mrc-connection-matrix.h"

#include <array>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A dimension of the ranks of a job. */
enum class TrainingAxis : uint8_t
{
    TENSOR,   //!< ranks share each layer
    DATA,     //!< ranks have the same layers and other sequences
    PIPELINE, //!< ranks have other layers
};

/** When gradients are summed over data-parallel ranks. */
enum class GradientTime : uint8_t
{
    DURING_BACKWARD, //!< those of each bucket as soon as the rank has them
    AFTER_BACKWARD,  //!< all of them then
};

/** A transformer that is trained, and how its ranks share the training [training-file]. */
struct TrainingJob
{
    std::string name{"job"};         //!< for messages
    uint32_t layers{0};              //!< of all stages
    uint32_t hidden{0};              //!< width of the model
    uint32_t keyHidden{0};           //!< width of keys and of values; 0: hidden
    uint32_t feedForward{0};         //!< width between the matrices of an expert
    uint32_t feedForwardMatrices{2}; //!< 2, or 3 with a gate
    uint32_t experts{1};             //!< of a layer
    uint32_t activeExperts{1};       //!< for each token
    uint32_t sequence{0};            //!< tokens
    uint32_t elementBytes{2};        //!< of activations
    uint32_t gradientBytes{2};       //!< of a gradient's element

    uint32_t data{1};           //!< ranks along each axis
    uint32_t tensor{1};         //!< likewise
    uint32_t pipeline{1};       //!< likewise
    uint32_t expert{1};         //!< neighbours along data that share the experts
    uint32_t microbatches{1};   //!< of a step, for each rank along data
    uint32_t microbatchSize{1}; //!< sequences
    uint32_t steps{1};          //!< in a row
    uint32_t exchangeWindow{0}; //!< messages of an exchange that a rank sends at a time; 0: all
    uint32_t bucketLayers{1};   //!< layers with gradients that are summed together
    bool recomputes{false};     //!< a backward pass of a layer repeats its forward pass first
    GradientTime gradientTime{GradientTime::DURING_BACKWARD}; //!< when sums begin
    std::array<TrainingAxis, 3> order{
        {TrainingAxis::TENSOR, TrainingAxis::DATA, TrainingAxis::PIPELINE}}; //!< innermost first
    std::vector<uint32_t> place; //!< by rank: the rank's NIC; empty: the NIC of the same number

    double gpuTflops{400};  //!< that a GPU reaches, 10^12 operations in a second
    double layerUs{0};      //!< of a layer's forward pass on a rank; 0: from gpuTflops
    double optimizerUs{0};  //!< of the end of a step
    double shrink{1};       //!< divides all times and all bytes
    uint32_t gpus{8};       //!< of a node
    uint32_t gpuGbps{3600}; //!< of links in a node
    uint32_t gpuNs{1000};   //!< likewise

    /** @return how many ranks there are */
    uint32_t Ranks() const
    {
        return data * tensor * pipeline;
    }

    /** @return parameters of a layer's attention */
    uint64_t AttentionSize() const;

    /** @return parameters of one expert of a layer */
    uint64_t ExpertSize() const;

    /** @return parameters of all layers; embeddings are left out */
    double Size() const;

    /** @return nanoseconds of a layer's forward pass of a micro-batch on a rank, shrunk */
    double ForwardNs() const;
};

/**
 * Reads a job: a line for each key and its value; see doc/training.rst.
 *
 * @param in the text
 * @param name of the file, for messages
 * @return the job, with parts that fit together
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
TrainingJob ReadTrainingJob(std::istream& in, const std::string& name);

/**
 * @param path of such a file
 * @return the job of the file
 * @throws ParseError as above, or at 1:1 if the file cannot be opened
 */
TrainingJob ReadTrainingJobFile(const std::string& path);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_JOB_H */
