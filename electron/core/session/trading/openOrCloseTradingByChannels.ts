/** Decides the phase of one signed-in session: closes trading at once when a private channel is not live, and opens it after everything was read back. Reads nothing itself. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { PrivateChannel } from '../../../../shared/broker/stream/streamMessages.ts'
import type { LinkState, Session } from '../../../../shared/contract/status.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { CustomerReconciliation } from '../../reconciliation/openAndCloseCustomersByReconciliation.ts'
import { createPrivateChannels, type LostChannels } from '../../support/lostPrivateChannels.ts'
import { createPrivateChannelNotices } from './privateChannelNotices.ts'

export interface SessionPhaseOptions {
  readonly clock: Clock
  readonly notices: Notices
  readonly reconciliation: Pick<CustomerReconciliation, 'hold'>
  readonly setPhase: (phase: Session['phase'], message: string | null) => void
}

export interface SessionPhase {
  /** A private channel changed its state. */
  channel(name: PrivateChannel, state: LinkState): void
  /** Private channels that are not live; null while all are. */
  lost(): LostChannels | null
  /** The channels had their time to open: from now on a channel that is not live counts as lost. */
  opened(): void
  /** Orders and trades are being read back; `why` is a sentence for the dealer. */
  reading(why: string): void
  /** Everything was read back. */
  read(): void
  /** Publishes nothing more. */
  close(): void
}

export function createSessionPhase({
  clock,
  notices,
  reconciliation,
  setPhase,
}: SessionPhaseOptions): SessionPhase {
  const channels = createPrivateChannels(clock)
  /** The channels had their time to open. */
  let watching = false
  let closed = false
  /** Why orders and trades are being read back; null once they are read. */
  let why: string | null = 'Reading orders, trades and ledger from the venue.'
  /** The phase and message that windows see. */
  let shown = ''
  const channelNotices = createPrivateChannelNotices(notices, () => (closed ? null : channels.lost()))

  const show = (phase: Session['phase'], message: string | null): void => {
    const text = `${phase} ${message}`
    if (text === shown) return
    shown = text
    setPhase(phase, message)
  }

  const settle = (): void => {
    if (closed) return
    const lost = channels.lost()
    reconciliation.hold(lost && (watching ? `${lost.words}.` : 'Its private channels are being opened.'))
    if (lost !== null && watching) {
      channelNotices.lost()
      return show(
        'channels-down',
        `${lost.words}: nothing new is sent. Canceling works; a flatten asks for the customer code.`,
      )
    }
    if (why !== null) return show('reconciling', why)
    show('ready', null)
    channelNotices.back()
  }

  reconciliation.hold('Its private channels are being opened.')
  return {
    channel(name, state) {
      channels.set(name, state)
      settle()
    },
    lost: () => channels.lost(),
    opened() {
      watching = true
      settle()
    },
    reading(next) {
      why = next
      settle()
    },
    read() {
      why = null
      settle()
    },
    close() {
      closed = true
    },
  }
}
