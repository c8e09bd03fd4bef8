/** The form of a block: what it says, and which field is wrong in which words. */

import { describe, expect, it } from 'vitest'
import { EMPTY_BLOCK, type BlockForm } from '../../../../renderer/state/blockForm/blockFields.ts'
import { numberFor, readBlockForm } from '../../../../renderer/state/blockForm/readBlockForm.ts'
import { readNumbers } from '../../../../renderer/state/blockForm/blockNumbers.ts'
import type { BlockMethod } from '../../../../shared/domain/block/blockMethods.ts'
import { ZERO, decimal, toText } from '../../../../shared/base/decimal.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { code, customerOf, instrumentOf, sym } from '../../../fakes/window/scriptedCore.ts'

const customers = ['C1042', 'C2007', 'C3311'].map((word) => ({
  ...customerOf(word, ''),
  group: word === 'C3311' ? '' : 'macro',
}))

const read = (more: Partial<BlockForm>, marketPrice: string | null = '62150.5') =>
  readBlockForm(
    {
      ...EMPTY_BLOCK,
      group: 'macro',
      symbol: sym('BTCUSDC_PERP'),
      side: 'buy',
      amount: '1',
      limitPrice: '62150',
      ...more,
    },
    {
      customers,
      instruments: [instrumentOf('BTC', '0.5', '0.001')],
      marketPrice: () => (marketPrice === null ? null : decimal(marketPrice)),
    },
  )

const faultOf = (more: Partial<BlockForm>, marketPrice?: null) => {
  const reading = read(more, marketPrice)
  return reading.ok ? null : [reading.fault.field, reading.fault.sentence]
}

describe('the form of a block', () => {
  it('says the order, its members and its size', () => {
    const reading = read({ leverage: '5×', inFlight: '4' })
    expect(reading).toMatchObject({
      ok: true,
      value: {
        draft: {
          side: 'buy',
          type: 'limit',
          limitPrice: '62150',
          timeInForce: 'GTC',
          leverage: 5,
          cashAmount: null,
        },
        members: [{ code: 'C1042' }, { code: 'C2007' }],
        parent: decimal('1'),
        inFlight: 4,
      },
    })
  })

  it('makes whole lots of cash once, at the limit, else at the touch', () => {
    const parentOf = (more: Partial<BlockForm>) => {
      const reading = read({ amount: '', cash: '2m', ...more })
      return reading.ok ? toText(reading.value.parent) : reading.fault.sentence
    }
    expect(parentOf({})).toBe('32.18')
    expect(parentOf({ type: 'market' })).toBe('32.179')
    expect(faultOf({ type: 'market', amount: '', cash: '2m' }, null)).toEqual([
      'cash',
      'Cash: no fresh price of the instrument is known. Type the contracts, or a limit.',
    ])
  })

  it.each([
    [{ side: '' }, 'side', /^Side/],
    [{ group: '', numbers: '' }, 'group', /choose a group, or name customers/],
    [{ group: '', numbers: 'C9' }, 'numbers', /^Line 1: “C9” is no customer/],
    [{ method: 'ratio', numbers: 'C3311 2' }, 'numbers', /C3311 is not in macro/],
    [{ limitPrice: '' }, 'limitPrice', /^Limit: type it first/],
    [{ limitPrice: '-1' }, 'limitPrice', /above 0/],
    [{ leverage: '11' }, 'leverage', /but not 11/],
    [{ inFlight: '17' }, 'inFlight', /1 to 16/],
    [{ amount: 'x' }, 'amount', /^Amount: "x" is not a number/],
    [{ method: 'position', amount: '' }, 'amount', /^Percent: type it first/],
    [{ method: 'grow', amount: '' }, 'amount', /^Percent: type it first/],
    [{ method: 'cash', numbers: 'C1042' }, 'numbers', /^Line 1: type the USDC of C1042/],
  ] as const)('%j is refused at %s', (more, field, words) => {
    expect(faultOf(more as Partial<BlockForm>)).toEqual([field, expect.stringMatching(words)])
  })

  it('is of a group only where every customer is in it', () => {
    expect(read({ method: 'list', numbers: 'C1042 1\nC2007 2' })).toMatchObject({ value: { group: 'macro' } })
    expect(read({ method: 'list', numbers: 'C1042 1\nC3311 2' })).toMatchObject({ value: { group: '' } })
  })

  it('takes cash of named customers at the limit, else at the touch, and at no unknown price', () => {
    const each = { method: 'cash', group: 'macro', numbers: 'C3311 $25k', amount: '', cash: '5' } as const
    const reading = read(each)
    expect(reading).toMatchObject({
      ok: true,
      value: { cash: null, parent: ZERO, price: decimal('62150'), members: [{ code: 'C3311' }], group: '' },
    })
    expect(read({ ...each, type: 'market' })).toMatchObject({ value: { price: decimal('62150.5') } })
    expect(faultOf({ ...each, type: 'market' }, null)).toEqual([
      'numbers',
      'Cash each: no fresh price of the instrument is known. Choose a limit.',
    ])
  })

  it('takes the customers of a list, whatever the group', () => {
    const reading = read({ method: 'list', group: 'macro', numbers: 'c3311 0.5\nC1042;1', amount: '' })
    expect(reading.ok && reading.value.members.map((member) => member.code)).toEqual(['C1042', 'C3311'])
  })
})

it('a ratio is the typed one, else that of the directory, else 1; a percent is never guessed', () => {
  const none = new Map()
  const member = { code: code('C1042'), ratio: decimalText.parse('2.5') }
  expect(numberFor('ratio', none, member)).toBe(decimal('2.5'))
  expect(numberFor('ratio', none, { ...member, ratio: null })).toBe(decimal('1'))
  expect(numberFor('ratio', new Map([[code('C2007'), decimal('4')]]), member)).toBeNull()
  expect(numberFor('percent', none, member)).toBeNull()
})

const said = (text: string, method: BlockMethod = 'list', known = customers) => {
  const made = readNumbers(text, known, method)
  return made.ok ? [...made.value].map(([word, value]) => `${word} ${toText(value)}`) : made.failure
}

it('pasted numbers are read in every separator and end of line, and the first wrong line is named', () => {
  expect(said('C1042\t1,500.5\n\nc2007: 40\r\n  C3311=1  ')).toEqual(['C1042 1500.5', 'C2007 40', 'C3311 1'])
  expect(said('C1042 $25k\nC2007;1,500.25\nC3311\t10000$', 'cash')).toEqual([
    'C1042 25000',
    'C2007 1500.25',
    'C3311 10000',
  ])
  expect(said('C1042 $25k')).toMatch(/^Line 1: .* is not a number/)
  expect(said('C1042;$1,500', 'cash')).toMatch(/can mean two numbers/)
  expect(said('C1042 60%\nC2007;40%', 'percent')).toEqual(['C1042 60', 'C2007 40'])
  expect(said('C1042 1.5\rC2007 2\u2028C3311 1')).toEqual(['C1042 1.5', 'C2007 2', 'C3311 1'])
  expect(said('C1042 1\nC1042 2')).toBe('Line 2: C1042 is there twice.')
  expect(said('C1042 -1')).toBe('Line 1: the number of C1042 is below 0.')
  expect(said('C1042 1 2')).toMatch(/^Line 1: .* is not a number/)
})

it.each([
  ['C1042 1.5\n;C2007 2\nC3311 1', 'Line 2: begin it with the code of a customer.'],
  ['C1042,1.5\n,C2007,2\nC3311,1', 'Line 2: begin it with the code of a customer.'],
  ['C1042 1.5\n: C2007 2', 'Line 2: begin it with the code of a customer.'],
  ['C1042,,1.5', /^Line 1: .* is not a number/],
  ['C1042,Acme,1.5', /^Line 1: .* is not a number/],
  ['C1042 1,5', /^Line 1: /],
  ['C1042 ٣', /^Line 1: /],
  ['C1042 1e3', /^Line 1: /],
  ['\u200BC1042 1', /^Line 1: .* is no customer/],
  ['С1042 1', /^Line 1: .* is no customer/],
])('the list %j leaves out no line in silence', (text, words) => {
  expect(said(text)).toEqual(expect.stringMatching(words))
})

it.each([
  ['C1042;1,500', 'C1042;1500', /^Line 1: “1,500” can mean two numbers: .* no comma\.$/],
  ['C1042 1,500', 'C1042 1500', /^Line 1: “1,500” can mean two numbers/],
  [
    'C1042\t1.500',
    'C1042\t1.50',
    /^Line 1: “1\.500” can mean two numbers: write whole thousands without a point/,
  ],
  ['C1042; 12.250', 'C1042; 12.25', /^Line 1: “12\.250” can mean two numbers/],
  ['C1042;2,500k', 'C1042;2.5m', /^Line 1: “2,500k” can mean two numbers/],
])(
  'a number of a spreadsheet that can mean two numbers is refused: %j; %j means one',
  (text, plain, words) => {
    expect(said(text)).toEqual(expect.stringMatching(words))
    expect(said(plain)).toHaveLength(1)
  },
)

it('a number that only one way of writing gives is read', () => {
  expect(said('C1042;0.125\nC2007;1,500.25\nC3311 1.500')).toEqual([
    'C1042 0.125',
    'C2007 1500.25',
    'C3311 1.5',
  ])
})

it('every wrong line of a pasted list is named at once, the first five in words', () => {
  expect(said('C1042 x\nC2007 1\nC9 2\nC3311 -1')).toBe(
    'Line 1: "x" is not a number. Line 3: “C9” is no customer of this desk. Line 4: the number of C3311 is below 0.',
  )
  const eight = Array.from({ length: 8 }, (_, n) => `X${n} 1`).join('\n')
  expect(said(eight)).toMatch(
    /^Line 1: .* Line 5: “X4” is no customer of this desk\. Also wrong: lines 6, 7, 8\.$/,
  )
  expect(said(eight.split('\n').slice(0, 6).join('\n'))).toMatch(/ Also wrong: line 6\.$/)
  const thousand = Array.from({ length: 1_000 }, (_, n) => `X${n} 1`).join('\n')
  expect(said(thousand)).toMatch(/ Also wrong: lines 6, 7, .*, 45 and 955 more\.$/)
})

it('a heading above the lines is passed over, unless it may be a customer or an amount', () => {
  expect(said('Customer;Amount\nC1042;1')).toEqual(['C1042 1'])
  expect(said('\ncode\tcontracts\nC1042\t1')).toEqual(['C1042 1'])
  expect(said('Customer;5\nC1042;1')).toMatch(/^Line 1: “Customer” is no customer/)
  expect(
    said(
      'Account\nC1042',
      'ratio',
      ['account', 'C1042'].map((word) => customerOf(word, '')),
    ),
  ).toEqual(['account 1', 'C1042 1'])
  expect(said('C1042;1\nCustomer;Amount')).toMatch(/^Line 2: “Customer” is no customer/)
})

it('an amount and a percent are never guessed, and a percent is no amount', () => {
  expect(said('C1042\nC2007 0.5')).toBe('Line 1: type the contracts of C1042.')
  expect(said('C1042\nC2007 50', 'percent')).toBe('Line 1: type the percent of C1042.')
  expect(said('C1042 60%')).toMatch(/^Line 1: “60%” is a percent/)
  expect(said('C1042\nC2007 2', 'ratio')).toEqual(['C1042 1', 'C2007 2'])
})

it('a code means the customer with exactly that code', () => {
  const both = ['C1042', 'c1042', 'C2007'].map((word) => customerOf(word, ''))
  expect(said('C1042 1\nc1042 3\nc2007 2', 'list', both)).toEqual(['C1042 1', 'c1042 3', 'C2007 2'])
  const mixed = ['AbC', 'aBc'].map((word) => customerOf(word, ''))
  expect(said('abc 1', 'list', mixed)).toBe('Line 1: “abc” may be AbC or aBc. Type the code exactly.')
})
