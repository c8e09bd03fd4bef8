import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTransferAmount, transferSentence } from '../../../renderer/panels/customers/transferForm.ts'
import { csvOf } from '../../../shared/base/csv.ts'
import { statusWords } from '../../../renderer/state/statusWords.ts'
import { scrollToRow, windowOf } from '../../../renderer/ui/grid/gridWindow.ts'
import { feeText } from '../../../renderer/format/feeText.ts'
import { grouped, readTyped, signed, tone } from '../../../renderer/format/numbers.ts'
import { averageText, priceText } from '../../../renderer/format/priceText.ts'
import { isoTime, span, timeOfDay } from '../../../renderer/format/times.ts'
import { decimal, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { unseenIn } from '../../../shared/domain/orders/openOrderReading.ts'
import { NOW, liveConnection } from '../../fakes/window/scriptedCore.ts'

describe('numbers', () => {
  it.each([
    ['62150', 1, '62,150.0', '+62,150.0'],
    ['-0.004', 2, '0.00', '0.00'],
    ['-1234567.895', 2, '-1,234,567.90', '-1,234,567.90'],
    ['0', 2, '0.00', '0.00'],
  ])('%s at %i', (value, places, plain, withSign) => {
    expect(grouped(decimal(value), places)).toBe(plain)
    expect(signed(decimal(value), places)).toBe(withSign)
  })

  it.each([
    ['0.4', 0, 'even'],
    ['-0.4', 0, 'even'],
    ['0', 2, 'even'],
    ['-0.4', 1, 'loss'],
    ['12345', 0, 'gain'],
  ])('%s at %i has the colour of what is written: %s', (value, places, colour) => {
    expect(tone(signed(decimal(value), places))).toBe(colour)
  })

  it.each([
    ['2.5k', '2500'],
    ['1.5M', '1500000'],
    ['62,150.0', '62150'],
    ['.5', '0.5'],
  ])('reads %s', (text, value) => {
    const read = readTyped(text)
    expect(read.ok && toText(read.value)).toBe(value)
  })

  it.each(['', 'k', '1,5', '0,500', '-0,125', '00,250', '0,500.5', '1e3', '12,34,5', '0x10', '1 000', '--1'])(
    'refuses %j',
    (text) => {
      expect(readTyped(text).ok).toBe(false)
    },
  )
})

it('times agree with the calendar of the host', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (at) => {
      expect(isoTime(at)).toBe(new Date(at).toISOString())
    }),
  )
  expect([timeOfDay(null), span(2_580_000), span(3_900_000)]).toEqual(['—', '43 min', '1 h 05'])
})

it('a grid draws what is in view and little more, and scrolls a row wholly into view', () => {
  fc.assert(
    fc.property(
      fc.nat(3_000_000),
      fc.integer({ min: 0, max: 2_000 }),
      fc.nat(100_000),
      (top, height, count) => {
        const { from, to } = windowOf(top, height, 22, count)
        expect(from).toBeLessThanOrEqual(to)
        expect(to).toBeLessThanOrEqual(count)
        expect(to - from).toBeLessThanOrEqual(height / 22 + 15)
      },
    ),
  )
  expect([scrollToRow(0, 50, 220, 22), scrollToRow(20, 0, 220, 22), scrollToRow(3, 0, 220, 22)]).toEqual([
    0,
    242,
    null,
  ])
})

it('CSV quotes what it must and runs no formula', () => {
  expect(csvOf([{ a: '=1+1', b: 'x,"y"', c: '-5.1' }], ['a', 'b', 'c'])).toBe(
    'a,b,c\r\n\'=1+1,"x,""y""",-5.1\r\n',
  )
})

it('CSV quotes a semicolon, at which many spreadsheets split a cell', () => {
  expect(csvOf([{ a: 'x;y', b: 'z' }], ['a', 'b'])).toBe('a,b\r\n"x;y",z\r\n')
})

describe('transfers', () => {
  it.each(['', '0', '-1', '1.123456789', 'ten'])(
    'refuse %j with one sentence [2.transfer.amount 8.transferAmount]',
    (text) => {
      expect(readTransferAmount(text).ok).toBe(false)
    },
  )
  it('say what will be sent', () => {
    expect(transferSentence('deposit', '250000' as DecimalText, 'USDC', 'C1042')).toBe(
      'C1042 · DEPOSIT 250,000 USDC',
    )
  })
})

it('the status bar counts what stays live and what is unknown, and names each private stream', () => {
  const words = statusWords(
    {
      ...liveConnection,
      clock: { offsetMs: -2_500, uncertaintyMs: 1 },
      streams: [
        { channel: 'trades', state: 'down', lastAt: null, message: null },
        { channel: 'orderbook-stream:BTCUSDC_PERP', state: 'live', lastAt: null, message: null },
        { channel: 'market-trades-stream:SOLUSDC_PERP', state: 'connecting', lastAt: null, message: null },
      ],
    },
    { live: 2, unknown: 1, unseen: unseenIn([]) },
    NOW,
  )
  expect(words.lights.map((light) => light.name)).toEqual([
    'REST 41 ms',
    'trades down',
    'books 1/1',
    'market-trades-stream SOLUSDC_PERP connecting',
  ])
  expect(words.facts).toEqual([
    { text: 'clock -2.50 s', trouble: true },
    { text: 'token 43 min', trouble: false },
  ])
  expect([words.resting.text, words.unknown]).toEqual([
    '1 order stays and 1 of unknown status may stay live at the venue if this terminal closes',
    1,
  ])
})

describe('one way to write each figure', () => {
  const btc = { tickSize: '0.1' as DecimalText }
  it('a fee as it moves the balance: a cost has a minus, a rebate a plus', () => {
    expect(feeText(decimal('6.2'), 2)).toBe('-6.20')
    expect(feeText(decimal('-0.31'), 2)).toBe('+0.31')
    expect(feeText(decimal('0'), 2)).toBe('0.00')
    expect(feeText(null, 2)).toBe('—')
  })
  it('a price at the digits of its tick, and no digit left out of one that does not fit', () => {
    expect(priceText('62000' as DecimalText, btc)).toBe('62,000.0')
    expect(priceText('62000.05' as DecimalText, btc)).toBe('62,000.05')
    expect(averageText('62000.0499' as DecimalText, btc)).toBe('62,000.0')
    expect(priceText('62000' as DecimalText, undefined)).toBe('62,000.00')
  })
})
