/** A venue in two processes of its own, for measurements: REST on raw TCP, streams paced as asked. */

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { venueProfile, type VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { SYMBOLS, type ArrivedOrder, type StreamStart, type StreamTold, type Touches } from './words.ts'

interface Side<Start> {
  readonly start: Start
  ask(question: unknown): Promise<unknown>
  close(): Promise<void>
}

async function start<Start>(name: string, ...words: readonly string[]): Promise<Side<Start>> {
  const child: ChildProcess = fork(join(import.meta.dirname, `${name}.ts`), words, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const [first] = (await once(child, 'message')) as [Start]
  return {
    start: first,
    async ask(question) {
      const answer = once(child, 'message')
      child.send(question as object)
      return (await answer)[0] as unknown
    },
    async close() {
      child.disconnect()
      await ended
    },
  }
}

export interface BenchVenue {
  readonly profile: VenueProfile
  readonly touch: Touches
  /** Paces updates from now on; answers what was sent until now. */
  pace(perSecond: number): Promise<StreamTold>
  /** Orders that arrived since this was last asked. */
  arrived(): Promise<readonly ArrivedOrder[]>
  close(): Promise<void>
}

/** `compressed`: updates are, and the profile asks for it. `instruments`: how many the venue lists. `answerMs`: after which it answers an order. `customers`: how many have trades and ledger rows. */
export async function openBenchVenue({
  compressed = false,
  instruments = SYMBOLS.length,
  answerMs = 0,
  customers = 0,
} = {}): Promise<BenchVenue> {
  const count = String(instruments)
  const [rest, stream] = await Promise.all([
    start<{ port: number }>('rest', count, String(answerMs), String(customers)),
    start<StreamStart>('stream', count, ...(compressed ? ['compressed'] : [])),
  ])
  const { touch } = stream.start
  await rest.ask({ touch })
  return {
    profile: venueProfile.parse({
      name: 'Bench',
      kind: 'paper',
      restUrl: `http://127.0.0.1:${rest.start.port}`,
      streamUrl: `ws://127.0.0.1:${stream.start.port}`,
      stream: { compression: compressed ? 'permessage-deflate' : 'none' },
    }),
    touch,
    pace: async (perSecond) => (await stream.ask({ perSecond })) as StreamTold,
    arrived: async () => (await rest.ask({})) as readonly ArrivedOrder[],
    async close() {
      await Promise.all([rest.close(), stream.close()])
    },
  }
}
