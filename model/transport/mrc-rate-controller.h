/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RATE_CONTROLLER_H
#define MRC_RATE_CONTROLLER_H

#include "mrc-congestion-events.h"
#include "mrc-custom-window.h"
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
 * OnCongestion, OnLoss, Restore, OnShorterBaseRtt, LimitWindow, Resume. A new algorithm is a file,
 * an enumerator of CcAlgorithm and a case of Make. A user's own one is a CustomController, which
 * needs no change here.
 */
class RateController
{
  public:
    /**
     * @param config the user's settings
     * @param path the values that the controller's constants are derived from
     * @param draws random numbers of a user's own algorithm
     */
    RateController(const CcConfig& config, const NsccPath& path, KeyedDraws draws = KeyedDraws())
        : m_algorithm(Make(config, path, draws))
    {
        ReadWindow();
    }

    /** A window of NSCC. @param algorithm with constants that others may share */
    explicit RateController(const Nscc& algorithm)
        : m_algorithm(algorithm)
    {
        ReadWindow();
    }

    /** A window that nothing changes. @param window bytes
     */
    explicit RateController(const FixedWindow& window)
        : m_algorithm(window)
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

    /** @return the largest window in bytes */
    int64_t MaxWindow() const
    {
        return static_cast<int64_t>(
            Ask(m_algorithm, [](const auto& algorithm) { return algorithm.MaxWindow(); }));
    }

    /** @return payload bytes in flight */
    int64_t InFlight() const
    {
        return m_inFlight;
    }

    /** A packet was sent. @param bytes of payload */
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
     * @param event the facts of the report; its inFlight is filled in here
     * @param released bytes that were acknowledged and released since the last SACK: to the
     *        algorithm they are acknowledged now
     */
    void OnAck(AckEvent event, uint32_t released = 0)
    {
        m_inFlight -= event.bytes;
        event.inFlight = m_inFlight;
        event.bytes += released;
        Ask(m_algorithm, [&event](auto& algorithm) { algorithm.OnAck(event); });
        ReadWindow();
    }

    /** A trim was reported. @param event the facts of the report; its inFlight is filled in here */
    void OnCongestion(CongestionEvent event)
    {
        m_inFlight -= event.bytes;
        event.inFlight = m_inFlight;
        Ask(m_algorithm, [&event](auto& algorithm) { algorithm.OnCongestion(event); });
        ReadWindow();
    }

    /** A packet in flight was found to be lost. */
    void OnLoss(const LossEvent& event)
    {
        m_inFlight -= event.bytes;
        Ask(m_algorithm, [&event](auto& algorithm) { algorithm.OnLoss(event); });
        ReadWindow();
    }

    /** A loss proved to be none. @param bytes that the loss took off the window, at least 0 */
    void Restore(int64_t bytes)
    {
        Ask(m_algorithm, [bytes](auto& algorithm) { algorithm.Restore(bytes); });
        ReadWindow();
    }

    /** The base RTT is shorter than the known one. */
    void OnShorterBaseRtt(Span baseRtt)
    {
        Ask(m_algorithm, [baseRtt](auto& algorithm) { algorithm.OnShorterBaseRtt(baseRtt); });
        ReadWindow();
    }

    /**
     * Tells the algorithm something that is no matter of packets and comes seldom.
     *
     * @param news a function of the algorithm, of whichever kind, as LimitWindow or Resume of its
     *        contract
     */
    template <class News>
    void Tell(const News& news)
    {
        Ask(m_algorithm, news);
        ReadWindow();
    }

  private:
    using Algorithm = std::variant<Nscc, FixedWindow, CustomWindow>;

    static constexpr double UNLIMITED = 1ULL << 50; //!< bytes: more than any MPR lets in flight

    static Algorithm Make(const CcConfig& config, const NsccPath& path, KeyedDraws draws)
    {
        const NsccConstants constants = NsccConstants::Derive(config, path);
        if (config.custom != nullptr)
        {
            return CustomWindow((*config.custom)({path, constants.maxWindow, draws}),
                                constants.maxWindow);
        }
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

    /** As std::visit, but that NSCC, by far the most used, costs one comparison. */
    template <class Variant, class Question>
    static auto Ask(Variant& algorithm, const Question& question)
        -> decltype(question(*std::get_if<Nscc>(&algorithm)))
    {
        auto* const nscc = std::get_if<Nscc>(&algorithm);
        return __builtin_expect(nscc != nullptr, 1) ? question(*nscc)
                                                    : std::visit(question, algorithm);
    }

    void ReadWindow()
    {
        m_window = static_cast<int64_t>(
            Ask(m_algorithm, [](const auto& algorithm) { return algorithm.Window(); }));
    }

    Algorithm m_algorithm;
    int64_t m_window{0};   //!< the algorithm's, in whole bytes
    int64_t m_inFlight{0}; //!< payload bytes
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RATE_CONTROLLER_H */
