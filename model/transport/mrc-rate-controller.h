/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RATE_CONTROLLER_H
#define MRC_RATE_CONTROLLER_H

#include "mrc-congestion-events.h"
#include "mrc-fixed-window.h"
#include "mrc-nscc.h"
#include "mrc-qp-config.h"

#include <cstdint>
#include <variant>

namespace ns3
{
namespace mrc
{

/**
 * How many bytes may be sent now: the bytes in flight against the window of an algorithm.
 *
 * The contract of an algorithm is that of Nscc and FixedWindow: Window(), MaxWindow(), OnAck,
 * OnCongestion, OnLoss, Restore, OnShorterBaseRtt, LimitWindow. A new one is a file, an enumerator
 * of CcAlgorithm and a case of Make.
 */
class RateController
{
  public:
    /**
     * @param config what the user set
     * @param path what its constants are derived from
     */
    RateController(const CcConfig& config, const NsccPath& path)
        : m_algorithm(Make(config, NsccConstants::Derive(config, path)))
    {
        ReadWindow();
    }

    /** @return payload bytes that may be sent now, negative when too many are in flight */
    int64_t Allowance() const
    {
        return m_window - m_inFlight;
    }

    /** @return the window in bytes */
    int64_t Window() const
    {
        return m_window;
    }

    /** Another queue pair sends within the same window. */
    void Join()
    {
        ++m_sharers;
    }

    /** One of those that joined sends no more. */
    void Leave()
    {
        --m_sharers;
    }

    /** @return what each queue pair that sends within the window may expect of it, in bytes */
    int64_t Share() const
    {
        return m_window / m_sharers;
    }

    /** @return the largest window in bytes */
    int64_t MaxWindow() const
    {
        return static_cast<int64_t>(
            std::visit([](const auto& algorithm) { return algorithm.MaxWindow(); }, m_algorithm));
    }

    /** @return payload bytes in flight */
    int64_t InFlight() const
    {
        return m_inFlight;
    }

    /** A packet was sent. @param bytes its payload */
    void OnSent(uint32_t bytes)
    {
        m_inFlight += bytes;
    }

    /** Bytes left the flight without saying anything about the network. */
    void Release(uint32_t bytes)
    {
        m_inFlight -= bytes;
    }

    /**
     * A SACK came.
     *
     * @param event what it says; its inFlight is filled in here
     * @param released bytes that were acknowledged and released since the last SACK: to the
     *        algorithm they are acknowledged now
     */
    void OnAck(AckEvent event, uint32_t released = 0)
    {
        m_inFlight -= event.bytes;
        event.inFlight = m_inFlight;
        event.bytes += released;
        std::visit([&event](auto& algorithm) { algorithm.OnAck(event); }, m_algorithm);
        ReadWindow();
    }

    /** A trim was reported. @param event what it says; its inFlight is filled in here */
    void OnCongestion(CongestionEvent event)
    {
        m_inFlight -= event.bytes;
        event.inFlight = m_inFlight;
        std::visit([&event](auto& algorithm) { algorithm.OnCongestion(event); }, m_algorithm);
        ReadWindow();
    }

    /** A packet in flight was found to be lost. */
    void OnLoss(const LossEvent& event)
    {
        m_inFlight -= event.bytes;
        std::visit([&event](auto& algorithm) { algorithm.OnLoss(event); }, m_algorithm);
        ReadWindow();
    }

    /** A loss proved to be none. @param bytes that it took off the window, at least 0 */
    void Restore(int64_t bytes)
    {
        std::visit([bytes](auto& algorithm) { algorithm.Restore(bytes); }, m_algorithm);
        ReadWindow();
    }

    /** The base RTT is shorter than it was said to be. */
    void OnShorterBaseRtt(Span baseRtt)
    {
        std::visit([baseRtt](auto& algorithm) { algorithm.OnShorterBaseRtt(baseRtt); },
                   m_algorithm);
        ReadWindow();
    }

    /** The largest window is this part of the whole from now on, more than 0 and at most 1. */
    void LimitWindow(double part)
    {
        std::visit([part](auto& algorithm) { algorithm.LimitWindow(part); }, m_algorithm);
        ReadWindow();
    }

  private:
    using Algorithm = std::variant<Nscc, FixedWindow>;

    static constexpr double UNLIMITED = 1ULL << 50; //!< bytes: more than any MPR lets in flight

    static Algorithm Make(const CcConfig& config, const NsccConstants& constants)
    {
        switch (config.algorithm)
        {
        case CcAlgorithm::FIXED:
            return FixedWindow(constants.maxWindow, constants.maxWindow);
        case CcAlgorithm::NONE:
            return FixedWindow(UNLIMITED, constants.maxWindow);
        case CcAlgorithm::NSCC:
            break;
        }
        return Nscc(constants);
    }

    void ReadWindow()
    {
        m_window = static_cast<int64_t>(
            std::visit([](const auto& algorithm) { return algorithm.Window(); }, m_algorithm));
    }

    Algorithm m_algorithm;
    int64_t m_sharers{1};
    int64_t m_window{0};   //!< the algorithm's, in whole bytes
    int64_t m_inFlight{0}; //!< payload bytes
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RATE_CONTROLLER_H */
