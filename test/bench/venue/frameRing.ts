/** Book updates that can be sent for ever: a seeded stretch, and behind it what puts every book back to where it began. Pure. */

import { seededFrames } from '../book/bookFrames.ts'
import type { Touch, Touches } from './words.ts'

type Kind = 'bid' | 'ask'
interface Level {
  readonly action: string
  readonly type: Kind
  readonly price: string
  readonly amount: string
}

export interface FrameRing {
  /** Text of each book's snapshot, by symbol. */
  readonly snapshots: ReadonlyMap<string, string>
  /** Sent one after the other, and from the first again after the last. */
  readonly updates: readonly Buffer[]
  readonly touch: Touches
}

/** Changes of one message on the way back. */
const CHANGES = 11

/** `names`: symbols that the seeded books go by. */
export function frameRing(names: readonly string[], updates: number): FrameRing {
  const renamed = (text: string) =>
    text.replace(/SYM(\d+)USDC_PERP/g, (all, n: string) => names[Number(n)] ?? all)
  const seeded = seededFrames(names.length, updates)
  const snapshots = new Map<string, string>()
  const touch: Record<string, Touch> = {}
  const begin = new Map<string, Map<string, string>>()
  const keyOf = (level: Level) => `${level.type} ${level.price}`
  for (const seed of seeded.snapshots) {
    const text = renamed(seed)
    const { data } = JSON.parse(text) as { data: { symbol: string; bids: Level[]; asks: Level[] } }
    const levels = new Map<string, string>()
    for (const { price, amount } of data.bids) levels.set(`bid ${price}`, amount)
    for (const { price, amount } of data.asks) levels.set(`ask ${price}`, amount)
    begin.set(data.symbol, levels)
    // The best of each side stands first.
    touch[data.symbol] = { bid: data.bids[0]?.price ?? '', ask: data.asks[0]?.price ?? '' }
    snapshots.set(data.symbol, text)
  }
  const now = new Map([...begin].map(([symbol, levels]) => [symbol, new Map(levels)]))
  const there: Buffer[] = []
  for (const frame of seeded.updates) {
    const text = renamed(frame.toString())
    there.push(Buffer.from(text))
    const { channel, changes } = JSON.parse(text) as { channel: string; changes: Level[] }
    const book = now.get(channel.slice(channel.indexOf(':') + 1))
    for (const change of changes)
      if (change.action === 'delete') book?.delete(keyOf(change))
      else book?.set(keyOf(change), change.amount)
  }
  const back: Buffer[][] = []
  for (const [symbol, from] of begin) back.push(wayBack(symbol, now.get(symbol) ?? new Map(), from))
  return { snapshots, touch, updates: [...there, ...mixed(back)] }
}

/** Updates that turn `now` into `to`. What goes, goes first: no book may be crossed on the way. */
function wayBack(
  symbol: string,
  now: ReadonlyMap<string, string>,
  to: ReadonlyMap<string, string>,
): Buffer[] {
  const level = (action: string, key: string, amount: string): Level => {
    const [type, price = ''] = key.split(' ')
    return { action, type: type as Kind, price, amount }
  }
  const gone = [...now.keys()].filter((key) => !to.has(key)).map((key) => level('delete', key, '0'))
  const put = [...to]
    .filter(([key, amount]) => now.get(key) !== amount)
    .map(([key, amount]) => level(now.has(key) ? 'change' : 'new', key, amount))
  const all = [...gone, ...put]
  return Array.from({ length: Math.ceil(all.length / CHANGES) }, (_, n) =>
    Buffer.from(
      JSON.stringify({
        channel: `orderbook-stream:${symbol}`,
        type: 'update',
        changes: all.slice(n * CHANGES, (n + 1) * CHANGES),
      }),
    ),
  )
}

/** One of each by turns. */
function mixed(lists: readonly (readonly Buffer[])[]): Buffer[] {
  const most = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: most }, (_, n) => lists.flatMap((list) => list[n] ?? [])).flat()
}
