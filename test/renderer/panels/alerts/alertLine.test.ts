import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  lineOf,
  LINE_EXAMPLES,
  readAlertLine,
  setSentence,
  type AlertLineContext,
} from '../../../../renderer/panels/alerts/alertLine.ts'
import { decimal, decimalOf, divide, toText } from '../../../../shared/base/decimal.ts'
import type { AlertChoice, AlertWatch } from '../../../../shared/domain/alerts/alertRule.ts'
import { code, instrumentOf, sym } from '../../../fakes/window/scriptedCore.ts'

const BTC = sym('BTCUSDC_PERP')
const context: AlertLineContext = {
  instruments: [instrumentOf('BTC', '0.5', '0.001'), instrumentOf('ETH', '0.01', '0.01')],
  customers: [code('C1042'), code('C2007')],
  last: (symbol) => (symbol === BTC ? decimal('62150') : null),
}
const read = (line: string) => readAlertLine(line, context)
const watch = (line: string) => {
  const alert = read(line)
  return alert.ok ? alert.value.watch : alert.failure
}

describe('the line that sets an alert', () => {
  it('is read back with the odd letters of a customer code that looks like another', () => {
    const alert = readAlertLine('margin 10k С1042', { ...context, customers: [code('С1042')] })
    expect(alert.ok && setSentence(alert.value)).toContain('Free margin of \\u{421}1042 at')
  })

  it('takes the side of a price from the last one, or as it is typed', () => {
    expect(watch('btc 65,000')).toEqual({ kind: 'price', symbol: BTC, direction: 'above', level: '65000' })
    expect(watch('BTC 60k')).toMatchObject({ direction: 'below', level: '60000' })
    expect(watch('btc>60000')).toMatchObject({ direction: 'above' })
    expect(watch('eth 3000')).toBe('There is no fresh last price: type > or < before the price.')
    expect(watch('btc 62150')).toBe('That is the last price: type > or < before it.')
  })

  it.each([
    ['btc spread 5t', { kind: 'spread', symbol: BTC, unit: 'ticks', level: '5' }],
    ['btc spread 2.5bps', { kind: 'spread', symbol: BTC, unit: 'bps', level: '2.5' }],
    ['btc funding < -0.01', { kind: 'funding', symbol: BTC, direction: 'below', level: '-0.01' }],
    ['liq 5%', { kind: 'liquidation', level: '5' }],
    ['margin 10k', { kind: 'margin', level: '10000' }],
    ['used 80%', { kind: 'used', level: '80' }],
    ['equity -5k', { kind: 'equity', level: '-5000' }],
    ['age 5m', { kind: 'orderAge', level: '300' }],
    ['fills', { kind: 'fill' }],
    ['rejects', { kind: 'reject' }],
    ['connection', { kind: 'connection' }],
  ])('reads %s', (line, expected) => expect(watch(line)).toEqual(expected))

  it('takes a customer, ! and once in any place', () => {
    expect(read('c2007 margin 10k once !')).toMatchObject({
      value: { customerCode: 'C2007', mustAcknowledge: true, isOnce: true },
    })
    expect(read('margin C1042 C2007 10')).toMatchObject({ failure: 'One customer at most: C1042, C2007.' })
  })

  it.each([
    ['xyz 5', 'is no instrument'],
    ['btc', 'Type the price'],
    ['btc spread 5', 'Type t for ticks or bps'],
    ['btc funding 0.05', 'Type > or < before the rate'],
    ['btc 65000 now', '“now” is not understood'],
    ['connection C1042', 'of the whole desk'],
    ['margin ten', 'is not a number'],
  ])('says what is missing or wrong in %s', (line, why) => expect(watch(line)).toContain(why))

  it('reads each of its own examples', () => {
    for (const [line] of LINE_EXAMPLES) expect(read(line).ok).toBe(true)
  })

  const level = fc
    .integer({ min: 1, max: 9_999_999 })
    .map((n) => toText(divide(decimalOf(n), decimal('100'))))
  const direction = fc.constantFrom('above' as const, 'below' as const)
  const watches: fc.Arbitrary<AlertWatch> = fc.oneof(
    fc.record({ kind: fc.constant('price' as const), symbol: fc.constant(BTC), direction, level }),
    fc.record({ kind: fc.constant('funding' as const), symbol: fc.constant(BTC), direction, level }),
    fc.record({
      kind: fc.constant('spread' as const),
      symbol: fc.constant(BTC),
      unit: fc.constantFrom('ticks' as const, 'bps' as const),
      level,
    }),
    fc.record({
      kind: fc.constantFrom('liquidation' as const, 'margin' as const, 'used' as const, 'equity' as const),
      level,
    }),
    fc.record({ kind: fc.constantFrom('fill' as const, 'reject' as const) }),
  )
  const choices: fc.Arbitrary<AlertChoice> = fc.record({
    watch: watches,
    customerCode: fc.constantFrom(null, code('C1042')),
    mustAcknowledge: fc.boolean(),
    isOnce: fc.boolean(),
  })

  it('of an alert sets the same alert again', () => {
    fc.assert(
      fc.property(choices, (alert) => {
        expect(read(lineOf(alert))).toEqual({ ok: true, value: alert })
      }),
    )
  })
})
