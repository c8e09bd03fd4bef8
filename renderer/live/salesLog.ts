/** The public prints that a window holds of one instrument, with every place where prints may be missing. A pure fold; forgets the oldest items only. */

import type { EpochMs } from '../../shared/base/clock.ts'
import { MARKET_TRADES_KEPT } from '../../shared/contract/contract.ts'
import type { MarketTrade, SalesTrade } from '../../shared/domain/marketTrade.ts'

export interface SalesPrint {
  readonly kind: 'print'
  /** Unique in the log, and the same as long as the print is held. */
  readonly id: number
  readonly trade: MarketTrade
}

/**
 * Prints may be missing here. `stream`: the venue's channel was not live. `link`: this window was without the core. `overflow`: more prints came at
 * once than a window takes. `unread`: the core did not receive all prints, or could not read one.
 */
export interface SalesGap {
  readonly kind: 'gap'
  readonly id: number
  readonly cause: 'stream' | 'link' | 'overflow' | 'unread'
  /** Wall clock ms; null where the time is that of the prints around it. */
  readonly from: EpochMs | null
  /** Null while it lasts, and where `from` is null. */
  readonly to: EpochMs | null
}

export type SalesItem = SalesPrint | SalesGap

export interface SalesLog {
  /** Newest last. */
  readonly items: readonly SalesItem[]
  /** Prints that came since the log began, so that a reader can count the new ones. */
  readonly arrived: number
  /** False: nothing was read yet, so that an empty list says nothing. */
  readonly isRead: boolean
  /** Since when the link to the core is lost, wall clock ms; null while it stands. */
  readonly linkLostAt: EpochMs | null
  readonly nextId: number
}

/** Items held: more than a dealer scrolls through, few enough to fold at every reading. */
export const SALES_HELD = 2_000

export const EMPTY_LOG: SalesLog = { items: [], arrived: 0, isRead: false, linkLostAt: null, nextId: 1 }

/** Whether the venue has no print: the empty list was read, and nothing can be missing since. */
export const isKnownEmpty = ({ items, isRead, linkLostAt }: SalesLog): boolean =>
  isRead && items.length === 0 && linkLostAt === null

const identityOf = ({ code, createdAt, price, amount, side }: MarketTrade): string =>
  code ?? `${createdAt} ${price} ${amount} ${side}`

type NewGap = Pick<SalesGap, 'cause' | 'from' | 'to'>

const UNREAD: NewGap = { cause: 'unread', from: null, to: null }

function append(log: SalesLog, gap: NewGap | null, trades: readonly SalesTrade[]): SalesLog {
  let { nextId } = log
  const more: SalesItem[] = gap === null ? [] : [{ kind: 'gap', id: nextId++, ...gap }]
  for (const { afterGap, ...trade } of trades) {
    const previous = more.at(-1) ?? log.items.at(-1)
    if (afterGap && previous?.kind === 'print') more.push({ kind: 'gap', id: nextId++, ...UNREAD })
    more.push({ kind: 'print', id: nextId++, trade })
  }
  if (more.length === 0) return log
  const items = [...log.items, ...more].slice(-SALES_HELD)
  return { ...log, items, arrived: log.arrived + trades.length, nextId }
}

/** Prints of the stream, newest last. As many as a window takes at once may be the rest of more. */
export const withPrints = (log: SalesLog, trades: readonly SalesTrade[]): SalesLog =>
  append(
    { ...log, isRead: true },
    trades.length >= MARKET_TRADES_KEPT ? { cause: 'overflow', from: null, to: null } : null,
    trades,
  )

/** The venue's channel is no longer live. Prints that come before it is live again stand behind the gap. */
export function streamLost(log: SalesLog, now: EpochMs): SalesLog {
  const isOpen = log.items.some((item) => item.kind === 'gap' && item.cause === 'stream' && item.to === null)
  return isOpen ? log : append(log, { cause: 'stream', from: now, to: null }, [])
}

export function streamBack(log: SalesLog, now: EpochMs): SalesLog {
  const at = log.items.findLastIndex((item) => item.kind === 'gap' && item.cause === 'stream')
  const gap = log.items[at]
  if (gap?.kind !== 'gap' || gap.to !== null) return log
  return { ...log, items: log.items.with(at, { ...gap, to: now }) }
}

export const linkLost = (log: SalesLog, now: EpochMs): SalesLog =>
  log.linkLostAt === null ? { ...log, linkLostAt: now } : log

/**
 * The newest prints that the core holds, newest last: the start, after a lost link, and again where the core found older prints or read that none is
 * missing. The core says where prints may be missing among them. Null begins anew: nobody is signed in, and the next prints may be of another venue.
 */
export function withSnapshot(log: SalesLog, trades: readonly SalesTrade[] | null, now: EpochMs): SalesLog {
  if (trades === null) return { ...EMPTY_LOG, nextId: log.nextId }
  const linked = { ...log, isRead: true, linkLostAt: null }
  const newest = log.items.findLast((item) => item.kind === 'print')
  if (trades.length === 0) {
    if (newest === undefined) return { ...linked, items: [] }
    // Prints that this window has seen stay, although the venue now says that it has none.
    return append(linked, log.items.at(-1)?.kind === 'gap' ? null : UNREAD, [])
  }
  if (newest === undefined) return append(linked, null, trades)
  const at = trades.findLastIndex((trade) => identityOf(trade) === identityOf(newest.trade))
  if (at < 0) {
    const lost: NewGap = { cause: 'link', from: log.linkLostAt, to: now }
    return append(linked, log.linkLostAt === null ? UNREAD : lost, trades)
  }
  const joined = withSnapshotPrints(log, trades)
  return { ...linked, ...joined, arrived: log.arrived + trades.length - at - 1 }
}

/** The log with its newest part as the core has it. A print or a gap that was known keeps its id. */
function withSnapshotPrints(
  log: SalesLog,
  trades: readonly SalesTrade[],
): Pick<SalesLog, 'items' | 'nextId'> {
  const [oldest] = trades
  const start = log.items.findIndex(
    (item) => item.kind === 'print' && oldest !== undefined && identityOf(item.trade) === identityOf(oldest),
  )
  const items: SalesItem[] = start < 0 ? [] : log.items.slice(0, start)
  const known = new Map<string, SalesItem[][]>()
  for (const group of printsWithGaps(log.items.slice(Math.max(0, start)))) {
    const [print] = group
    if (print?.kind !== 'print') continue
    const same = known.get(identityOf(print.trade))
    if (same) same.push(group)
    else known.set(identityOf(print.trade), [group])
  }
  let { nextId } = log
  let gaps: readonly SalesItem[] = []
  for (const { afterGap, ...trade } of trades) {
    if (afterGap && items.at(-1)?.kind === 'print')
      items.push(...(gaps.length > 0 ? gaps : [{ kind: 'gap' as const, id: nextId++, ...UNREAD }]))
    const [print, ...behind] = known.get(identityOf(trade))?.shift() ?? []
    items.push(print ?? { kind: 'print', id: nextId++, trade })
    gaps = behind
  }
  // No print behind the newest one proves that its gaps are none.
  return { items: [...items, ...gaps].slice(-SALES_HELD), nextId }
}

/** Each print with the gaps behind it. */
function printsWithGaps(items: readonly SalesItem[]): SalesItem[][] {
  const groups: SalesItem[][] = []
  for (const item of items)
    if (item.kind === 'print') groups.push([item])
    else groups.at(-1)?.push(item)
  return groups
}
