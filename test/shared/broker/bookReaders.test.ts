import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, decimal, fromInteger, toText, type Decimal } from '../../../shared/base/decimal.ts'
import { BookScanner } from '../../../shared/broker/stream/bookBytes.ts'
import { parseStreamMessage } from '../../../shared/broker/stream/streamMessages.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { Book, type BookChange, type BookProblem } from '../../../shared/domain/book/book.ts'
import { askAt, bidAt, HEADER, HEADER_LENGTH } from '../../../shared/domain/book/bookFrame.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'

const variant = venueProfile.parse({
  name: 'V',
  kind: 'paper',
  restUrl: 'http://v',
  streamUrl: 'ws://v',
}).stream
const SYMBOLS = ['BTCUSDC_PERP', 'BTCUSDC_28MAR', 'X'] as Symbol[]
const ROWS = 60
/** Two thousand frames by two readers take a second on an idle machine. */
const PATIENCE = 60_000

const scratch = new Float64Array(HEADER_LENGTH + 4 * ROWS)
const frameOf = (book: Book, grouping = 1) => scratch.slice(0, book.writeFrame(grouping, ROWS, scratch))

const sameLevel = (a: BookChange, b: BookChange): boolean =>
  a.type === b.type && decimal(a.price) === decimal(b.price)

/** A change without the zeros that its numbers may end with. */
const saying = ({ action, type, price, amount }: BookChange): string =>
  [action, type, toText(decimal(price)), action === 'delete' ? '' : toText(decimal(amount))].join(' ')

/** The rules of a book on plain maps of exact decimals. */
class PlainBook {
  private readonly bid = new Map<Decimal, Decimal>()
  private readonly ask = new Map<Decimal, Decimal>()
  private readonly deepest: { bid: Decimal | null; ask: Decimal | null } = { bid: null, ask: null }

  /** The newest messages since the snapshot, in a form that is equal for equal ones. */
  private newest: string[] = []

  replace(changes: readonly BookChange[]): BookProblem | null {
    this.bid.clear()
    this.ask.clear()
    this.newest = []
    this.deepest.bid = this.deepest.ask = null
    const problem =
      this.make(changes.map((bookChange) => ({ ...bookChange, action: 'new' }))) ?? this.crossed()
    this.deepest.bid = this.best('bid', -1)
    this.deepest.ask = this.best('ask', -1)
    return problem
  }

  /** What docs/market-data.md says of a message that repeats a recent one. */
  apply(changes: readonly BookChange[]): BookProblem | null {
    const said = JSON.stringify(changes.map(saying))
    const known = this.newest.includes(said)
    this.newest = [...this.newest, said].slice(-16)
    // Of changes that name one level the last says how it stands.
    const last = changes.filter(
      (bookChange, n) => !changes.slice(n + 1).some((later) => sameLevel(bookChange, later)),
    )
    const made = known && last.every((bookChange) => this.stands(bookChange)) ? null : this.make(changes)
    return made ?? this.crossed()
  }

  private stands({ action, type, price, amount }: BookChange): boolean {
    const there = this[type].get(decimal(price))
    return action === 'delete' ? there === undefined : there === decimal(amount)
  }

  private make(changes: readonly BookChange[]): BookProblem | null {
    const problems = changes
      .map((change, n) => {
        const problem = this.change(change)
        const last = changes.slice(0, n).findLast((bookChange) => sameLevel(bookChange, change))
        const contradicts = problem === 'missing-level' || problem === 'level-already-there'
        return contradicts && last && saying(last) === saying(change) ? null : problem
      })
      .filter((one) => one !== null)
    return problems[0] ?? null
  }

  private crossed(): BookProblem | null {
    const [bid, ask] = [this.best('bid'), this.best('ask')]
    return bid !== null && ask !== null && compare(bid, ask) >= 0 ? 'crossed' : null
  }

  private change({ action, type, price: priceText, amount: amountText }: BookChange): BookProblem | null {
    const price = decimal(priceText)
    if (price <= 0n) return 'bad-number'
    const { [type]: side } = this
    const stood = side.has(price)
    const { [type]: deepest } = this.deepest
    const known = deepest !== null && (type === 'bid' ? price >= deepest : price <= deepest)
    const lost =
      !known || stood === (action !== 'new') ? null : stood ? 'level-already-there' : 'missing-level'
    if (action === 'delete') side.delete(price)
    else {
      const amount = decimal(amountText)
      if (amount <= 0n) return 'bad-amount'
      side.set(price, amount)
    }
    return lost
  }

  rows(type: 'bid' | 'ask'): string[][] {
    const sign = type === 'bid' ? -1 : 1
    return [...this[type]]
      .toSorted(([a], [b]) => sign * compare(a, b))
      .slice(0, ROWS)
      .map(([price, amount]) => [toText(price), toText(amount)])
  }

  private best(type: 'bid' | 'ask', rank = 0): Decimal | null {
    const text = this.rows(type).at(rank)?.[0]
    return text === undefined ? null : decimal(text)
  }
}

const rowsOf = (frame: Float64Array<ArrayBuffer>, type: 'bid' | 'ask') =>
  Array.from({ length: frame[type === 'bid' ? HEADER.bidCount : HEADER.askCount] ?? 0 }, (_, n) => {
    const at = type === 'bid' ? bidAt(n) : askAt(frame, n)
    return [
      toText(fromInteger(frame[at] ?? NaN, frame[HEADER.priceScale] ?? NaN)),
      toText(fromInteger(frame[at + 1] ?? NaN, frame[HEADER.amountScale] ?? NaN)),
    ]
  })

const bidPrice = fc.constantFrom('99', '98.5', '98', '97.25', '97', '096', '95.50', '40', '0.5', '5e1')
const askPrice = fc.constantFrom(
  '101',
  '101.5',
  '102',
  '102.75',
  '103',
  '0104',
  '105.50',
  '9000',
  '60000.125',
  '2e2',
)
const oddPrice = fc.constantFrom('100', '99', '101', '0', '-1', '0.00', '-0', '1e-3')
const amount = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('1', '2.5', '0.001', '00.5', '1.10', '12.345', '1e1', '123456789012'),
  },
  { weight: 1, arbitrary: fc.constantFrom('0', '-3', '-0', '0.000') },
)
const action = fc.constantFrom('new' as const, 'change' as const, 'delete' as const)
const change = (odd: number): fc.Arbitrary<BookChange> =>
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({ action, type: fc.constant('bid' as const), price: bidPrice, amount }),
    },
    {
      weight: 10,
      arbitrary: fc.record({ action, type: fc.constant('ask' as const), price: askPrice, amount }),
    },
    {
      weight: odd,
      arbitrary: fc.record({
        action,
        type: fc.constantFrom('bid' as const, 'ask' as const),
        price: oddPrice,
        amount,
      }),
    },
  )
const levels = fc
  .array(change(0), { maxLength: 12 })
  .map((changes) => [
    ...new Map(
      changes.map((bookChange) => [bookChange.type + String(decimal(bookChange.price)), bookChange]),
    ).values(),
  ])
/** What may befall a frame on its way; most arrive as they left. */
const mishap = fc.oneof(
  { weight: 6, arbitrary: fc.constant((text: string) => text) },
  { weight: 1, arbitrary: fc.constant((text: string) => JSON.stringify(JSON.parse(text), null, 1)) },
  {
    weight: 1,
    arbitrary: fc.constant((text: string) => text.replaceAll('"price"', '"\\u0070rice"')),
  },
  {
    weight: 1,
    arbitrary: fc.constant((text: string) => text.replace('"amount"', '"amount":"7","amount"')),
  },
  {
    weight: 1,
    arbitrary: fc.constant((text: string) =>
      text.replaceAll(/"price":("[^"]*"),"amount":("[^"]*")/g, '"amount":$2,"price":$1'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.nat(2_000),
        fc.constantFrom(...'0 9 1 . - " , } \\ e'.split(' '), '00000000', '9007199254740993'),
      )
      .map(
        ([place, put]) =>
          (text: string) =>
            text.slice(0, place % text.length) + put + text.slice((place % text.length) + 1),
      ),
  },
)
const message = (odd: number) =>
  fc.record({
    symbol: fc.constantFrom(...SYMBOLS),
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constant('update' as const) },
      { weight: 1, arbitrary: fc.constant('snapshot' as const) },
    ),
    levels,
    changes: fc.array(change(odd), { maxLength: 10 }),
    /** How often it arrives. */
    times: fc.constantFrom(1, 1, 1, 2, 3),
    mishap,
  })

const written = (symbol: Symbol, type: 'update' | 'snapshot', changes: readonly BookChange[]) =>
  JSON.stringify({
    channel: `orderbook-stream:${symbol}`,
    type,
    changes: changes.map(({ action: word, type: side, price, amount: size }) => ({
      action: word,
      type: side,
      price,
      amount: size,
    })),
  })

/** All books of a run, changed by the text of each frame, or by its bytes where those can be read. */
class BookReader {
  readonly books = new Map(SYMBOLS.map((symbol) => [symbol, new Book()]))
  private readonly scanner = new BookScanner<Book>(variant)
  private readonly bytes: boolean

  constructor(bytes: boolean) {
    this.bytes = bytes
    for (const [symbol, book] of this.books) this.scanner.follow(symbol, book)
  }

  /** What the frame did, in a word. */
  take(frame: Buffer): string {
    const book = this.bytes ? this.scanner.scan(frame) : null
    if (book !== null) return `update ${book.applyNoted()}`
    const read = parseStreamMessage(frame.toString(), variant)
    if (read.kind === 'snapshot') return `snapshot ${this.books.get(read.symbol)?.replace(read.changes)}`
    return read.kind === 'update' ? `update ${this.books.get(read.symbol)?.apply(read.changes)}` : read.kind
  }
}

describe('a book', () => {
  it(
    'is equal by the bytes of its frames and by their text, whatever the frames hold',
    () => {
      fc.assert(
        fc.property(
          fc.array(message(1), { maxLength: 15 }),
          fc.integer({ min: 1, max: 7 }),
          (messages, grouping) => {
            const fast = new BookReader(true)
            const slow = new BookReader(false)
            for (const { symbol, type, levels: depth, changes, mishap: befall } of messages) {
              const frame = Buffer.from(befall(written(symbol, type, type === 'snapshot' ? depth : changes)))
              expect(fast.take(frame)).toBe(slow.take(frame))
              for (const [entry, book] of fast.books)
                expect(frameOf(book, grouping)).toEqual(frameOf(slow.books.get(entry) ?? book, grouping))
            }
          },
        ),
        { numRuns: 150 },
      )
    },
    PATIENCE,
  )

  it(
    'equals plain maps of decimals, and turns suspect for equal reasons, by bytes and by text',
    () => {
      fc.assert(
        fc.property(levels, fc.array(message(2), { maxLength: 15 }), (first, messages) => {
          const readers = [new BookReader(true), new BookReader(false)]
          const plain = new PlainBook()
          const run = [{ type: 'snapshot' as const, levels: first, changes: [], times: 1 }, ...messages]
          for (const [n, { type, levels: depth, changes }] of run
            .flatMap((entry) => Array.from({ length: entry.times }, () => entry))
            .entries()) {
            const sent = type === 'snapshot' ? depth : changes
            const problem = type === 'snapshot' ? plain.replace(sent) : plain.apply(sent)
            const frame = Buffer.from(written('X' as Symbol, type, sent))
            for (const reader of readers) {
              expect(`${n} ${reader.take(frame)}`).toBe(`${n} ${type} ${problem}`)
              const shown = frameOf(reader.books.get('X' as Symbol) ?? new Book())
              expect(rowsOf(shown, 'bid')).toEqual(plain.rows('bid'))
              expect(rowsOf(shown, 'ask')).toEqual(plain.rows('ask'))
            }
          }
        }),
        { numRuns: 150 },
      )
    },
    PATIENCE,
  )
})
