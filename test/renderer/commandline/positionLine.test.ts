import { describe, expect, it } from 'vitest'
import { completeLine } from '../../../renderer/commandline/grammar/completion.ts'
import { readLine } from '../../../renderer/commandline/grammar/grammar.ts'
import { decimal } from '../../../shared/base/decimal.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import { code, customerOf } from '../../fakes/window/scriptedCore.ts'
import { lineContext as context } from './lineContext.ts'

const idsOf = (line: string) => {
  const reading = readLine(line, context)
  return reading.kind === 'cancel' ? reading.orders.map((order) => order.referenceId) : reading
}

describe('lines about positions', () => {
  it('rev sends one market order of twice the position', () => {
    expect(readLine('rev # btc', context)).toMatchObject({
      kind: 'order',
      draft: { customerCode: 'C1042', symbol: 'BTCUSDC_PERP', side: 'buy', type: 'market', amount: '5' },
    })
  })

  it('half sends half of the position, rounded down to a lot', () => {
    const positionOf = () => decimal('2.001')
    expect(readLine('half C1042 btc', { ...context, positionOf })).toMatchObject({
      kind: 'order',
      draft: { side: 'sell', type: 'market', amount: '1' },
    })
    expect(readLine('half C1042 btc', { ...context, positionOf: () => decimal('0.001') })).toMatchObject({
      kind: 'bad',
      reason: expect.stringContaining('less than one lot') as string,
    })
  })

  it('flat all names every open position, and is refused while one is unknown or none is held', () => {
    expect(readLine('flat # all', context)).toEqual({
      kind: 'flattenAll',
      customerCode: 'C1042',
      symbols: ['BTCUSDC_PERP'],
    })
    expect(readLine('flat # all', { ...context, heldSymbols: () => [] })).toMatchObject({
      reason: 'C1042 has no open position',
    })
  })
})

describe('lines that cancel', () => {
  it('cx # stop leaves out what has triggered or filled', () => {
    const [, stop] = context.liveOrders(code('C1042'))
    if (!stop) throw new Error('no stop')
    const liveOrders = () => [
      { ...stop, status: 'triggered' },
      { ...stop, filledAmount: decimalText.parse('0.1') },
    ]
    expect(readLine('cx # stop', { ...context, liveOrders })).toMatchObject({ kind: 'bad' })
  })

  it.each([
    ['cx sel', ['v1-sel']],
    ['cx combo', ['combo']],
    ['cx # stop', ['v1-stop', 'v1-eth-stop']],
    ['cx # btc stop', ['v1-stop']],
    ['cx # b stop', ['v1-eth-stop']],
    ['cx # eth b stop', ['v1-eth-stop']],
  ])('%s', (line, ids) => {
    expect(idsOf(line)).toEqual(ids)
  })

  it.each([
    ['cx C1042', null, null],
    ['cx # btc', 'BTCUSDC_PERP', null],
    ['cx # s', null, 'sell'],
  ])('%s asks the core, which knows every order', (line, symbol, side) => {
    expect(readLine(line, context)).toEqual({ kind: 'cancelAll', customerCode: 'C1042', symbol, side })
  })
})

describe('names', () => {
  it.each([
    ['acme b 1 btc m', 'C1042'],
    ['BLUE s 1 btc m', 'C2007'],
  ])('%s finds the customer by name', (line, customerCode) => {
    expect(readLine(line, context)).toMatchObject({ kind: 'order', draft: { customerCode } })
  })

  it.each([
    ['C1024 b 1 btc m', 'C1042'],
    ['C1042 byu 1 btc m', 'buy'],
    ['C1042 b 1 bct m', 'btc'],
    ['C1042 b 1 btcc m', 'btc'],
    ['C1042 b 1 et m', 'eth'],
  ])('%s offers %s', (line, offer) => {
    expect(readLine(line, context)).toMatchObject({ kind: 'bad', offer })
  })

  it('names the customers that a word may mean', () => {
    const customers = [
      customerOf('C1', 'Nord Capital'),
      customerOf('C2', 'Nord Bank'),
      customerOf('c1', 'Lower'),
    ]
    const reading = readLine('nord b 1 btc m', { ...context, customers })
    expect(reading).toMatchObject({ reason: '"nord" may be C1 or C2', offer: null })
    expect(readLine('C2 b 1 btc m', { ...context, customers }).kind).toBe('order')
  })

  it('offers no customer for a mistyped order that is to be canceled', () => {
    expect(readLine('cx C1024', context)).toMatchObject({
      reason: '"C1024" is neither a customer of this desk nor a live order',
      offer: null,
    })
  })

  it('offers nothing where two words are as near', () => {
    expect(readLine('C104 b 1 doge m', context)).toMatchObject({ offer: 'C1042' })
    expect(readLine('C1042 b 1 xxx m', context)).toMatchObject({ kind: 'bad', offer: null })
  })
})

it('help says what a word means', () => {
  expect(readLine('help', context)).toEqual({ kind: 'help', about: null })
  for (const [word, means] of [
    ['cx', /^cx # btc b stop: Cancels/],
    ['fee', /^fee: opens Fees/],
    ['oco', /^oco 66000\/60500: One order/],
  ] as const)
    expect(readLine(`help ${word}`, context)).toMatchObject({ about: expect.stringMatching(means) as string })
})

it('Tab completes the statement behind a ;', () => {
  expect(completeLine('cx # btc; rev C10', context)).toBe('cx # btc; rev C1042 ')
})
