import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromInteger, toText } from '../../../../shared/base/decimal.ts'
import { invariant } from '../../../../shared/base/result.ts'
import { BookScanner } from '../../../../shared/broker/stream/bookBytes.ts'
import {
  parseStreamMessage,
  type StreamVariant,
  type StreamMessage,
} from '../../../../shared/broker/stream/streamMessages.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { ASK, CHANGE, DELETE, NEW, noted } from '../../../../shared/domain/book/bookChanges.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { profileOf, SECOND_VARIANT } from '../../../fakes/venue/secondVariant.ts'

const at = { restUrl: 'http://v', streamUrl: 'ws://v' }
const VARIANTS = {
  document: venueProfile.parse({ name: 'V', kind: 'paper', ...at }).stream,
  second: profileOf(SECOND_VARIANT, at).stream,
}
const SYMBOLS = ['BTCUSDC_PERP', 'ETHUSDC_PERP', 'X', '1000PEPE.USDC-PERP', 'AaX', 'BBX'] as Symbol[]
function scannerOf(stream: StreamVariant): BookScanner<Symbol> {
  const scanner = new BookScanner<Symbol>(stream)
  for (const symbol of SYMBOLS) scanner.follow(symbol, symbol)
  return scanner
}
const scanners = { document: scannerOf(VARIANTS.document), second: scannerOf(VARIANTS.second) }
type Variant = keyof typeof VARIANTS

const ACTIONS: Partial<Record<number, 'new' | 'change' | 'delete'>> = {
  [NEW]: 'new',
  [CHANGE]: 'change',
  [DELETE]: 'delete',
}
/** What the scanner says, in the words of the text parser; null when the scanner leaves the frame to the parser. */
function scanned(frame: Uint8Array, variant: Variant): StreamMessage | null {
  const symbol = scanners[variant].scan(frame)
  if (symbol === null) return null
  return {
    kind: 'update',
    channel: `orderbook-stream:${symbol}`,
    symbol,
    changes: Array.from({ length: noted.count }, (_, n) => {
      const form = noted.forms[n] ?? NaN
      const action = ACTIONS[form & 3]
      invariant(action !== undefined, 'a kind of change')
      return {
        action,
        type: form & ASK ? ('ask' as const) : ('bid' as const),
        price: toText(fromInteger(noted.numbers[2 * n] ?? NaN, (form >> 4) & 15)),
        amount: toText(fromInteger(noted.numbers[2 * n + 1] ?? NaN, form >> 8)),
      }
    }),
  }
}
const slow = (frame: Uint8Array, variant: Variant) =>
  parseStreamMessage(Buffer.from(frame).toString('utf8'), VARIANTS[variant])

const number = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[1-9]\d{0,6}(\.\d{1,4})?$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '0.10', '100.00', '007.5', '999999999999999', '0.00000000000001'),
  },
)
const change = fc.record({
  action: fc.constantFrom('new', 'change', 'delete'),
  type: fc.constantFrom('bid', 'ask'),
  price: number,
  amount: number,
})
const FIELDS = {
  document: [
    ['channel', 'type', 'changes'],
    ['topic', 'event', 'data'],
  ],
  second: [['topic', 'event', 'payload']],
} as const
const WORDS = { document: ['update', 'snapshot'], second: ['delta', 'full'] } as const
/** A frame as the two variants write it: `usual` in the one order and without spaces, else any order and any spaces. */
const usual = fc
  .record({
    variant: fc.constantFrom<Variant>('document', 'second'),
    symbol: fc.constantFrom(...SYMBOLS),
    changes: fc.array(change, { maxLength: 12 }),
  })
  .map(({ variant, symbol, changes }) => ({ variant, ...write(variant, symbol, changes, 0, 0) }))
const anyOrder = fc
  .record({
    variant: fc.constantFrom<Variant>('document', 'second'),
    changes: fc.array(
      fc.tuple(change, fc.integer({ min: 0, max: 23 })).map(([one, turn]) => turned(one, turn)),
      { maxLength: 6 },
    ),
    turn: fc.integer({ min: 0, max: 23 }),
    names: fc.nat(1),
    indent: fc.constantFrom(0, 1, '\t'),
  })
  .map(({ variant, changes, turn, names, indent }) => ({
    variant,
    ...write(variant, 'BTCUSDC_PERP', changes, turn, indent, names),
  }))

/** The n-th of some orders of a record's fields. */
function turned(record: object, turn: number): object {
  const fields = Object.entries(record)
  for (let n = fields.length; n > 1; n--) {
    const [one] = fields.splice(turn % n, 1)
    turn = Math.floor(turn / n)
    if (one) fields.push(one)
  }
  return Object.fromEntries(fields)
}

function write(
  variant: Variant,
  symbol: string,
  changes: readonly object[],
  turn: number,
  indent: number | string,
  names = 0,
) {
  const [channel, type, data] = FIELDS[variant][names % FIELDS[variant].length]!
  const message = { [channel]: `orderbook-stream:${symbol}`, [type]: WORDS[variant][0], [data]: changes }
  return { text: JSON.stringify(turn === 0 ? message : turned(message, turn), null, indent) }
}

describe('BookScanner', () => {
  it('reads the usual frame of either variant as the text parser does', () => {
    fc.assert(
      fc.property(fc.oneof(usual, anyOrder), ({ text, variant }) => {
        const frame = Buffer.from(text)
        const fast = scanned(frame, variant)
        expect(fast).not.toBeNull()
        expect(fast).toEqual(slow(frame, variant))
      }),
      { numRuns: 1000 },
    )
  })

  it('reads any mangled frame as the text parser does, or leaves it', () => {
    const scrap = fc.oneof(
      fc.constantFrom(
        ...'" { } [ ] , : \\ 0 9 . - e1 null true {} [] "" \\u0031 \\" ,,'.split(' '),
        '"error":1,',
        '"op":"x",',
        '"seq":1,',
        '"symbol":"X",',
        '"type":"bid",',
        '"amount":"1",',
        '1234567890123456',
        'snapshot',
        ' ',
        '\u0000',
        'é',
        '\u2028',
      ),
      fc.string({ maxLength: 3 }),
    )
    const cut = fc.tuple(fc.nat(1_000), fc.oneof(fc.constant(0), fc.nat(3), fc.nat(80)), scrap)
    fc.assert(
      fc.property(fc.oneof(usual, anyOrder), fc.array(cut, { minLength: 1, maxLength: 3 }), (item, cuts) => {
        let text = item.text
        for (const [from, length, put] of cuts) {
          const place = from % (text.length + 1)
          text = text.slice(0, place) + put + text.slice(place + length)
        }
        const frame = Buffer.from(text)
        const fast = scanned(frame, item.variant)
        const exact = slow(frame, item.variant)
        expect(fast ?? exact).toEqual(exact)
      }),
      { numRuns: 10_000 },
    )
  }, 60_000)

  it('leaves every frame cut short, whatever its memory holds before and behind the frame', () => {
    fc.assert(
      fc.property(usual, fc.nat(), ({ text, variant }, part) => {
        const whole = Buffer.from(text)
        scanned(whole, variant)
        expect(scanned(whole.subarray(0, part % whole.length), variant)).toBeNull()
        expect(scanned(Buffer.from(`${text}${text}`), variant)).toBeNull()
      }),
    )
  })

  it('reads bytes that are no text as the text parser does, or leaves them', () => {
    const flip = fc.array(fc.tuple(fc.nat(1_000), fc.integer({ min: 0, max: 255 })), { maxLength: 3 })
    fc.assert(
      fc.property(usual, flip, ({ text, variant }, flips) => {
        const frame = Buffer.from(text)
        for (const [place, byte] of flips) frame[place % frame.length] = byte
        const fast = scanned(frame, variant)
        const exact = slow(frame, variant)
        expect(fast ?? exact).toEqual(exact)
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['a snapshot', { type: 'snapshot' }],
    ['an error', { error: { code: 'X' } }],
    ['a field that it does not know', { seq: 1 }],
    [
      'a number that is none in JSON text',
      { changes: [{ action: 'new', type: 'bid', price: 1.5, amount: '1' }] },
    ],
    [
      'sixteen digits',
      { changes: [{ action: 'new', type: 'bid', price: '1', amount: '1234567890.123456' }] },
    ],
    ['an exponent', { changes: [{ action: 'new', type: 'bid', price: '1e3', amount: '1' }] }],
    ['a sign', { changes: [{ action: 'new', type: 'bid', price: '1', amount: '-1' }] }],
    ['a change inside a change', { changes: [[{ action: 'new', type: 'bid', price: '1', amount: '1' }]] }],
    ['a missing amount', { changes: [{ action: 'delete', type: 'bid', price: '1' }] }],
    ['another channel', { channel: 'market-trades:X' }],
    ['a bare channel', { channel: 'orderbook-stream' }],
    ['no symbol', { channel: 'orderbook-stream:' }],
    ['a symbol that is none', { channel: 'orderbook-stream:X Y' }],
  ])('leaves %s to the text parser', (_what, part) => {
    const message = { channel: 'orderbook-stream:X', type: 'update', changes: [], ...part }
    expect(scanned(Buffer.from(JSON.stringify(message)), 'document')).toBeNull()
  })

  it('takes updates of a thousand changes, and leaves longer ones to the text parser', () => {
    const level = (n: number) => ({ action: 'new', type: 'bid', price: String(n + 1), amount: '1' })
    const read = (count: number) =>
      Buffer.from(
        write(
          'document',
          'X',
          Array.from({ length: count }, (_, n) => level(n)),
          0,
          0,
        ).text,
      )
    expect(scanned(read(1_000), 'document')).toEqual(slow(read(1_000), 'document'))
    expect(scanned(read(6_000), 'document')).toBeNull()
  })

  it('distinguishes channels with names that look alike in its memory', () => {
    for (const symbol of ['AaX', 'BBX', 'AaX', 'BBX']) {
      const { text } = write('document', symbol, [], 0, 0)
      expect(scanned(Buffer.from(text), 'document')).toMatchObject({ symbol })
    }
  })

  it('never reads by names with two meanings in a profile, or another meaning', () => {
    for (const stream of [
      { ...VARIANTS.document, type: ['channel'] },
      { ...VARIANTS.document, data: ['bids'] },
      { ...VARIANTS.document, update: ['snapshot'] },
    ]) {
      const { channel, type, data, update } = stream
      const text = JSON.stringify({
        [channel[0]!]: 'orderbook-stream:X',
        [type[0]!]: update[0],
        [data[0]!]: [],
      })
      expect(scannerOf(stream).scan(Buffer.from(text))).toBeNull()
    }
  })
})

it('leaves symbols with bytes that could be those of another symbol to the text parser', () => {
  const { document } = VARIANTS
  for (const [followed, sent] of [
    // The bytes of é in UTF-8 are those of Ã© one by one.
    ['Ã©X', 'éX'],
    ['A\\/B', 'A/B'],
  ] as const) {
    const scanner = new BookScanner<Symbol>(document)
    scanner.follow(followed as Symbol, followed as Symbol)
    const text = JSON.stringify({ channel: `orderbook-stream:${sent}`, type: 'update', data: [] }).replaceAll(
      '/',
      '\\/',
    )
    expect(scanner.scan(Buffer.from(text))).toBeNull()
    expect(parseStreamMessage(text, document)).toMatchObject({ kind: 'update', symbol: sent })
  }
})
