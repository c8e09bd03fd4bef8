/** A dealer of a simulated desk: a seeded day of orders, cancels and slips of the finger. Plans only; the desk acts. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Random } from '../../../shared/base/random.ts'
import type { HaltMode, HaltScope } from '../../../shared/domain/orders/halt.ts'
import type { BracketPrices } from '../../../shared/domain/orders/bracketPrices.ts'
import type { ScaleRow } from '../../../shared/domain/orders/rows/scaleTag.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { choose } from './faults.ts'
import { INSTRUMENTS, MIDDLES } from '../world/quietExchange.ts'

/** One intent of a dealer. Its size is unique: by the size the venue's records show which intent an order belongs to. */
export interface Intent {
  readonly id: string
  readonly draft: OrderDraft
  readonly bracket?: BracketPrices
  /** Sent as a scale of these rows. Their sizes are unique, as those of all orders. */
  readonly rows?: readonly ScaleRow[]
  /** The scale that this order is a row of. */
  readonly partOf?: Intent
}

export type Act =
  | {
      readonly does: 'submit'
      readonly intent: Intent
      readonly copies: readonly { readonly after: number; readonly window: string }[]
    }
  /** One of the live orders that the desk shows then, by chance. */
  | { readonly does: 'cancel'; readonly window: string }
  /** Another limit price for one of the live orders; sizes stay, because an intent is known by its size. */
  | { readonly does: 'amend'; readonly ticks: number; readonly window: string }
  /** Halts a scope and lifts the halt after `ms`. */
  | {
      readonly does: 'halt'
      readonly scope: HaltScope
      readonly mode: HaltMode
      readonly ms: number
      readonly window: string
    }
  | { readonly does: 'cancel-all'; readonly customer: CustomerCode; readonly window: string }

export interface PlannedAct {
  readonly at: number
  readonly act: Act
}

const text = (value: string) => value as DecimalText
/** Of an instrument of `quietExchange`. */
export const priceOf = (ticks: number): DecimalText =>
  text(ticks % 2 === 0 ? String(ticks / 2) : `${(ticks - 1) / 2}.5`)
/** Likewise. */
export const amountOf = (lots: number): DecimalText =>
  text(`${Math.floor(lots / 1000)}.${String(lots % 1000).padStart(3, '0')}`.replace(/\.?0+$/, ''))

/** By what an order is known at the venue: amount or cash, which no two intents share. */
export const markOf = (draft: Pick<OrderDraft, 'amount' | 'cashAmount'>): string =>
  draft.cashAmount === null ? `amount ${draft.amount}` : `cash ${draft.cashAmount}`

type Prices = Partial<OrderDraft> & Pick<OrderDraft, 'type'>

function draftOf(random: Random, customers: readonly CustomerCode[], index: number): OrderDraft {
  const { symbol } = INSTRUMENTS[random.integer(INSTRUMENTS.length)] ?? INSTRUMENTS[0]
  const side = random.next() < 0.5 ? 'buy' : 'sell'
  const middle = MIDDLES.get(symbol) ?? 0
  // Above 0: worse than the middle, so that it rests.
  const at = (away: number) => priceOf(middle + (side === 'buy' ? -away : away))
  const near = () => 1 + random.integer(8)
  const far = () => 15 + random.integer(60)
  const limit = (away: number, timeInForce: OrderDraft['timeInForce']): Prices => ({
    type: 'limit',
    limitPrice: at(away),
    timeInForce,
  })
  const prices = choose<Prices>(random, [
    [6, () => limit(far(), 'GTC')],
    [5, () => limit(near(), null)],
    [2, () => limit(-near(), 'GTC')],
    [2, () => limit(-near(), 'IOC')],
    [1, () => limit(-near(), 'FOK')],
    [3, () => ({ type: 'market' })],
    [1, () => ({ type: 'stop_loss', triggerPrice: at(-near()) })],
    [1, () => ({ type: 'stop_loss_limit', triggerPrice: at(-near()), limitPrice: at(-far()) })],
    [1, () => ({ type: 'take_profit', triggerPrice: at(near()) })],
    [
      1,
      () => ({
        type: 'take_profit_stop_loss',
        stopLossPrice: at(-near()),
        takeProfitPrice: at(near()),
      }),
    ],
    [1, () => ({ ...limit(-near(), null), cashAmount: text(String(1_000 + index)) })],
    // The venue refuses these: a price off the tick, a size that nothing covers.
    [1, () => ({ type: 'limit', limitPrice: text(`${middle / 2}.3`) })],
    [1, () => ({ ...limit(far(), 'GTC'), amount: amountOf(30_000 + index) })],
  ])
  return plainDraft({
    customerCode: customers[random.integer(customers.length)] as CustomerCode,
    symbol,
    side,
    ...(prices.cashAmount === undefined ? { amount: amountOf(20 + index) } : {}),
    ...(random.next() < 0.1 ? { leverage: 1 + random.integer(10) } : {}),
    ...prices,
  })
}

function haltOf(random: Random, customerCode: CustomerCode, window: string): Act {
  const { symbol } = INSTRUMENTS[random.integer(INSTRUMENTS.length)] ?? INSTRUMENTS[0]
  const scopes: readonly HaltScope[] = [
    { kind: 'desk' },
    { kind: 'customer', customerCode },
    { kind: 'instrument', symbol },
  ]
  return {
    does: 'halt',
    scope: scopes[random.integer(scopes.length)] ?? { kind: 'desk' },
    mode: random.next() < 0.7 ? 'halted' : 'reducing',
    ms: 1_000 + random.integer(15_000),
    window,
  }
}

const WINDOWS = ['left', 'right']

/** 1 to 50 intents over `horizon` ms, and about half as many cancels and amends. */
export function planActs(random: Random, customers: readonly CustomerCode[], horizon: number): PlannedAct[] {
  const count = 1 + random.integer(50)
  const anyWindow = () => WINDOWS[random.integer(2)] ?? 'left'
  const submits = Array.from({ length: count }, (_, index): PlannedAct => {
    const copies = [{ after: 0, window: anyWindow() }]
    // A held key, a double click, the same ticket open in two windows.
    if (random.next() < 0.2)
      for (let more = 1 + random.integer(3); more > 0; more--)
        copies.push({ after: random.integer(3) * random.integer(400), window: anyWindow() })
    const intent = {
      id: `intent-${String(index).padStart(4, '0')}`,
      draft: draftOf(random, customers, index),
    }
    return { at: random.integer(horizon), act: { does: 'submit', intent, copies } }
  })
  const cancels = Array.from({ length: random.integer(1 + (count >> 1)) }, (): PlannedAct => {
    const window = anyWindow()
    const customer = customers[random.integer(customers.length)] as CustomerCode
    const act = choose<Act>(random, [
      [2, () => ({ does: 'cancel-all', customer, window })],
      [9, () => ({ does: 'amend', ticks: random.integer(21) - 10, window })],
      [9, () => ({ does: 'cancel', window })],
      [0.5, () => haltOf(random, customer, window)],
    ])
    return { at: random.integer(horizon), act }
  })
  return [...submits, ...cancels].toSorted((a, b) => a.at - b.at)
}
