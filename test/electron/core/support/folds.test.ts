import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBackwardPager } from '../../../../electron/core/reconciliation/backwardPager.ts'
import { createCashLedger, mergeRow } from '../../../../electron/core/accounts/cashLedger.ts'
import { createTradeBook } from '../../../../electron/core/accounts/tradeBook.ts'
import {
  ZERO,
  add,
  decimal,
  decimalOf,
  multiply,
  negate,
  subtract,
  toText,
} from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import {
  applyOrderEvent,
  ordersToShow,
  withDefaults,
  type OrderEvent,
} from '../../../../shared/domain/orders/orderLife.ts'
import { unrealisedPnl } from '../../../../shared/domain/accounts/position.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { Caller } from '../../../../shared/contract/ports.ts'
import { BTC, C1, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'

const caller: Caller = { windowId: 'w', allows: () => true }
const id = 'ref-1' as ReferenceId

describe('reports of one order', () => {
  const life = [
    reportOf(id, 'open'),
    reportOf(id, 'partially_filled', { filledAmount: text('0.5'), filledQuote: text('30000') }),
    reportOf(id, 'partially_filled', { filledAmount: text('1.5'), filledQuote: text('90000') }),
  ]
  const fold = (reports: readonly ReturnType<typeof reportOf>[]): Order => {
    const events: OrderEvent[] = [
      {
        kind: 'intent',
        at: 500,
        intentId: 'intent-01',
        draft: withDefaults(draftOf()),
        check: { version: 0, findings: [], typed: null },
      },
      ...reports.map((report) => ({
        kind: 'shown' as const,
        at: 2_000,
        by: 'stream' as const,
        stale: false,
        report,
      })),
    ]
    let order: Order | undefined
    for (const event of events) order = applyOrderEvent(order, C1, id, event)
    if (!order) throw new Error('no order')
    return order
  }

  it.each([
    ['filled', reportOf(id, 'filled', { filledAmount: text('2'), filledQuote: text('120000') })],
    [
      'canceled after a part',
      reportOf(id, 'canceled', { filledAmount: text('1.5'), filledQuote: text('90000') }),
    ],
  ])(
    'end as %s in whatever order and however often they arrive [3.order.canceled 3.order.partiallyFilled]',
    (_, last) => {
      const whole = [...life, last]
      const expected = fold(whole)
      expect(expected.phase).toBe('closed')
      fc.assert(
        fc.property(fc.shuffledSubarray([...whole, ...whole], { minLength: 1 }), (some) => {
          const reports = some.includes(last) ? some : [...some, last]
          expect(fold(reports)).toEqual(expected)
        }),
        { seed: 1, numRuns: 300 },
      )
    },
  )

  it('keep a word that this desk does not know, and take it for live [gap.13 3.order.noPartialCancel]', () => {
    expect(fold([reportOf(id, 'resting_somewhere')])).toMatchObject({
      phase: 'working',
      status: 'resting_somewhere',
    })
  })

  it('do not lose what a short message leaves out', () => {
    const told = fold([life[0]!, { ...life[1]!, amount: null, limitPrice: null }])
    expect(told).toMatchObject({ amount: '2', limitPrice: '60000' })
  })

  it('do not fall back to an answer that was asked for before the stream spoke', () => {
    const streamed = applyOrderEvent(undefined, C1, id, {
      kind: 'shown',
      at: 5_000,
      by: 'stream',
      stale: false,
      report: reportOf(id, 'triggered'),
    })
    const after = applyOrderEvent(streamed, C1, id, {
      kind: 'shown',
      at: 6_000,
      by: 'look-up',
      stale: true,
      report: reportOf(id, 'untriggered'),
    })
    expect(after?.status).toBe('triggered')
  })

  it('show every live order and only the newest of the others', () => {
    const orders = Array.from({ length: 30 }, (_, n) => ({
      ...fold([reportOf(id, n % 3 === 0 ? 'open' : 'canceled')]),
      referenceId: `o-${n}` as ReferenceId,
      createdAt: n,
    }))
    const shown = ordersToShow(orders, 5)
    expect(shown.filter((order) => order.phase === 'working')).toHaveLength(10)
    expect(shown.filter((order) => order.phase === 'closed').map((order) => order.createdAt)).toEqual(
      [22, 23, 25, 26, 28, 29].slice(-5),
    )
  })
})

describe('trades', () => {
  const fill = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 1, max: 40 }),
    ticks: fc.integer({ min: 500, max: 700 }),
  })

  it('make one position in any order of arrival, and money adds up to the last digit [gap.19]', () => {
    fc.assert(
      fc.property(
        fc.array(fill, { minLength: 1, maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        (fills, shuffle) => {
          const trades: Trade[] = fills.map((one, n) =>
            tradeOf(`t${n}`, {
              side: one.side,
              amount: toText(multiply(decimalOf(one.lots), decimal('0.001'))),
              price: toText(multiply(decimalOf(one.ticks), decimal('0.1'))),
              createdAt: 1_000 + n,
            }),
          )
          const inOrder = createTradeBook()
          inOrder.setWhole(true)
          for (const trade of trades) inOrder.take([trade])
          const shuffled = createTradeBook()
          shuffled.setWhole(true)
          const mixed = trades
            .map((trade) => ({ trade, at: shuffle.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ trade }) => trade)
          for (const trade of [...mixed, ...mixed]) shuffled.take([trade])
          const position = shuffled.position(C1, BTC)!
          expect(position).toEqual(inOrder.position(C1, BTC))

          let size = ZERO
          let cash = ZERO
          for (const trade of trades) {
            const amount = trade.side === 'buy' ? decimal(trade.amount!) : negate(decimal(trade.amount!))
            size = add(size, amount)
            cash = subtract(cash, multiply(amount, decimal(trade.price!)))
          }
          expect(position.size).toBe(toText(size))
          // What everything would bring at a mark, by cash alone.
          const mark = decimal('61.5')
          const total = add(decimal(position.realisedPnl), unrealisedPnl(position, mark))
          expect(toText(total)).toBe(toText(add(cash, multiply(size, mark))))
        },
      ),
      { seed: 2, numRuns: 100 },
    )
  })

  it('count a forced fill once, by its own type, whichever way it is told first [2.trade.type 2.ledger.once gap.19]', () => {
    const listed = tradeOf('t9', { type: 'trade', referenceId: null })
    const streamed = tradeOf('t9', { type: 'liquidation', referenceId: null })
    for (const order of [
      [listed, streamed],
      [streamed, listed],
    ]) {
      const book = createTradeBook()
      for (const trade of order) book.take([trade])
      expect(book.position(C1, BTC)).toMatchObject({ size: '1', tradeCount: 1 })
      let shown: readonly Trade[] = []
      book.trades.source(null, { snapshot: (list) => (shown = list), delta: () => {}, end: () => {} }, caller)
      expect(shown.map((trade) => trade.type)).toEqual(['liquidation'])
    }
  })

  it('are incomplete until the history is whole, and where one lacks its side', () => {
    const book = createTradeBook()
    book.take([tradeOf('t1')])
    expect(book.position(C1, BTC)?.complete).toBe(false)
    book.setWhole(true)
    expect(book.position(C1, BTC)?.complete).toBe(true)
    book.take([tradeOf('t2', { side: null, createdAt: 2_000 })])
    expect(book.position(C1, BTC)?.complete).toBe(false)
  })
})

describe('the ledger', () => {
  const balanceOf = (book: ReturnType<typeof createCashLedger>) => {
    let shown: unknown
    book.balances.source(
      null,
      {
        snapshot: (list) => (shown = list.find((one) => one.customerCode === C1)),
        delta: () => {},
        end: () => {},
      },
      caller,
    )
    return shown
  }

  it('is unknown, then the whole sum, then what the venue says [gap.18 6.balance.6]', () => {
    const book = createCashLedger({ onUnknownDirection: () => {} })
    book.take(
      [rowOf('a'), rowOf('b', { signedAmount: text('-30.5') }), rowOf('c', { status: 'pending' })],
      false,
    )
    expect(balanceOf(book)).toMatchObject({ amount: null, source: 'unknown' })
    book.setWhole(true)
    expect(balanceOf(book)).toMatchObject({ amount: '69.5', source: 'ledger' })
    book.takeChange({ row: rowOf('c'), balance: text('169.5'), balanceAsOf: 9_000 })
    expect(balanceOf(book)).toMatchObject({ amount: '169.5', source: 'event', asOf: 9_000 })
  })

  it('keeps the newest balance when an older event comes late, or a cancelled one brings none', () => {
    const book = createCashLedger({ onUnknownDirection: () => {} })
    book.takeChange({ row: rowOf('b'), balance: text('200'), balanceAsOf: 9_000 })
    book.takeChange({ row: rowOf('a'), balance: text('100'), balanceAsOf: 8_000 })
    book.takeChange({ row: rowOf('d', { status: 'cancelled' }), balance: null, balanceAsOf: null })
    expect(balanceOf(book)).toMatchObject({ amount: '200', source: 'event' })
  })

  it('forgets an event’s balance when the list shows a movement that no event told of', () => {
    const book = createCashLedger({ onUnknownDirection: () => {} })
    book.takeChange({ row: rowOf('b'), balance: text('100'), balanceAsOf: 9_000 })
    book.take([rowOf('missed', { signedAmount: text('-1') })], false)
    expect(balanceOf(book)).toMatchObject({ amount: null, source: 'unknown' })
    book.setWhole(true)
    expect(balanceOf(book)).toMatchObject({ amount: '99', source: 'ledger' })
  })

  it('leaves a row with an unknown direction out of sums and says so [gap.17]', () => {
    const told: string[] = []
    const book = createCashLedger({ onUnknownDirection: (row) => told.push(row.code) })
    book.setWhole(true)
    book.take([rowOf('a'), rowOf('odd', { signedAmount: null, direction: 'sideways' })], false)
    expect(told).toEqual(['odd'])
    expect(balanceOf(book)).toMatchObject({ amount: null, source: 'unknown' })
  })

  it.each([
    ['pending', 'completed'],
    ['completed', 'pending'],
  ])('has one row of a movement told as %s then %s [6.balance.1 2.ledger.code]', (first, second) => {
    const row = mergeRow(rowOf('a', { status: first }), rowOf('a', { status: second, asset: null }))
    expect(row).toMatchObject({ status: 'completed', asset: 'USDC' })
  })

  it('counts a forced fill once, by its own type [2.ledger.forced 2.ledger.once 6.balance.3]', () => {
    const book = createCashLedger({ onUnknownDirection: () => {} })
    book.setWhole(true)
    book.take([rowOf('f', { transactionType: 'liquidation', signedAmount: text('-5') })], false)
    book.take([rowOf('f', { transactionType: 'trade', signedAmount: text('-5') })], false)
    expect(book.rows(C1).map((row) => row.transactionType)).toEqual(['liquidation'])
    expect(balanceOf(book)).toMatchObject({ amount: '-5' })
  })
})

describe('reading back', () => {
  /** A venue's list, newest first, in pages. */
  function listOf(size: number, page: number) {
    const all = Array.from({ length: size }, (_, n) => `c${n}`)
    const taken = new Set<string>()
    let reads = 0
    const history = createBackwardPager<string>({
      read: async (before) => {
        reads++
        const newest = all.toReversed()
        const start = before === undefined ? 0 : newest.indexOf(before) + 1
        const items = newest.slice(start, start + page)
        return ok({ items, next: start + page < newest.length ? (items.at(-1) ?? null) : null })
      },
      codeOf: (code) => code,
      take: (items) => items.forEach((code) => taken.add(code)),
      pending: () => [],
    })
    return { all, taken, history, reads: () => reads }
  }

  it('is whole at the first record, and after a gap only when it met what it knew [gap.24 4.transactions.order]', async () => {
    const { all, taken, history } = listOf(7, 3)
    expect(history.whole).toBe(false)
    await history.catchUp()
    expect(history.whole).toBe(true)
    history.gap()
    expect(history.whole).toBe(false)
    // A record that the stream brings after the gap must not pass for the edge of what was known before it.
    for (let n = 7; n < 20; n++) all.push(`c${n}`)
    history.note('c19')
    await history.catchUp()
    expect(history.whole).toBe(true)
    expect(taken.size).toBe(20)
  })

  it('reads one page when nothing is missing', async () => {
    const { history, reads } = listOf(50, 10)
    await history.catchUp()
    const before = reads()
    await history.catchUp()
    expect(reads() - before).toBe(1)
  })

  it('says that a long history is not whole until its oldest page has come', async () => {
    const { taken, history } = listOf(45, 2)
    await history.catchUp()
    expect(history.whole).toBe(false)
    for (let n = 0; n < 5; n++) await history.readOlder()
    expect(history.whole).toBe(true)
    expect(taken.size).toBe(45)
  })

  /** A list whose venue shows these pages, whatever is asked for, and speaks of `total` rows. */
  function countedList(pages: readonly (readonly string[])[], total: number, unreadable = 0) {
    let reads = 0
    const taken: string[] = []
    const history = createBackwardPager<string>({
      read: async () => {
        const at = Math.min(reads++, pages.length - 1)
        const items = pages[at] ?? []
        return ok({
          items,
          next: at === pages.length - 1 ? null : (items.at(-1) ?? null),
          unreadable: at === 0 ? unreadable : 0,
          behind: (known) => (total > known ? `the venue counts ${total} and showed ${known}` : null),
        })
      },
      codeOf: (code) => code,
      take: (items) => taken.push(...items),
      pending: () => [],
    })
    return { history, taken }
  }

  it('is not whole where the venue counts more rows than it shows, and is read again', async () => {
    const { history, taken } = countedList([['c3', 'c2']], 37)
    expect(await history.catchUp()).toMatchObject({
      failure: { message: 'This list is not whole: the venue counts 37 and showed 2.' },
    })
    expect(taken).toEqual(['c2', 'c3'])
    expect(history.whole).toBe(false)
    expect((await history.catchUp()).ok).toBe(false)
  })

  it('is whole where the count is that of all pages, rows that cannot be read among them', async () => {
    const { history } = countedList([['c3', 'c2'], ['c1']], 4, 1)
    expect(await history.catchUp()).toEqual(ok(null))
    expect(history.whole).toBe(true)
  })

  it('stays open when a gap came while it was reading', async () => {
    const { history } = listOf(3, 3)
    const reading = history.catchUp()
    history.gap()
    await reading
    expect(history.whole).toBe(false)
  })
})
