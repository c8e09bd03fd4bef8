/** The rules of price-time matching written out as plainly as can be: every lot of a level stands in a queue. The oracle of matching tests. */

import type { ExchangeOrder, Level } from '../../../../electron/paper/exchange/exchange.ts'
import type { Side } from '../../../../shared/domain/scalars.ts'

/** Lots in a queue; `owner` is null for the market. */
interface Part {
  readonly owner: string | null
  lots: number
}

export interface Happened {
  /** `id side@ticks×lots`: resting orders that filled. */
  readonly fills: string[]
  /** `side@ticks×lots`. */
  readonly prints: string[]
}

export class ExplicitQueue {
  private readonly levels: Record<Side, Map<number, Part[]>> = { buy: new Map(), sell: new Map() }
  happened: Happened = { fills: [], prints: [] }

  private sorted(side: Side): number[] {
    return [...this.levels[side].keys()].toSorted((a, b) => (side === 'buy' ? b - a : a - b))
  }

  depth(side: Side): Level[] {
    return this.sorted(side).map((ticks) => [ticks, sum(this.levels[side].get(ticks) ?? [])])
  }

  bestOfMarket(side: Side): number | undefined {
    return this.sorted(side).find((ticks) =>
      this.levels[side].get(ticks)?.some((part) => part.owner === null),
    )
  }

  restingLots(id: string): number {
    return sum(
      [...this.levels.buy.values(), ...this.levels.sell.values()].flat().filter((part) => part.owner === id),
    )
  }

  /** The market shows `lots` at a price from now on; what crosses customers trades with them first. */
  market(side: Side, ticks: number, lots: number): void {
    const other = side === 'buy' ? 'sell' : 'buy'
    let left = lots
    for (const price of this.sorted(other)) {
      if (side === 'buy' ? price > ticks : price < ticks) break
      const part = this.front(other, price, left, side)
      left -= part
    }
    const queue = this.levels[side].get(ticks) ?? []
    const before = sum(queue.filter((part) => part.owner === null))
    if (left > before) queue.push({ owner: null, lots: left - before })
    let tooMany = Math.max(0, before - left)
    for (const part of queue.toReversed()) {
      if (part.owner !== null) continue
      const gone = Math.min(part.lots, tooMany)
      part.lots -= gone
      tooMany -= gone
    }
    this.keep(side, ticks, queue)
  }

  /** Returns what the taker got, as `ticks×lots`, best price first. */
  take(side: Side, lots: number, limit: number | null): string[] {
    const other = side === 'buy' ? 'sell' : 'buy'
    const got: string[] = []
    let left = lots
    for (const price of this.sorted(other)) {
      if (left === 0 || (limit !== null && (side === 'buy' ? price > limit : price < limit))) break
      const taken = this.front(other, price, left, side)
      got.push(`${price}×${taken}`)
      left -= taken
    }
    return got
  }

  place(order: ExchangeOrder): { fills: string[]; restingLots: number } {
    const { side, limitTicks, lots } = order
    const other = side === 'buy' ? 'sell' : 'buy'
    const within = this.depth(other).filter(
      ([price]) => limitTicks === null || (side === 'buy' ? price <= limitTicks : price >= limitTicks),
    )
    const there = within.reduce((total, [, each]) => total + each, 0)
    if (order.timeInForce === 'FOK' && there < lots) return { fills: [], restingLots: 0 }
    const fills = this.take(side, lots, limitTicks)
    const restingLots = order.timeInForce === 'GTC' && limitTicks !== null ? lots - Math.min(lots, there) : 0
    if (restingLots > 0 && limitTicks !== null) {
      const queue = this.levels[side].get(limitTicks) ?? []
      this.keep(side, limitTicks, [...queue, { owner: order.id, lots: restingLots }])
    }
    return { fills, restingLots }
  }

  cancel(id: string): number {
    const lots = this.restingLots(id)
    for (const side of ['buy', 'sell'] as const)
      for (const [ticks, queue] of this.levels[side])
        this.keep(
          side,
          ticks,
          queue.filter((part) => part.owner !== id),
        )
    return lots
  }

  /** A trade elsewhere: the market's lots that it passes go to the back of the queue instead of away. */
  through(side: Side, ticks: number, lots: number): void {
    const other = side === 'buy' ? 'sell' : 'buy'
    let left = lots
    for (const price of this.sorted(other)) {
      if (side === 'buy' ? price >= ticks : price <= ticks) break
      const queue = this.levels[other].get(price) ?? []
      const mine = sum(queue.filter((part) => part.owner !== null))
      if (mine === 0 || left === 0) continue
      const market = queue.filter((part) => part.owner === null)
      this.keep(
        other,
        price,
        queue.filter((part) => part.owner !== null),
      )
      left -= this.front(other, price, Math.min(mine, left), side)
      this.keep(other, price, [...(this.levels[other].get(price) ?? []), ...market])
    }
    if (left === 0) return
    let passing = left
    const passed: Part[] = []
    const rest: Part[] = []
    for (const part of this.levels[other].get(ticks) ?? []) {
      const lotsHere = Math.min(part.lots, passing)
      passing -= lotsHere
      if (part.lots > lotsHere) rest.push({ owner: part.owner, lots: part.lots - lotsHere })
      if (lotsHere === 0) continue
      if (part.owner === null) passed.push({ owner: null, lots: lotsHere })
      else this.happened.fills.push(`${part.owner} ${other}@${ticks}×${lotsHere}`)
    }
    this.keep(other, ticks, [...rest, ...passed])
    this.happened.prints.push(`${side}@${ticks}×${left}`)
  }

  /** Takes up to `lots` from the front of a level. */
  private front(side: Side, ticks: number, lots: number, taker: Side): number {
    const queue = this.levels[side].get(ticks) ?? []
    let left = lots
    for (const part of queue) {
      const taken = Math.min(part.lots, left)
      part.lots -= taken
      left -= taken
      if (taken > 0 && part.owner !== null)
        this.happened.fills.push(`${part.owner} ${side}@${ticks}×${taken}`)
    }
    if (left < lots) this.happened.prints.push(`${taker}@${ticks}×${lots - left}`)
    this.keep(side, ticks, queue)
    return lots - left
  }

  private keep(side: Side, ticks: number, queue: Part[]): void {
    const left = queue.filter((part) => part.lots > 0)
    if (left.length === 0) this.levels[side].delete(ticks)
    else this.levels[side].set(ticks, left)
  }
}

const sum = (parts: readonly Part[]): number => parts.reduce((total, part) => total + part.lots, 0)
