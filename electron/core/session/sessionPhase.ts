/** The phase of one signed-in session: closes trading the moment a private channel is not live, and opens it after everything was read back. Reads nothing itself. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { PrivateChannel } from '../../../shared/broker/stream/streamMessages.ts'
import type { LinkState, Session } from '../../../shared/contract/status.ts'
import type { Notices } from '../support/notices.ts'
import type { CustomerReconciliation } from '../reconciliation/customerReconciliation.ts'
import { createPrivateChannels, type LostChannels } from '../support/privateChannels.ts'

/** One notice tells that private channels were lost and that they are back. */
const CHANNELS = 'private channels'

export interface SessionPhaseOptions {
  readonly clock: Clock
  readonly notices: Notices
  readonly tieOut: Pick<CustomerReconciliation, 'hold'>
  readonly setPhase: (phase: Session['phase'], message: string | null) => void
}

export interface SessionPhase {
  /** A private channel changed its state. */
  channel(name: PrivateChannel, state: LinkState): void
  /** Private channels that are not live; null while all are. */
  lost(): LostChannels | null
  /** The channels had their time to open: from now on one that is not live counts as lost. */
  opened(): void
  /** Orders and trades are being read back; `why` is a sentence for the dealer. */
  reading(why: string): void
  /** Everything was read back. */
  read(): void
  /** Says nothing more. */
  close(): void
}

export function createSessionPhase({ clock, notices, tieOut, setPhase }: SessionPhaseOptions): SessionPhase {
  const channels = createPrivateChannels(clock)
  let watching = false
  let closed = false
  /** Why orders and trades are being read back; null: they are read. */
  let why: string | null = 'Reading orders, trades and ledger from the venue.'
  let shown = ''
  /** The dealer was told of a loss and not yet of its end. */
  let told = false

  const show = (phase: Session['phase'], message: string | null): void => {
    const text = `${phase} ${message}`
    if (text === shown) return
    shown = text
    setPhase(phase, message)
  }

  /** After this turn: one connection that ends takes all channels with it, and they are told together. */
  const tellLoss = async (): Promise<void> => {
    await Promise.resolve()
    const lost = channels.lost()
    if (told || closed || lost === null) return
    told = true
    notices.say(
      'error',
      `Nothing new is sent for any customer: ${lost.words.replace(/^The/, 'the')}.`,
      'Orders at the venue stay live, and cancelling works. Fills and cancels may pass unseen. Trading opens again once every channel is live and everything was read back.',
      { kind: 'connection', key: CHANNELS },
    )
  }

  const settle = (): void => {
    if (closed) return
    const lost = channels.lost()
    tieOut.hold(lost && (watching ? `${lost.words}.` : 'Its private channels are being opened.'))
    if (lost !== null && watching) {
      void tellLoss()
      return show(
        'channels-down',
        `${lost.words}: nothing new is sent. Cancelling works; a flatten asks for the customer code.`,
      )
    }
    if (why !== null) return show('reconciling', why)
    show('ready', null)
    if (told)
      notices.say(
        'info',
        'All private channels are live again and everything was read back: customers whose records tie out are open.',
        null,
        { kind: 'connection', key: CHANNELS, settles: true },
      )
    told = false
  }

  tieOut.hold('Its private channels are being opened.')
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
