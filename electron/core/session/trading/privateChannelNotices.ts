/** Reports that private channels are lost, and that they are back. Decides nothing. */

import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { LostChannels } from '../../support/lostPrivateChannels.ts'

/** The key of the notice of lost private channels: their return takes its place. */
const CHANNELS = 'private channels'

export interface PrivateChannelNotices {
  /** Channels are lost. May be called often: one notice reports a loss. */
  lost(): void
  /** Everything is live and read back. Reports nothing where no loss was reported. */
  back(): void
}

/** `lostNow`: the channels that are lost now; null where none is, or the session has ended. */
export function createPrivateChannelNotices(
  notices: Pick<Notices, 'say'>,
  lostNow: () => LostChannels | null,
): PrivateChannelNotices {
  /** A notice reports a loss, and not yet its end. */
  let lossReported = false

  /** After this turn: a connection that ends takes all its channels with it, and one notice reports them together. */
  const reportLoss = async (): Promise<void> => {
    await Promise.resolve()
    const lost = lostNow()
    if (lossReported || lost === null) return
    lossReported = true
    notices.say(
      'error',
      `Nothing new is sent for any customer: ${lost.words.replace(/^The/, 'the')}.`,
      'Orders at the venue stay live, and canceling works. Openpit may miss fills and cancels. Trading opens again once every channel is live and everything was read back.',
      { kind: 'connection', key: CHANNELS },
    )
  }

  return {
    lost: () => void reportLoss(),
    back() {
      if (lossReported)
        notices.say(
          'info',
          'All private channels are live again and everything was read back. Customers whose records agree are open for new orders.',
          null,
          { kind: 'connection', key: CHANNELS, settles: true },
        )
      lossReported = false
    },
  }
}
