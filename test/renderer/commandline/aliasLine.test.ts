/** An own name that also names something else: the line refuses it, and never reads the other one. */

import { describe, expect, it } from 'vitest'
import { readLine, type LineContext } from '../../../renderer/commandline/grammar/grammar.ts'
import type { Aliases } from '../../../shared/domain/settings/aliases.ts'
import { code, customerOf, instrumentOf, orderOf, reference, sym } from '../../fakes/window/scriptedCore.ts'
import { lineContext } from './lineContext.ts'

const ALIASES: Aliases = {
  whale: { kind: 'customer', customerCode: code('C2007'), venueId: 'v' },
  c3000: { kind: 'customer', customerCode: code('C2007'), venueId: 'v' },
  gold: { kind: 'instrument', symbol: sym('BTCUSDC_PERP'), venueId: 'v' },
  blue: { kind: 'customer', customerCode: code('C2007'), venueId: 'v' },
}
const storedAlias = (word: string) => ALIASES[word.toLowerCase()] ?? null
/** The venue lists more than when the words were made, so none of them is in force. */
const context: LineContext = {
  ...lineContext,
  customers: [
    ...lineContext.customers,
    customerOf('C9999', 'Whale Fund'),
    customerOf('C3000', 'Other'),
    customerOf('C8888', 'Gold'),
  ],
  instruments: [...lineContext.instruments, instrumentOf('GOLD', '0.5', '0.001')],
  storedAlias,
}
const reasonOf = (line: string, within = context) => {
  const reading = readLine(line, within)
  return reading.kind === 'bad' ? reading.reason : reading
}

describe('an own name that also names another', () => {
  it.each([
    'whale b 10 btc m',
    'WHALE b 10 btc m',
    'cx whale',
    'flat whale btc',
    'rev whale btc',
    'halt whale',
    'pos whale',
    'fee whale',
  ])('customer is refused: %s', (line) =>
    expect(reasonOf(line)).toMatch(
      /^“whale” is your name for C2007 and now also names C9999: type the code\.$/i,
    ),
  )

  it.each(['C1042 b 1 gold m', '# s 1 GOLD @3000', 'cx # gold', 'flat # gold', 'pos # gold'])(
    'instrument is refused: %s',
    (line) =>
      expect(reasonOf(line)).toMatch(
        /^“gold” is your name for BTCUSDC_PERP and now also names GOLDUSDC_PERP: type the symbol\.$/i,
      ),
  )

  it('is refused where it names one kind and was made for the other', () => {
    expect(reasonOf('gold b 1 btc m')).toBe(
      '“gold” is your name for BTCUSDC_PERP and now also names C8888: type the code.',
    )
    const listed = { ...lineContext, instruments: [instrumentOf('WHALE', '0.5', '0.001')], storedAlias }
    for (const line of ['halt whale', 'lift whale', 'pos whale', '# b 1 whale m'])
      expect(reasonOf(line, listed)).toBe(
        '“whale” is your name for C2007 and now also names WHALEUSDC_PERP: type the symbol.',
      )
  })

  it('is refused where the word is the code itself, and the way out is named', () =>
    expect(reasonOf('C3000 b 1 btc m')).toBe(
      '“C3000” is your name for C2007 and now also names C3000: remove your name in the settings.',
    ))

  it('cancels no order that has the word as its reference id', () => {
    const ordersNamed = () => [orderOf({ referenceId: reference('whale') })]
    expect(reasonOf('cx whale', { ...lineContext, storedAlias, ordersNamed })).toBe(
      '“whale” is your name for C2007 and now also names an order: select the order and type cx sel.',
    )
  })

  it('says nothing where both are the same, or the code is typed', () => {
    expect(readLine('blue b 1 btc m', context)).toMatchObject({ draft: { customerCode: 'C2007' } })
    expect(readLine('C9999 b 1 btc m', context)).toMatchObject({ draft: { customerCode: 'C9999' } })
    expect(readLine('# b 1 goldusdc_perp m', context)).toMatchObject({ draft: { symbol: 'GOLDUSDC_PERP' } })
  })
})
