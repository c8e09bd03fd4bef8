/** Book updates through ccxt, the way its own exchanges take them: `JSON.parse`, `safeFloat` of each change, `store` into its sorted side. Measures only. */

import type { StreamFrames } from './bookFrames.ts'
import type { CcxtBookSide, CcxtExchange } from '../peers.ts'

interface Level {
  readonly type: 'bid' | 'ask'
  readonly action: string
  readonly price: string
  readonly amount: string
}
interface Snapshot {
  readonly data: { readonly symbol: string; readonly bids: Level[]; readonly asks: Level[] }
}
interface Update {
  readonly channel: string
  readonly changes: readonly Level[]
}

type Side = Level['type']

/** A fresh set of books, and what puts one frame into it. */
export function ccxtBooks(exchange: CcxtExchange, { snapshots }: StreamFrames) {
  const books = new Map<string, Readonly<Record<Side, CcxtBookSide>>>()
  for (const text of snapshots) {
    const { data } = JSON.parse(text) as Snapshot
    const levels = (side: Level[]) =>
      side.map(({ price, amount }): [number, number] => [Number(price), Number(amount)])
    const { bids, asks } = exchange.orderBook({ bids: levels(data.bids), asks: levels(data.asks) })
    books.set(data.symbol, { bid: bids, ask: asks })
  }
  return (text: string): void => {
    const { channel, changes } = JSON.parse(text) as Update
    const book = books.get(channel.slice(channel.indexOf(':') + 1))
    if (!book) throw new Error(`No book for ${channel}`)
    for (const change of changes)
      book[change.type].store(
        exchange.safeFloat(change, 'price'),
        change.action === 'delete' ? 0 : exchange.safeFloat(change, 'amount'),
      )
  }
}

/** Ms of the best round over all frames, beside `JSON.parse` alone of the same text in the same run. */
export function measureCcxt(
  exchange: CcxtExchange,
  frames: StreamFrames,
  rounds: number,
): { readonly ccxtMs: number; readonly jsonMs: number } {
  const texts = frames.updates.map((frame) => frame.toString())
  let [ccxtMs, jsonMs, parsed] = [Infinity, Infinity, 0]
  for (let round = 0; round < rounds; round++) {
    const take = ccxtBooks(exchange, frames)
    const start = performance.now()
    for (const text of texts) take(text)
    const middle = performance.now()
    for (const text of texts) if (JSON.parse(text) !== null) parsed++
    ccxtMs = Math.min(ccxtMs, middle - start)
    jsonMs = Math.min(jsonMs, performance.now() - middle)
  }
  if (parsed !== rounds * texts.length) throw new Error('not all frames were parsed')
  return { ccxtMs, jsonMs }
}
