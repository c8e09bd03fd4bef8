/** One strange venue, checked as a stranger does it: with the addresses, the paths and what a broker tells, and nothing else. Then the client suite runs on the profile that the check wrote. */

import { WebSocket, type ClientOptions } from 'ws'
import { checkVenue, type VenueCheck } from '../../../../electron/broker/check/checkVenue.ts'
import type { SocketMaker } from '../../../../electron/net/supervisedSocket.ts'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import { PLAIN_VARIANT } from '../../../../electron/paper/apiVariants.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { customerCode } from '../../../../shared/domain/scalars.ts'
import { openCountingProxy } from '../../../fakes/venue/countingProxy.ts'
import { dealBefore, openStrangeVenue, type Mix } from '../../../fakes/venue/strange/strangeVenue.ts'
import { runClientSuite } from '../client/clientSuite.ts'
import { createSuiteVenue } from '../client/suiteVenue.ts'

const clock = clockOf(globalThis)
/** Seconds of the market per second. */
const SPEED = 0.4

/** Sockets that record every message that they send. */
const recordedSockets = (sent: string[]): SocketMaker =>
  new Proxy(WebSocket, {
    construct(maker, [url, options]: [string, ClientOptions]) {
      const socket = new maker(url, options)
      const send = socket.send.bind(socket)
      return Object.assign(socket, {
        send(text: string) {
          sent.push(text)
          send(text)
        },
      })
    },
  })

export interface MixedRun {
  readonly check: VenueCheck
  /** Method and path of every request of the check, its stream included. */
  readonly requests: readonly string[]
  /** Every message that the check sent on the stream. */
  readonly sent: readonly string[]
}

/** Checks the venue of a mix, and runs the client suite on the profile that the check made. Rejects with the first test that fails. */
export async function runMix(mix: Mix, seed: number): Promise<MixedRun> {
  // A slow market shows as much of a book as a fast one, for less work.
  const exchange = simulatedExchange({ seed: 11, clock, historyHours: 1, speed: SPEED })
  const venue = await openStrangeVenue(mix, seed, { exchange })
  const proxy = await openCountingProxy(venue.restUrl)
  try {
    const customer = customerCode.parse(venue.paper.customers[0])
    await dealBefore(venue, customer)
    const credentials = { username: venue.paper.username, password: venue.paper.password }
    const sent: string[] = []
    const { port } = new URL(proxy.restUrl)
    const { pathname } = new URL(venue.streamUrl)
    const known = venueProfile.parse({
      name: `Strange venue ${seed}`,
      kind: 'paper',
      restUrl: proxy.restUrl,
      streamUrl: `ws://127.0.0.1:${port}${pathname}`,
      paths: mix.variant.paths,
      capabilities: { amend: mix.variant.amend },
    })
    const checked = await checkVenue({
      profile: known,
      credentials,
      customer,
      clock,
      random: seededRandom(seed),
      WebSocket: recordedSockets(sent),
    })
    if (!checked.ok) throw new Error(`the check failed: ${checked.failure}`)
    const requests = [...proxy.requests]
    const at = createSuiteVenue(mix.variant, mix.freedoms)
    at.start({ profile: checked.value.profile, credentials, customer })
    try {
      await runClientSuite(at)
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${checked.value.report}`, {
        cause: error,
      })
    } finally {
      at.close()
    }
    return { check: checked.value, requests, sent }
  } finally {
    await proxy.close()
    await venue.close()
  }
}

export const PLAIN: Mix = { variant: PLAIN_VARIANT, freedoms: [] }
