import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, fromInteger, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { Book, type BookChange, type BookLevel } from '../../../../shared/domain/book/book.ts'
import { askAt, bidAt, HEADER, HEADER_LENGTH, isBookFrame } from '../../../../shared/domain/book/bookFrame.ts'

const level = (type: 'bid' | 'ask', price: string, amount: string): BookLevel => ({ type, price, amount })
const change = (
  action: BookChange['action'],
  type: 'bid' | 'ask',
  price: string,
  amount = '0',
): BookChange => ({ action, type, price, amount })

const frameOf = (book: Book, grouping = 1, rows = 400) => {
  const scratch = new Float64Array(HEADER_LENGTH + 4 * rows)
  const frame = scratch.slice(0, book.writeFrame(grouping, rows, scratch))
  expect(isBookFrame(frame)).toBe(true)
  return frame
}

/** A frame's rows back as exact decimals. */
const rowsOf = (frame: Float64Array<ArrayBuffer>) => {
  const price = (n: number) => toText(fromInteger(frame[n] ?? NaN, frame[HEADER.priceScale] ?? NaN))
  const amount = (n: number) => toText(fromInteger(frame[n] ?? NaN, frame[HEADER.amountScale] ?? NaN))
  const bids = Array.from({ length: frame[HEADER.bidCount] ?? 0 }, (_, n) => bidAt(n))
  const asks = Array.from({ length: frame[HEADER.askCount] ?? 0 }, (_, n) => askAt(frame, n))
  return {
    bids: bids.map((n) => [price(n), amount(n + 1)]),
    asks: asks.map((n) => [price(n), amount(n + 1)]),
  }
}

/** The same book the slow, plain way: a Map per side, sorted when looked at. */
class NaiveBook {
  readonly bid = new Map<Decimal, Decimal>()
  readonly ask = new Map<Decimal, Decimal>()

  put(type: 'bid' | 'ask', price: string, amount: string) {
    if (decimal(amount) === 0n) this[type].delete(decimal(price))
    else this[type].set(decimal(price), decimal(amount))
  }

  rows(step: Decimal, rows: number) {
    const group = (side: Map<Decimal, Decimal>, rowOf: (price: Decimal) => bigint) => {
      const sums = new Map<bigint, bigint>()
      for (const [price, amount] of side) sums.set(rowOf(price), (sums.get(rowOf(price)) ?? 0n) + amount)
      return [...sums].map(([row, sum]) => [row, sum] as const)
    }
    const text = (pairs: (readonly [bigint, bigint])[]) =>
      pairs.slice(0, rows).map(([row, sum]) => [toText(row as Decimal), toText(sum as Decimal)])
    const bids = group(this.bid, (price) => (price / step) * step)
    const asks = group(this.ask, (price) => ((price + step - 1n) / step) * step)
    return {
      bids: text(bids.toSorted((a, b) => (a[0] < b[0] ? 1 : -1))),
      asks: text(asks.toSorted((a, b) => (a[0] < b[0] ? -1 : 1))),
    }
  }
}

/** Prices around 100 and amounts, written with 0 to 3 places, so that scales grow on the way. */
const bidPrice = fc.tuple(fc.integer({ min: 90_000, max: 99_999 }), fc.constantFrom(1, 10, 100, 1000))
const askPrice = fc.tuple(fc.integer({ min: 101_000, max: 110_000 }), fc.constantFrom(1, 10, 100, 1000))
const priceText = ([thousandths, coarse]: readonly [number, number]) =>
  ((Math.floor(thousandths / coarse) * coarse) / 1000).toString()
const amountText = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, places]) => toText(fromInteger(digits, places)))
const touch = fc.record({
  type: fc.constantFrom('bid' as const, 'ask' as const),
  bid: bidPrice.map(priceText),
  ask: askPrice.map(priceText),
  amount: amountText,
  remove: fc.boolean(),
})

describe('Book', () => {
  it('equals a plain map of levels after any message, at any grouping, through changes of scale [6.book.together]', () => {
    fc.assert(
      fc.property(
        fc.array(touch, { maxLength: 40 }),
        fc.array(fc.array(touch, { maxLength: 12 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 30 }),
        (start, messages, grouping, rows) => {
          const book = new Book()
          const naive = new NaiveBook()
          const first = new Map(
            start.map((item) => [
              item.type + item[item.type],
              level(item.type, item[item.type], item.amount),
            ]),
          )
          for (const bookLevel of first.values()) naive.put(bookLevel.type, bookLevel.price, bookLevel.amount)
          expect(book.replace([...first.values()])).toBeNull()
          let count = 0
          for (const message of messages) {
            const changes: BookChange[] = []
            for (const item of message) {
              const price = item[item.type]
              const there = naive[item.type].has(decimal(price))
              if (item.remove && !there) continue
              changes.push(
                change(
                  item.remove ? 'delete' : there ? 'change' : 'new',
                  item.type,
                  price,
                  item.remove ? '0' : item.amount,
                ),
              )
              naive.put(item.type, price, item.remove ? '0' : item.amount)
            }
            expect(book.apply(changes)).toBeNull()
            count++
            const frame = frameOf(book, grouping, rows)
            expect(frame[HEADER.version]).toBe(count)
            const tick = fromInteger(frame[HEADER.rowStep] ?? 0, frame[HEADER.priceScale] ?? 0)
            expect(rowsOf(frame)).toEqual(naive.rows(tick, rows))
            const whole = naive.rows(1n as Decimal, 1)
            expect(book.bestBid).toBe(whole.bids[0]?.[0] ?? null)
            expect(book.bestAsk).toBe(whole.asks[0]?.[0] ?? null)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('equals a plain map of levels while the market moves, jumps, thins out and refines its tick', () => {
    // Ticks of the wandering middle; distances from inside the ring to far beyond its reach; steps of 1 until a finer one comes.
    const jump = fc.oneof(
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ min: -5_000, max: 5_000 }),
      fc.integer({ min: -60_000, max: 60_000 }),
    )
    const distance = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 30 }) },
      { weight: 2, arbitrary: fc.integer({ min: 900, max: 5_200 }) },
      { weight: 1, arbitrary: fc.integer({ min: 5_000, max: 90_000 }) },
    )
    const put = fc.record({
      type: fc.constantFrom('bid' as const, 'ask' as const),
      distance,
      amount: amountText,
    })
    const message = fc.record({
      moved: jump,
      puts: fc.array(put, { maxLength: 12 }),
      /** Which of the known levels go, as parts of a thousand from the best outward. */
      drops: fc.array(
        fc.tuple(fc.constantFrom('bid' as const, 'ask' as const), fc.integer({ min: 0, max: 999 })),
        {
          maxLength: 8,
        },
      ),
      coarse: fc.constantFrom(1, 1, 1, 5, 100),
      fine: fc.constantFrom('', '', '', '.5', '.25'),
    })
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 25, size: 'max' }),
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 60 }),
        (messages, grouping, rows) => {
          const book = new Book()
          const naive = new NaiveBook()
          expect(book.replace([])).toBeNull()
          let middle = 500_000
          for (const { moved, puts, drops, coarse, fine } of messages) {
            middle = Math.max(200_000, middle + moved)
            const changes: BookChange[] = []
            const tell = (type: 'bid' | 'ask', price: string, amount: string) => {
              const there = naive[type].has(decimal(price))
              const action = amount === '0' ? 'delete' : there ? 'change' : 'new'
              changes.push(change(action, type, price, amount))
              naive.put(type, price, amount)
            }
            // As a market does: what the other side would meet goes first.
            for (const type of ['bid', 'ask'] as const)
              for (const price of naive[type].keys())
                if (type === 'bid' ? price >= decimal(`${middle}`) : price <= decimal(`${middle}`))
                  tell(type, toText(price), '0')
            for (const { type, distance: least, amount } of puts) {
              const away = Math.ceil(least / coarse) * coarse
              if (type === 'bid') tell(type, `${middle - away}${fine}`, amount)
              else tell(type, `${middle + away}${fine}`, amount)
            }
            for (const [type, part] of drops) {
              const sorted = [...naive[type].keys()].toSorted((a, b) => ((type === 'bid') === a > b ? -1 : 1))
              const price = sorted[Math.floor((part * sorted.length) / 1000)]
              if (price !== undefined) tell(type, toText(price), '0')
            }
            expect(book.apply(changes)).toBeNull()
            const frame = frameOf(book, grouping, rows)
            const step = fromInteger(frame[HEADER.rowStep] ?? 0, frame[HEADER.priceScale] ?? 0)
            expect(rowsOf(frame)).toEqual(naive.rows(step, rows))
            const whole = naive.rows(1n as Decimal, 1)
            expect([book.bestBid, book.bestAsk]).toEqual([
              whole.bids[0]?.[0] ?? null,
              whole.asks[0]?.[0] ?? null,
            ])
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('detects tick and lot as the greatest step that fits every level [gap.23]', () => {
    const book = new Book()
    book.replace([level('bid', '100.5', '0.25'), level('ask', '101', '1.5')])
    expect([book.tickSize, book.lotSize]).toEqual(['0.5', '0.25'])
    book.apply([change('new', 'ask', '101.10', '0.30')])
    expect([book.tickSize, book.lotSize]).toEqual(['0.1', '0.05'])
  })

  it('holds a thousand levels a side and more', () => {
    const book = new Book()
    const levels = Array.from({ length: 3000 }, (_, n) => [
      level('bid', String(10_000 - n), '1'),
      level('ask', String(10_001 + n), '2'),
    ]).flat()
    expect(book.replace(levels)).toBeNull()
    const frame = frameOf(book, 100, 400)
    expect(frame[HEADER.bidCount]).toBe(31)
    expect(rowsOf(frame).bids.at(-1)).toEqual(['7000', '99'])
    expect(rowsOf(frame).asks.at(-1)).toEqual(['13000', '200'])
  })

  it('counts up to the largest safe integer, and frees replaced and deleted levels', () => {
    const book = new Book()
    const most = '9000000000000000'
    expect(book.replace([level('bid', '99', most)])).toBeNull()
    for (let n = 0; n < 3; n++) expect(book.apply([change('change', 'bid', '99', most)])).toBeNull()
    expect(book.apply([change('new', 'bid', '98', most)])).toBe('bad-number')
    expect(book.apply([change('delete', 'bid', '99'), change('new', 'bid', '98.5', most)])).toBeNull()
    expect(rowsOf(frameOf(book)).bids).toEqual([['98.5', most]])
  })

  it('counts every message once, and starts again with a snapshot', () => {
    const book = new Book()
    book.replace([level('bid', '99', '1'), level('ask', '101', '1')])
    book.apply([])
    book.apply([change('change', 'bid', '99', '1')])
    expect(frameOf(book).slice(0, 2)).toEqual(new Float64Array([1, 2]))
    book.replace([level('bid', '99', '1')])
    expect(frameOf(book).slice(0, 2)).toEqual(new Float64Array([2, 0]))
    expect(frameOf(book)[HEADER.bestAsk]).toBe(-1)
  })

  it('shows the newest trade, in units as fine as the trade needs', () => {
    const book = new Book()
    book.replace([level('bid', '99', '1'), level('ask', '101', '1')])
    expect(book.noteTrade('100.25', '0.004', 'sell')).toBe(true)
    const frame = frameOf(book)
    expect([HEADER.lastPrice, HEADER.lastAmount, HEADER.lastSide].map((at) => frame[at])).toEqual([
      10_025, 4, -1,
    ])
    expect([book.bestBid, book.lastPrice, book.tickSize]).toEqual(['99', '100.25', '1'])
    expect(book.noteTrade('x', '1', 'buy')).toBe(false)
    expect(book.lastPrice).toBe('100.25')
  })

  describe('tells when it can no longer be trusted', () => {
    const start = [
      level('bid', '98', '1'),
      level('bid', '99', '1'),
      level('ask', '101', '1'),
      level('ask', '102', '1'),
    ]
    it.each([
      ['a change of a level that is not there', change('change', 'bid', '98.5', '1'), 'missing-level'],
      ['a delete of a level that is not there', change('delete', 'ask', '101.5'), 'missing-level'],
      ['a new level that is there', change('new', 'ask', '102', '1'), 'level-already-there'],
      ['a bid at the best ask', change('new', 'bid', '101', '1'), 'crossed'],
      ['an ask below the best bid', change('new', 'ask', '98.5', '1'), 'crossed'],
      ['a zero amount on change', change('change', 'bid', '98', '0'), 'bad-amount'],
      ['a negative amount', change('new', 'bid', '97', '-3'), 'bad-amount'],
      ['a price that is no number', change('new', 'bid', 'ninety', '3'), 'bad-number'],
      ['a price of zero', change('new', 'bid', '0', '3'), 'bad-number'],
      ['an amount that is no number', change('change', 'bid', '98', 'NaN'), 'bad-number'],
      ['an amount beyond counting', change('change', 'bid', '98', '99999999999999999'), 'bad-number'],
    ])('%s', (_, bad, problem) => {
      const book = new Book()
      expect(book.replace(start)).toBeNull()
      expect(book.apply([change('change', 'bid', '99', '7'), bad])).toBe(problem)
      expect(rowsOf(frameOf(book)).bids.find(([price]) => price === '99')).toEqual(['99', '7'])
    })

    it('but not for levels deeper than the snapshot went', () => {
      const book = new Book()
      book.replace(start)
      expect(
        book.apply([
          change('delete', 'bid', '97'),
          change('change', 'ask', '103', '4'),
          change('delete', 'ask', '104'),
        ]),
      ).toBeNull()
      expect(rowsOf(frameOf(book)).asks.at(-1)).toEqual(['103', '4'])
    })

    it('nor when changes of one message cross only on the way [6.book.together]', () => {
      const book = new Book()
      book.replace(start)
      expect(book.apply([change('new', 'bid', '101.5', '1'), change('delete', 'ask', '101')])).toBeNull()
      expect([book.bestBid, book.bestAsk]).toEqual(['101.5', '102'])
    })
  })

  describe('a message that arrives again', () => {
    it('changes nothing and leaves the book live, however often and among any other messages', () => {
      fc.assert(
        fc.property(
          fc.array(
            fc.tuple(fc.array(touch, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 4 })),
            {
              maxLength: 20,
            },
          ),
          fc.boolean(),
          (messages, inside) => {
            const once = new Book()
            const often = new Book()
            const naive = new NaiveBook()
            const start = [level('bid', '80', '1'), level('ask', '120', '1')]
            for (const bookLevel of start) naive.put(bookLevel.type, bookLevel.price, bookLevel.amount)
            for (const book of [once, often]) expect(book.replace(start)).toBeNull()
            for (const [message, times] of messages) {
              const changes: BookChange[] = []
              for (const item of message) {
                const price = item[item.type]
                const there = naive[item.type].has(decimal(price))
                if (item.remove && !there) continue
                const action = item.remove ? 'delete' : there ? 'change' : 'new'
                changes.push(change(action, item.type, price, item.remove ? '0' : item.amount))
                naive.put(item.type, price, item.remove ? '0' : item.amount)
              }
              expect(once.apply(changes)).toBeNull()
              const applied = inside ? changes.flatMap((bookChange) => [bookChange, bookChange]) : changes
              for (let time = 0; time < times; time++) expect(often.apply(applied)).toBeNull()
              expect(rowsOf(frameOf(often))).toEqual(rowsOf(frameOf(once)))
            }
          },
        ),
        { numRuns: 300 },
      )
    })

    const start = [level('bid', '98', '1'), level('bid', '99', '1'), level('ask', '101', '1')]
    const open = () => {
      const book = new Book()
      book.replace(start)
      return book
    }
    const remove = [change('delete', 'bid', '98')]
    const put = [change('new', 'bid', '98.5', '4')]

    it('proves no loss after other messages while the book agrees with it', () => {
      const book = open()
      for (const message of [remove, put, remove, put, [change('change', 'ask', '101', '2')], remove])
        expect(book.apply(message)).toBeNull()
      expect(rowsOf(frameOf(book)).bids).toEqual([
        ['99', '1'],
        ['98.5', '4'],
      ])
    })

    it.each([
      ['the level has another amount by now', [put, [change('change', 'bid', '98.5', '7')], put]],
      [
        'the level has gone meanwhile',
        [[change('change', 'bid', '98', '3')], remove, [change('change', 'bid', '98', '3')]],
      ],
      ['it says one thing more', [remove, [...remove, change('change', 'bid', '99', '2')]]],
      ['nobody ever said it', [put, [change('delete', 'bid', '98.7')]]],
      [
        'more than sixteen others came in between',
        [
          remove,
          ...Array.from({ length: 16 }, (_, n) => [change('change', 'bid', '99', String(n + 2))]),
          remove,
        ],
      ],
      ['a snapshot came in between', [remove, null, [change('new', 'bid', '98', '1')]]],
    ])('is proof of loss where %s', (_why, messages) => {
      const book = open()
      const problems = messages.map((message) =>
        message === null ? book.replace(start) : book.apply(message),
      )
      expect(problems.slice(0, -1).every((problem) => problem === null)).toBe(true)
      expect(problems.at(-1)).not.toBeNull()
    })
  })
})
