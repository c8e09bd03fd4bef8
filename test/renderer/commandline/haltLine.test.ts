import { describe, expect, it } from 'vitest'
import { completeLine } from '../../../renderer/commandline/grammar/completion.ts'
import { readLine, type LineContext } from '../../../renderer/commandline/grammar/grammar.ts'
import { NOW, code, customerOf, instrumentOf, orderOf, reference } from '../../fakes/window/scriptedCore.ts'

const context: LineContext = {
  customer: code('C1042'),
  instrument: null,
  customers: [{ ...customerOf('C1042', 'Acme'), group: 'Macro' }, customerOf('BTC', 'named like a coin')],
  instruments: [instrumentOf('BTC', '0.5', '0.001'), instrumentOf('ETH', '0.01', '0.01')],
  marketOf: () => ({ ticker: undefined, book: null, now: NOW }),
  storedAlias: () => null,
  aliasNamed: () => null,
  aliasWords: () => [],
  rules: [],
  panels: [],
  workspaces: [],
  positionOf: () => null,
  heldSymbols: () => null,
  liveOrders: () => [],
  selected: orderOf({ referenceId: reference('v1-sel') }),
  ordersNamed: () => [],
}

it.each([
  ['halt desk', { kind: 'halt', scope: { kind: 'desk' } }],
  ['HALT DESK', { kind: 'halt', scope: { kind: 'desk' } }],
  ['halt c1042', { kind: 'halt', scope: { kind: 'customer', customerCode: 'C1042' } }],
  ['halt #', { kind: 'halt', scope: { kind: 'customer', customerCode: 'C1042' } }],
  ['halt eth', { kind: 'halt', scope: { kind: 'instrument', symbol: 'ETHUSDC_PERP' } }],
  // A customer's own code comes before an instrument's short name.
  ['halt btc', { kind: 'halt', scope: { kind: 'customer', customerCode: 'BTC' } }],
  ['halt @macro', { kind: 'halt', scope: { kind: 'group', group: 'Macro' } }],
  ['halt sel', { kind: 'halt', scope: { kind: 'order', customerCode: 'C1042', referenceId: 'v1-sel' } }],
  ['lift C1042', { kind: 'lift', scope: { kind: 'customer', customerCode: 'C1042' } }],
  ['halts', { kind: 'lift', scope: null }],
  ['signout', { kind: 'signOut' }],
  ['halt', { kind: 'unfinished', next: 'desk, customer, instrument, @group or sel' }],
])('reads %s', (line, reading) => {
  expect(readLine(line, context)).toEqual(reading)
})

it.each(['halt C9999', 'halt @nobody', 'halt C1042 now', 'halts all', 'signout now'])(
  'refuses %s',
  (line) => {
    expect(readLine(line, context)).toMatchObject({ kind: 'bad' })
  },
)

describe('two groups that differ in capitals only', () => {
  const twice: LineContext = {
    ...context,
    customers: [
      { ...customerOf('C1042', 'Acme'), group: 'Macro' },
      { ...customerOf('C2007', 'Zed'), group: 'macro' },
    ],
  }

  it.each(['halt @MACRO', '@MACRO/eq b 1 btc @62000', 'flat @MACRO btc'])('%s is refused', (line) => {
    expect(readLine(line, twice)).toMatchObject({
      kind: 'bad',
      reason: '"MACRO" may be the group Macro or macro: type it exactly',
    })
  })

  it('are distinct where one is typed exactly', () => {
    expect(readLine('halt @macro', twice)).toEqual({ kind: 'halt', scope: { kind: 'group', group: 'macro' } })
  })
})

it('refuses the selected order where none is selected', () => {
  expect(readLine('halt sel', { ...context, selected: null })).toMatchObject({
    kind: 'bad',
    start: 5,
    end: 8,
  })
})

it('completes its words', () => {
  expect(completeLine('halt d', context)).toBe('halt desk ')
  expect(completeLine('lift C1', context)).toBe('lift C1042 ')
  expect(completeLine('halt @', context)).toBe('halt @Macro ')
})
