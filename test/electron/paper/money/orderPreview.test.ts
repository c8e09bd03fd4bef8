/** The ticket's before → after beside the paper broker's engine: what it said before the order is what the engine has after it, to the last digit. */

import { expect, test } from 'vitest'
import { accountFunds } from '../../../../electron/paper/brokerage/accounts/accountFunds.ts'
import { accountHealth } from '../../../../electron/paper/brokerage/accounts/accountHealth.ts'
import { feesOf } from '../../../../electron/paper/brokerage/accounts/accountPostings.ts'
import {
  amountOfLots,
  priceOfTicks,
  ticksOf,
  lotsOf,
} from '../../../../electron/paper/bookkeeping/ticksAndLots.ts'
import { ZERO, absolute, add, compare, decimal, signOf, toText } from '../../../../shared/base/decimal.ts'
import { equityOf, freeForOrders } from '../../../../shared/domain/accounts/accountFigures.ts'
import { figuresAfterFill } from '../../../../shared/domain/preview/figuresAfterFill.ts'
import { Book } from '../../../../shared/domain/book/book.ts'
import { HEADER_LENGTH } from '../../../../shared/domain/book/bookFrame.ts'
import { walkBook } from '../../../../shared/domain/book/bookWalk.ts'
import { expectedFee, expectedFill, walkSizeOf } from '../../../../shared/domain/preview/expectedFill.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import { checkLiquidation, inputsOf, instrumentOf } from './figureChecks.ts'
import { noFigures, openMoneyModel, type MoneyModel } from './moneyModel.ts'
import { randomDraft } from './moneyOrders.ts'
import { CUSTOMERS } from './moneyScene.ts'
import { must } from './must.ts'

interface Seen {
  compared: number
  rested: number
  tookAndRested: number
  cash: number
  leverage: number
  flipped: number
  closed: number
  flat: number
  rebates: number
  ownInTheWay: number
}

/** The broker's book as a terminal holds it. */
function frameOf({ brokerage }: MoneyModel, symbol: Symbol) {
  const { exchange, instruments } = brokerage.context
  const listed = instruments.get(symbol)!
  const { bids, asks } = exchange.depth(symbol)
  const level =
    (type: 'bid' | 'ask') =>
    ([ticks, lots]: readonly [number, number]) => ({
      type,
      price: toText(priceOfTicks(listed, ticks)),
      amount: toText(amountOfLots(listed, lots)),
    })
  const book = new Book()
  book.replace([...bids.map(level('bid')), ...asks.map(level('ask'))])
  const frame = new Float64Array(HEADER_LENGTH + 4 * 500)
  book.writeFrame(1, 500, frame)
  return frame
}

/** Cancels what would trade, too, when the market comes to the limit of `draft`. */
function clearTheWay({ brokerage }: MoneyModel, draft: OrderDraft): void {
  const limit = draft.limitPrice === null ? null : decimal(draft.limitPrice)
  for (const customer of CUSTOMERS)
    for (const order of must(brokerage.orders.open(customer, draft.symbol))) {
      const price = order.limitPrice === null ? null : decimal(order.limitPrice)
      const isBehind =
        limit !== null && price !== null && (draft.side === 'buy' ? price < limit : price > limit)
      const stays =
        customer === draft.customerCode &&
        order.status !== 'untriggered' &&
        (order.side !== draft.side || isBehind)
      if (!stays) brokerage.orders.cancel(customer, order.referenceId)
    }
}

/** A random order; some are sized in cash at a limit, some close a position to the last lot. */
function draftOf({ scene, brokerage }: MoneyModel): OrderDraft {
  const drawn = randomDraft(scene)
  const dice = scene.random.next()
  if (drawn.type === 'limit' && dice < 0.15)
    return { ...drawn, amount: null, cashAmount: toText(decimal('2500')), timeInForce: 'IOC' }
  const held = decimal(
    brokerage.context.store.accounts.position(drawn.customerCode, drawn.symbol)?.size ?? '0',
  )
  return drawn.amount !== null && held !== ZERO && dice > 0.7
    ? { ...drawn, amount: toText(absolute(held)), side: held > ZERO ? 'sell' : 'buy' }
    : drawn
}

/** Previews the order, deals it in the engine, lets the market come to its limit, and compares. */
function dealAndCompare(model: MoneyModel, reference: ReferenceId, seen: Seen): void {
  const { scene, brokerage, client, same } = model
  const { context } = brokerage
  const draft = draftOf(model)
  const { customerCode: customer, symbol, side } = draft
  clearTheWay(model, draft)
  model.check()
  const instrument = instrumentOf(context, symbol)!
  const listed = context.instruments.get(symbol)!
  const inputs = inputsOf({ customer, client, context, now: scene.clock.now(), same })
  const size = walkSizeOf(draft, instrument.lotSize)
  const expected = expectedFill({
    draft,
    walk: size && walkBook(frameOf(model, symbol), side, size),
    lotSize: instrument.lotSize,
    orders: inputs.orders,
  })
  if ('why' in expected) return
  const { fill } = expected
  const rates = feesOf(context, customer, symbol)
  const fee = expectedFee(fill, { symbol, makerFee: rates.maker, takerFee: rates.taker })
  const amount = add(fill.taken.amount, fill.rests.amount)
  const preview = figuresAfterFill(inputs, {
    customerCode: customer,
    instrument,
    side,
    amount,
    quote: add(fill.taken.quote, fill.rests.quote),
    fee: fee ?? ZERO,
    leverage: draft.leverage,
    caution: fill.caution,
  })
  const before = decimal(context.store.accounts.position(customer, symbol)?.size ?? '0')

  const dealt = brokerage.orders.submit(draft, reference)
  scene.log.push(`previewed ${JSON.stringify(draft)}: ${dealt.ok ? dealt.value.status : dealt.failure.code}`)
  if (!dealt.ok) return
  if (fill.caution === 'an own order stands on the other side, where it takes') seen.ownInTheWay++
  else same('taken at once', dealt.value.filledAmount, toText(fill.taken.amount))
  if (fill.caution !== null && fill.caution !== 'the known book holds less') return
  same('paid at once', dealt.value.filledQuote, toText(fill.taken.quote))
  if (fill.rests.amount !== ZERO) {
    const ticks = ticksOf(listed, decimal(draft.limitPrice ?? '0'))!
    const lots = lotsOf(listed, fill.rests.amount)!
    const met: [number, number][] = [[ticks, lots]]
    scene.exchange.setBook(symbol, side === 'buy' ? [] : met, side === 'buy' ? met : [])
    same('the rest', must(brokerage.orders.find(customer, reference)).status, 'filled')
  }
  const trades = context.store.trades
    .page({ symbol, from: null, to: null, before: null, sort: 'asc', limit: 100_000, customerCode: customer })
    .items.filter((trade) => trade.referenceId === reference)
  const paid = trades.reduce((sum, trade) => add(sum, decimal(trade.fee)), ZERO)
  same('fee', toText(fee ?? ZERO), toText(paid))

  const funds = accountFunds(context, customer)
  const wanted = {
    equity: equityOf(funds),
    marginUsed: funds.bound,
    free: freeForOrders(funds),
    maintenance: accountHealth(context, customer).maintenance,
  }
  for (const name of Object.keys(wanted) as (keyof typeof wanted)[]) {
    const { value, why } = preview[name]
    same(`${name} after`, value === null ? why : toText(value), toText(wanted[name]))
  }
  checkLiquidation({ customer, context, now: scene.clock.now(), same }, new Map([[symbol, preview]]))
  const after = decimal(context.store.accounts.position(customer, symbol)?.size ?? '0')
  seen.compared++
  if (fill.rests.amount !== ZERO) seen.rested++
  if (fill.rests.amount !== ZERO && fill.taken.amount !== ZERO) seen.tookAndRested++
  if (draft.cashAmount !== null && amount !== ZERO) seen.cash++
  if (draft.leverage !== null) seen.leverage++
  if (signOf(before) * signOf(after) < 0) seen.flipped++
  if (before !== ZERO && after === ZERO) seen.flat++
  if (compare(absolute(after), absolute(before)) < 0) seen.closed++
  if (paid < ZERO) seen.rebates++
}

test('margin, free margin, liquidation, fill and fee of the ticket are the engine’s after the order [gap.20 2.fees.bps]', () => {
  const seen: Seen = {
    compared: 0,
    rested: 0,
    tookAndRested: 0,
    cash: 0,
    leverage: 0,
    flipped: 0,
    closed: 0,
    flat: 0,
    rebates: 0,
    ownInTheWay: 0,
  }
  for (let n = 0; n < 60; n++) {
    const model = openMoneyModel(40_260_000 + n, noFigures())
    try {
      for (let step = 0; step < 12; step++) {
        model.act()
        if (step % 2 === 1) dealAndCompare(model, `p${step}` as ReferenceId, seen)
      }
    } finally {
      model.close()
    }
  }
  // Every kind of order must have been dealt, or nothing was shown.
  const least: Seen = {
    compared: 100,
    rested: 20,
    tookAndRested: 3,
    cash: 10,
    leverage: 5,
    flipped: 3,
    closed: 10,
    flat: 5,
    rebates: 10,
    ownInTheWay: 1,
  }
  for (const name of Object.keys(least) as (keyof Seen)[])
    expect([name, seen[name] >= least[name], seen[name]]).toEqual([name, true, seen[name]])
})
