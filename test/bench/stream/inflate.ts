/** What compressed messages cost: a socket that only counts them, and the real market worker, each beside the same uncompressed and beside the inflation of `ws` itself. Run by hand; no key of the bench. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { WebSocket, WebSocketServer } from 'ws'
import { InflatingSocket } from '../../../electron/net/inflatingSocket.ts'
import { seededFrames } from '../book/bookFrames.ts'
import { median, rounded } from '../figures.ts'
import { measureStream } from './stream.ts'
import { compressedRing, textFrame } from '../venue/compressedRing.ts'

export const WAYS = ['uncompressed', 'inflated', 'inflated by ws'] as const
export type Way = (typeof WAYS)[number]

/** Processor time of a message, µs, each way: of this whole process, over a socket that only counts. The best of `rounds`, by turns. */
export async function measureCounting(messages: number, rounds: number): Promise<Record<Way, number>> {
  const { updates } = seededFrames(20, messages)
  const plain = Buffer.concat(updates.map((update) => textFrame(update, false)))
  const compressed = Buffer.concat(compressedRing(updates))
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: true })
  await once(server, 'listening')
  // Below the server's socket, so that sending costs next to nothing.
  server.on('connection', ({ extensions }, { socket }) =>
    socket.write(extensions === '' ? plain : compressed),
  )
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const best: Record<Way, number> = { uncompressed: Infinity, inflated: Infinity, 'inflated by ws': Infinity }
  for (let round = 0; round < rounds; round++)
    for (const way of WAYS) {
      const before = process.cpuUsage()
      const Maker = way === 'inflated' ? InflatingSocket : WebSocket
      const socket = new Maker(url, { perMessageDeflate: way !== 'uncompressed' })
      let count = 0
      let bytes = 0
      await new Promise<void>((done, failed) => {
        socket.on('error', failed)
        socket.on('message', (data: Buffer) => {
          bytes += data.length
          if (++count === updates.length) done()
        })
      })
      const { user, system } = process.cpuUsage(before)
      socket.terminate()
      if (bytes !== updates.reduce((sum, { length }) => sum + length, 0))
        throw new Error(`What was ${way} is not what was sent.`)
      best[way] = Math.min(best[way], (user + system) / messages)
    }
  server.close()
  return best
}

const WORKERS = {
  uncompressed: {},
  inflated: { compressed: true },
  'inflated by ws': { compressed: true, worker: 'wsInflates' },
} as const

/** `ws` itself does not keep up with 20,000 a second, so that no cost of a message could be measured. */
const PLAN: readonly (readonly [number, readonly Way[]])[] = [
  [5_000, WAYS],
  [20_000, ['uncompressed', 'inflated']],
]
const SECONDS = 8
const ROUNDS = 3
const MESSAGES = 10_000

async function main(): Promise<void> {
  for (const [way, us] of Object.entries(await measureCounting(MESSAGES, ROUNDS)))
    console.log(`counted only, sending included: ${way} ${rounded(us)} µs a message`)
  for (const [perSecond, ways] of PLAN) {
    const shares = new Map<Way, { readonly thread: number[]; readonly process: number[] }>(
      ways.map((way) => [way, { thread: [], process: [] }]),
    )
    for (let round = 0; round < ROUNDS; round++)
      for (const [way, { thread, process }] of shares) {
        const cost = await measureStream(perSecond, SECONDS, WORKERS[way])
        thread.push(cost.share / cost.perSecond)
        process.push(cost.processShare / cost.perSecond)
      }
    for (const [way, { thread, process }] of shares) {
      const costText = (list: readonly number[]) =>
        `${rounded(median(list) * 1e6)} µs a message, ${rounded(median(list) * perSecond * 100)} % of a core (${list.map((one) => rounded(one * 1e6)).join(', ')})`
      console.log(`${perSecond}/s ${way}: worker ${costText(thread)}; whole process ${costText(process)}`)
    }
  }
  console.log(`load ${loadavg().map(rounded).join(' ')}`)
}

if (import.meta.main) await main()
