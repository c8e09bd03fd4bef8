/** A listener to a broker that hears what a test names, and nothing else. */

import type { BrokerListener } from '../../../electron/core/ports/broker.ts'

const ignore = (): void => {}

export const listenerOf = (more: Partial<BrokerListener>): BrokerListener => ({
  order: ignore,
  trade: ignore,
  balanceChange: ignore,
  resumed: ignore,
  channel: ignore,
  connection: ignore,
  unreadable: ignore,
  unread: ignore,
  tradeLost: ignore,
  signedOff: ignore,
  ...more,
})
