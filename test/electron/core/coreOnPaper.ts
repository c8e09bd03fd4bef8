/** A core with its real adapter, signed in to a real paper broker of any API variant; only the market is a fake. */

import { expect, onTestFinished, vi } from 'vitest'
import { openBroker } from '../../../electron/broker/broker.ts'
import type { ListedVenue } from '../../../electron/core/ports/listedVenue.ts'
import { InflatingSocket } from '../../../electron/net/inflatingSocket.ts'
import type { SocketMaker } from '../../../electron/net/supervisedSocket.ts'
import type { VariantChoices } from '../../../electron/paper/apiVariants.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { TopicName } from '../../../shared/contract/contract.ts'
import type { Caller } from '../../../shared/contract/ports.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { profileOf } from '../../fakes/venue/secondVariant.ts'
import { createCoreInMemory, topicNow } from './coreInMemory.ts'

export const caller: Caller = { windowId: 'w', allows: () => true }

/** `more` is laid over the profile that fits the variant; `socket` stands between the streams and the desk. */
export async function openCoreOnPaper(
  variant: VariantChoices,
  more: Partial<VenueProfile> = {},
  socket: SocketMaker = InflatingSocket,
) {
  const clock = clockOf(globalThis)
  const paper = await startLivePaper({ clock, transferDelayMs: 20, variant })
  onTestFinished(() => paper.close())
  const venue: ListedVenue = {
    id: 'second',
    profile: { ...profileOf(variant, paper), ...more },
    builtIn: { username: paper.username, password: paper.password },
  }
  const core = createCoreInMemory({
    clock,
    random: seededRandom(3),
    openBroker: openBroker({ clock, random: seededRandom(4), WebSocket: socket }),
    venues: [venue],
  })
  onTestFinished(() => core.close())

  const now = <T extends TopicName>(name: T) => topicNow(core, name, caller)
  const { handlers } = core
  await handlers['session.signIn'](
    { venueId: 'second', username: null, password: null, signingKey: null, keep: 'run' },
    caller,
  )
  await vi.waitFor(() => expect(now('session').phase).toBe('ready'), 8_000)
  await vi.waitFor(() => expect(now('reconciliation').map(({ open }) => open)).not.toContain(false))
  // Without a price the limits let nothing out.
  await vi.waitFor(() => expect(now('tickers')).not.toEqual([]))
  return { handlers, now, customer: paper.customers[0] as CustomerCode }
}
