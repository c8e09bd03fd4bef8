/**
 * Random days of dealing against the real limit engine, with an oracle in whole numbers: the truth at the venue, what the venue
 * reported, and what it will report late or never. Counts; throws at the first breach.
 */

import { createInstrumentStore } from '../../../../../electron/core/market/instrumentAndTickerStore.ts'
import { createLimitEngine } from '../../../../../electron/core/risk/limits/checkAndCountOrders.ts'
import type { LimitVerdict } from '../../../../../electron/core/risk/limits/limitVerdict.ts'
import { createTradeBook } from '../../../../../electron/core/accounts/tradeBook.ts'
import { decimal, multiply, toText, type DecimalText } from '../../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../../shared/base/random.ts'
import { blankTicker } from '../../../../../shared/domain/instrument.ts'
import { limitChanges, wordToLoosen } from '../../../../../shared/domain/limits/limitChanges.ts'
import type { LimitRule } from '../../../../../shared/domain/limits/limits.ts'
import {
  plainDraft,
  isLive,
  type Order,
  type OrderDraft,
  type OrderPhase,
} from '../../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'
import { idleLimitOptions } from '../../../../fakes/core/idleLimitOptions.ts'
import { recentOf } from '../../../../fakes/core/recentOrders.ts'

const CUSTOMERS = ['C1', 'C2', 'C3'] as CustomerCode[]
const SYMBOLS = ['AAA', 'BBB'] as Symbol[]
/** Ms in which the venue's trades reach the desk at the latest: the audit reads them back. */
const TOLD_WITHIN = 40_000

export interface LimitFigures {
  flows: number
  checks: number
  passed: number
  blocked: number
  warned: number
  tradeOuts: number
  unknown: number
  /** Orders that went out though a limit forbids it. */
  breaches: number
  /** Orders that went out without a price, other than trade-outs. */
  blind: number
}

export const noLimitFigures = (): LimitFigures => ({
  flows: 0,
  checks: 0,
  passed: 0,
  blocked: 0,
  warned: 0,
  tradeOuts: 0,
  unknown: 0,
  breaches: 0,
  blind: 0,
})

/** An order as it truly is. */
interface Truth {
  readonly draft: OrderDraft
  readonly id: ReferenceId
  readonly amount: number
  readonly cash: number
  filled: number
  spent: number
  /** Whether it can still fill: true until the venue has ended or never got it. */
  open: boolean
  arrived: boolean
}

interface Passed {
  readonly at: number
  readonly draft: OrderDraft
  readonly notional: number
  readonly tradeOut: boolean
}

const text = (value: number) => String(value) as DecimalText
const draftKey = (orderDraft: OrderDraft) => JSON.stringify({ ...orderDraft, leverage: null })

class Flow {
  private readonly clock = new FakeClock()
  private readonly random
  private readonly instruments
  private readonly trades = createTradeBook()
  private readonly known = new Map<ReferenceId, Order>()
  private readonly truths: Truth[] = []
  private readonly positions = new Map<string, number>()
  private readonly passed: Passed[] = []
  private readonly prices = new Map<Symbol, number>()
  private heardAt = 0
  private rules: LimitRule[]
  private version = 0
  private news: { at: number; tell: () => void }[] = []
  private serial = 0
  private readonly desk
  private readonly figures: LimitFigures

  constructor(seed: number, figures: LimitFigures) {
    this.figures = figures
    this.random = seededRandom(seed)
    this.instruments = createInstrumentStore(this.clock)
    this.rules = this.someRules()
    this.desk = createLimitEngine({
      ...idleLimitOptions(),
      clock: this.clock,
      orderStore: {
        recent: () => recentOf(this.known.values(), this.clock.now()),
        newest: () => [...this.known.values()],
      },
      trades: this.trades,
      instruments: this.instruments,
      walk: async (symbol) => {
        for (let turn = this.random.integer(4); turn > 0; turn--) await Promise.resolve()
        const price = text(this.priceOf(symbol))
        return this.random.next() < 0.1
          ? null
          : {
              bestPrice: price,
              averagePrice: price,
              worstPrice: price,
              filled: text(10_000),
              quote: toText(multiply(decimal(price), decimal('10000'))),
              whole: true,
              ranOut: false,
            }
      },
      startingLimits: this.rules,
    })
    this.trades.setWhole(true)
    for (const symbol of SYMBOLS) this.prices.set(symbol, 100)
    this.tellPrices()
  }

  private priceOf(symbol: Symbol): number {
    return this.prices.get(symbol) ?? 0
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.random.integer(list.length)] as T
  }

  private someRules(): LimitRule[] {
    const bound = (low: number, high: number) =>
      this.random.next() < 0.4 ? undefined : low + this.random.integer(high - low)
    const scopes = [
      { customerCode: null, symbol: null },
      { customerCode: 'C1' as CustomerCode, symbol: null },
      { customerCode: null, symbol: 'AAA' as Symbol },
      { customerCode: 'C2' as CustomerCode, symbol: 'BBB' as Symbol },
    ]
    return scopes.map((scope, n) => {
      const blocks = {
        amount: bound(10, 100),
        notional: bound(1_000, 10_000),
        exposure: bound(2_000, 30_000),
        touch: bound(1, 10),
        mark: bound(1, 10),
        duplicates: bound(0, 4),
        ordersInSecond: bound(1, 8),
        ordersInMinute: bound(2, 20),
        ordersInDay: bound(5, 40),
        valueInSecond: bound(2_000, 20_000),
        valueInMinute: bound(4_000, 40_000),
        valueInDay: bound(8_000, 80_000),
      }
      const bounds = Object.fromEntries(
        Object.entries(blocks).flatMap(([name, block]) =>
          block === undefined ? [] : [[name, { block: text(block), warn: text(Math.floor(block / 2)) }]],
        ),
      )
      const instruments =
        scope.symbol === null && n > 0 && this.random.next() < 0.2 ? [this.pick(SYMBOLS)] : null
      return { ...scope, bounds, instruments }
    })
  }

  private tellPrices(): void {
    this.heardAt = this.clock.now()
    this.instruments.takeTickers(
      SYMBOLS.map((symbol) => {
        const price = text(this.priceOf(symbol))
        return {
          ...blankTicker(symbol, this.clock.now()),
          lastPrice: price,
          markPrice: price,
          bestBid: price,
          bestAsk: price,
        }
      }),
    )
  }

  private positionOf(customer: CustomerCode, symbol: Symbol): number {
    return this.positions.get(`${customer} ${symbol}`) ?? 0
  }

  /** An order against a position that the desk knows of. */
  private reducing(): OrderDraft | null {
    const held = this.trades.held().filter(({ size }) => size !== 0n)
    if (held.length === 0) return null
    const { customerCode, symbol, size } = this.pick(held)
    const contracts = Number(toText(size))
    const amount = text(1 + this.random.integer(Math.abs(contracts) + 1))
    return {
      ...this.draft(),
      customerCode,
      symbol,
      side: contracts > 0 ? 'sell' : 'buy',
      amount,
      cashAmount: null,
    }
  }

  private draft(): OrderDraft {
    const market = this.random.next() < 0.3
    const cash = market && this.random.next() < 0.3
    const symbol = this.pick(SYMBOLS)
    const size = this.random.next() < 0.1 ? 1_000 : 40
    return plainDraft({
      customerCode: this.pick(CUSTOMERS),
      symbol,
      side: this.random.next() < 0.5 ? 'buy' : 'sell',
      type: market ? 'market' : 'limit',
      amount: cash ? null : text(1 + this.random.integer(size)),
      cashAmount: cash ? text(100 + this.random.integer(4_000)) : null,
      limitPrice: market ? null : text(Math.max(1, this.priceOf(symbol) + this.random.integer(21) - 10)),
    })
  }

  /** Like the order submission: an order that passes is in the store in the same turn. */
  private async check(intent: string, draft: OrderDraft, typed: string | null): Promise<LimitVerdict> {
    this.figures.checks++
    const walk = await this.desk.walk(draft)
    const verdict = this.desk.check(intent, draft, { typed, walk, confirmed: false })
    if (verdict.kind === 'pass') {
      this.judge(draft)
      this.send(draft)
    }
    return verdict
  }

  /** A dealer who types whatever number he is asked for, and mostly reads it right. */
  private async submit(draft: OrderDraft): Promise<void> {
    const intent = `intent-${this.serial++}`
    const verdict = await this.check(intent, draft, null)
    if (verdict.kind === 'warn') {
      this.figures.warned++
      await this.pause()
      await this.check(intent, draft, this.random.next() < 0.8 ? verdict.type : '99')
    } else if (verdict.kind === 'block') {
      this.figures.blocked++
      // No number overrides a block: what passes here is judged all the same.
      await this.check(intent, draft, '1')
    }
  }

  private async pause(): Promise<void> {
    for (let turn = this.random.integer(5); turn > 0; turn--) await Promise.resolve()
  }

  private send(draft: OrderDraft): void {
    const id = `ref-${this.serial++}` as ReferenceId
    this.truths.push({
      draft,
      id,
      amount: Number(draft.amount ?? 0),
      cash: Number(draft.cashAmount ?? 0),
      filled: 0,
      spent: 0,
      open: true,
      arrived: false,
    })
    this.put({
      ...draft,
      referenceId: id,
      phase: 'sent',
      pending: null,
      status: null,
      filledAmount: text(0),
      filledQuote: text(0),
      refusal: null,
      origin: 'desk',
      validUntil: null,
      createdAt: this.clock.now(),
      updatedAt: this.clock.now(),
    })
  }

  private put(order: Order): void {
    this.known.set(order.referenceId, order)
  }

  private change(id: ReferenceId, to: Partial<Order>): void {
    const known = this.known.get(id)
    if (known) this.put({ ...known, ...to, updatedAt: this.clock.now() })
  }

  /** Everything that could still fill, at full size, on the worse side. */
  private trueExposure(customerCode: CustomerCode | null, symbol: Symbol | null): number {
    let sum = 0
    for (const customer of CUSTOMERS)
      for (const order of SYMBOLS) {
        if ((customerCode ?? customer) !== customer || (symbol ?? order) !== order) continue
        const price = this.priceOf(order)
        const held = this.positionOf(customer, order) * price
        const side = (which: string) =>
          this.truths
            .filter(
              ({ draft, open }) =>
                open && draft.customerCode === customer && draft.symbol === order && draft.side === which,
            )
            .reduce(
              (total, { amount, filled, cash, spent }) =>
                total + Math.max(0, amount - filled) * price + Math.max(0, cash - spent),
              0,
            )
        sum += Math.max(Math.abs(held + side('buy')), Math.abs(held - side('sell')))
      }
    return sum
  }

  /** Whether the order can only shrink the true position, with every open order that does. */
  private isTradeOut(draft: OrderDraft): boolean {
    const held = this.positionOf(draft.customerCode, draft.symbol)
    if (held === 0 || held > 0 !== (draft.side === 'sell') || draft.amount === null) return false
    const reducing = this.truths
      .filter(
        ({ draft: order, open }) =>
          open &&
          order.customerCode === draft.customerCode &&
          order.symbol === draft.symbol &&
          order.side === draft.side,
      )
      .reduce((total, { amount, filled }) => total + amount - filled, 0)
    return reducing + Number(draft.amount) <= Math.abs(held)
  }

  /** Called the moment an order passed, before it counts in the truth. */
  private judge(draft: OrderDraft): void {
    const { customerCode, symbol, side } = draft
    this.figures.passed++
    const now = this.clock.monotonic()
    const price = this.priceOf(symbol)
    const limit = Number(draft.limitPrice ?? price)
    const notional = draft.cashAmount === null ? Number(draft.amount) * limit : Number(draft.cashAmount)
    const tradeOut = this.isTradeOut(draft)
    if (tradeOut) this.figures.tradeOuts++
    if (!tradeOut && this.clock.now() - this.heardAt >= 5_000) this.figures.blind++
    // Without a price only a trade-out goes out, and no collar can hold it.
    const priced = draft.limitPrice !== null && this.clock.now() - this.heardAt < 5_000
    const worse = (100 * (side === 'buy' ? limit - price : price - limit)) / price
    const within = (rule: LimitRule, ms: number) =>
      this.passed.filter(
        (order) =>
          now - order.at < ms &&
          (rule.customerCode ?? order.draft.customerCode) === order.draft.customerCode &&
          (rule.symbol ?? order.draft.symbol) === order.draft.symbol,
      )
    const value = (list: readonly Passed[]) => list.reduce((sum, one) => sum + one.notional, notional)
    const alike = this.passed.filter(
      (order) => now - order.at < 10_000 && draftKey(order.draft) === draftKey(draft),
    ).length
    this.truths.push({
      draft,
      id: '' as ReferenceId,
      amount: Number(draft.amount ?? 0),
      cash: Number(draft.cashAmount ?? 0),
      filled: 0,
      spent: 0,
      open: true,
      arrived: false,
    })
    for (const rule of this.rules) {
      if ((rule.customerCode ?? customerCode) !== customerCode || (rule.symbol ?? symbol) !== symbol) continue
      const measured: Record<string, number> = {
        touch: priced ? worse : -1,
        mark: priced ? worse : -1,
        ...(tradeOut
          ? {}
          : {
              amount: Number(draft.amount ?? 0),
              notional,
              duplicates: alike,
              exposure: this.trueExposure(rule.customerCode, rule.symbol),
              ordersInSecond: within(rule, 1_000).length + 1,
              ordersInMinute: within(rule, 60_000).length + 1,
              ordersInDay: within(rule, 86_400_000).length + 1,
              valueInSecond: value(within(rule, 1_000)),
              valueInMinute: value(within(rule, 60_000)),
              valueInDay: value(within(rule, 86_400_000)),
            }),
      }
      for (const [name, { block }] of Object.entries(rule.bounds))
        if (block !== null && (measured[name] ?? 0) > Number(block)) this.figures.breaches++
      if (!tradeOut && rule.instruments !== null && !rule.instruments.includes(symbol))
        this.figures.breaches++
    }
    this.truths.pop()
    this.passed.push({ at: now, draft, notional, tradeOut })
  }

  private tell(run: () => void): void {
    this.news.push({ at: this.clock.now(), tell: run })
  }

  private deliver(which: number): void {
    const [order] = this.news.splice(which, 1)
    order?.tell()
  }

  /** The venue fills some of an order: a trade and a report set out, each on its own way. */
  private fill(): void {
    const open = this.truths.filter(({ open: is, arrived }) => is && arrived)
    if (open.length === 0) return
    const order = this.pick(open)
    const price = this.priceOf(order.draft.symbol)
    const left = order.cash > 0 ? Math.floor((order.cash - order.spent) / price) : order.amount - order.filled
    const amount = Math.min(left, 1 + this.random.integer(left + 1))
    const { customerCode, symbol, side } = order.draft
    order.filled += amount
    order.spent += amount * price
    const over = order.cash > 0 ? left - amount === 0 : order.filled === order.amount
    if (over) order.open = false
    const key = `${customerCode} ${symbol}`
    this.positions.set(key, this.positionOf(customerCode, symbol) + (side === 'buy' ? amount : -amount))
    const report = {
      filledAmount: text(order.filled),
      filledQuote: text(order.spent),
      phase: (over ? 'closed' : 'working') as OrderPhase,
    }
    const code = `trade-${this.serial++}`
    if (amount > 0)
      this.tell(() =>
        this.trades.take([
          {
            code,
            customerCode,
            type: 'trade',
            symbol,
            referenceId: order.id,
            side,
            price: text(price),
            amount: text(amount),
            quote: null,
            fee: null,
            realisedPnl: null,
            liquidity: null,
            createdAt: this.clock.now(),
          },
        ]),
      )
    this.tell(() => {
      const known = this.known.get(order.id)
      // An older report changes nothing.
      if (known && isLive(known) && Number(known.filledAmount) <= Number(report.filledAmount))
        this.change(order.id, report)
    })
  }

  /** An answer, or none: then the desk does not know, whatever is true. */
  private answer(): void {
    const sent = this.truths.filter(({ id }) => this.known.get(id)?.phase === 'sent')
    if (sent.length === 0) return
    const order = this.pick(sent)
    const fate = this.random.next()
    if (fate < 0.45) {
      order.arrived = true
      this.change(order.id, { phase: 'working', status: 'open' })
    } else if (fate < 0.6) {
      order.open = false
      this.change(order.id, { phase: 'rejected' })
    } else {
      this.figures.unknown++
      this.change(order.id, { phase: 'unknown' })
      if (this.random.next() < 0.6) order.arrived = true
    }
  }

  /** The venue shows an unknown order, or all proof that it is dead comes together. */
  private resolve(): void {
    const unknown = this.truths.filter(({ id }) => this.known.get(id)?.phase === 'unknown')
    if (unknown.length === 0) return
    const order = this.pick(unknown)
    if (order.arrived) {
      this.change(order.id, {
        phase: order.open ? 'working' : 'closed',
        filledAmount: text(order.filled),
        filledQuote: text(order.spent),
      })
      return
    }
    order.open = false
    this.change(order.id, { phase: 'dead' })
  }

  private wait(): void {
    const ms = this.pick([1, 200, 900, 3_000, 9_000, 25_000])
    while (this.news[0] && this.clock.now() + ms - this.news[0].at > TOLD_WITHIN) this.deliver(0)
    this.clock.advance(ms)
    if (this.random.next() < 0.8) this.tellPrices()
  }

  private move(): void {
    // Cash is worth what it bought only while the price stands, so the fills are reported first.
    while (this.news.length > 0) this.deliver(0)
    for (const symbol of SYMBOLS)
      this.prices.set(symbol, Math.max(50, this.priceOf(symbol) + this.random.integer(5) - 2))
    this.tellPrices()
  }

  private async relimit(): Promise<void> {
    const rules = this.someRules()
    const typed = wordToLoosen(limitChanges(this.rules, rules))
    const saved = await this.desk.save({ baseVersion: this.version, rules, typed, unconfirmed: null })
    if (!saved.ok) throw new Error(saved.failure.message)
    this.version = saved.value.version
    this.rules = rules
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      const choice = this.random.next()
      if (choice < 0.1) await this.submit(this.reducing() ?? this.draft())
      else if (choice < 0.35) await this.submit(this.draft())
      else if (choice < 0.42) {
        // Slices: the same order again and again, at once.
        const draft = this.draft()
        const slices = Array.from({ length: 2 + this.random.integer(6) }, () =>
          this.submit(this.random.next() < 0.5 ? draft : this.draft()),
        )
        await Promise.all(slices)
      } else if (choice < 0.55) this.answer()
      else if (choice < 0.7) this.fill()
      else if (choice < 0.8) this.deliver(this.random.integer(Math.max(1, this.news.length)))
      else if (choice < 0.86) this.resolve()
      else if (choice < 0.95) this.wait()
      else if (choice < 0.99) this.move()
      else await this.relimit()
    }
  }
}

/** One day from a seed. */
export async function runLimitFlow(seed: number, steps: number, figures: LimitFigures): Promise<void> {
  figures.flows++
  await new Flow(seed, figures).run(steps)
}
