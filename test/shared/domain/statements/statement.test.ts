import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { LedgerRow } from '../../../../shared/domain/accounts/ledger.ts'
import { statementOf } from '../../../../shared/domain/statements/statement.ts'
import {
  noLineWords,
  replacedWords,
  sumsOf,
  unsummedLines,
} from '../../../../shared/domain/statements/statementWords.ts'
import { periodOf } from '../../../../shared/domain/statements/statementPeriod.ts'
import { proofText } from '../../../../shared/domain/statements/statementProof.ts'
import {
  recordsText,
  statementInput,
  type StatementInput,
} from '../../../../shared/domain/statements/statementRecords.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'

const DAY = Date.UTC(2026, 10, 20)
const row = (code: string, transactionType: string, signedAmount: string | null, more: object = {}) => ({
  code,
  customerCode: 'C1042',
  transactionType,
  status: 'completed',
  asset: 'USDC',
  symbol: null,
  totalAmount: (signedAmount ?? '7').replace('-', ''),
  signedAmount,
  direction: signedAmount === null ? 'sideways' : signedAmount.startsWith('-') ? 'out' : 'in',
  realisedPnl: null,
  referenceId: null,
  markPrice: null,
  fundingRate: null,
  createdAt: DAY + 1000,
  ...more,
})
const fill = (code: string, realisedPnl: string | null, fee: string | null, more: object = {}) => ({
  code,
  customerCode: 'C1042',
  type: 'trade',
  symbol: 'BTCUSDC_PERP',
  referenceId: 'r1',
  side: 'buy',
  price: '60000',
  amount: '0.1',
  quote: null,
  fee,
  realisedPnl,
  liquidity: 'taker',
  createdAt: DAY + 1000,
  ...more,
})

/** A day with an opening balance of 1000 and a trade of −2.4; `rows` and `trades` are added to it. */
const inputOf = (rows: readonly object[] = [], trades: readonly object[] = [], more: object = {}) =>
  statementInput.parse({
    customerCode: 'C1042',
    from: DAY,
    to: DAY + 86_399_999,
    isInterim: false,
    rows: [
      row('D1', 'deposit', '1000', { createdAt: DAY - 5 }),
      row('T1', 'trade', '-2.4', { symbol: 'BTCUSDC_PERP' }),
      ...rows,
    ] as LedgerRow[],
    trades: [fill('T1', '0', '2.4'), ...trades] as Trade[],
    ledgerMissing: null,
    tradesMissing: null,
    balance: { kind: 'reported', amount: '997.6' },
    comparison: { kind: 'compared', differences: [] },
    ...more,
  })
const digestOf = (content: string) => createHash('sha256').update(content).digest('hex')
const made = (input: StatementInput) =>
  statementOf(input, { records: digestOf(recordsText(input)), proof: digestOf(proofText(input)) })
const faults = (input: StatementInput) => made(input).faults.map(({ row: code, why }) => [code, why])

describe('a statement', () => {
  it('has a number of customer, period, records and proof, and is proven when all records agree', () => {
    expect(made(inputOf())).toMatchObject({
      number: expect.stringMatching(/^S-C1042-20261120-20261120-[0-9A-F]{12}-P[0-9A-F]{8}$/),
      opening: '1000',
      closing: '997.6',
      pnl: '-2.4',
      realised: '0',
      fees: '2.4',
      faults: [],
    })
  })

  it('shows a forced fill apart, by the type of its trade', () => {
    const { sections } = made(
      inputOf([row('L1', 'trade', '-50')], [fill('L1', '-50', '0', { type: 'liquidation' })]),
    )
    const filled = sections.filter(({ lines }) => lines.length > 0)
    expect(filled.map(({ name, total }) => [name, total])).toEqual([
      ['trades', '-2.4'],
      ['forced', '-50'],
    ])
  })

  it('lists pending and canceled rows apart, and adds up neither', () => {
    const {
      closing,
      unsummed,
      faults: found,
    } = made(
      inputOf([
        row('W1', 'withdrawal', '-300', { status: 'pending', createdAt: DAY - 900 }),
        row('W2', 'withdrawal', '-100', { status: 'cancelled' }),
        row('W3', 'withdrawal', '-100', { status: 'cancelled', createdAt: DAY - 900 }),
      ]),
    )
    expect(closing).toBe('997.6')
    expect(unsummed.map(({ row: { code }, why }) => [code, why])).toEqual([
      ['W1', 'it is pending'],
      ['W2', 'it is cancelled'],
    ])
    expect(found).toEqual([])
  })

  it('lists movements of another asset apart, with their asset, and adds none to a USDC sum', () => {
    const statement = made(
      inputOf([
        row('B0', 'deposit', '5', { asset: 'BTC', createdAt: DAY - 5 }),
        row('B1', 'deposit', '2', { asset: 'BTC' }),
        row('B2', 'withdrawal', '-1', { asset: 'BTC', status: 'pending' }),
        row('B3', 'deposit', null, { asset: 'DOGE' }),
      ]),
    )
    expect([statement.opening, statement.closing, statement.faults]).toEqual(['1000', '997.6', []])
    expect(
      unsummedLines(statement).map(({ section, code, cash, note }) => [section, code, cash, note]),
    ).toEqual([
      ['Other assets', 'B1', '', 'it moves 2 BTC, and the statement sums USDC'],
      ['Other assets', 'B3', '', 'it moves 7 DOGE, and the statement sums USDC; the amount has no sign'],
      ['Other assets', 'B2', '', 'it is pending, and would move -1 BTC'],
    ])
    const other = made(inputOf([row('B1', 'deposit', '3', { asset: 'BTC' })]))
    expect(other.recordsNumber).not.toBe(made(inputOf()).recordsNumber)
  })

  it('knows no balance while a row has no direction, and names the row', () => {
    const statement = made(inputOf([row('X1', 'funding', null)]))
    expect([statement.opening, statement.closing]).toEqual(['1000', null])
    expect(statement.unsummed.map(({ row: { code } }) => code)).toEqual(['X1'])
    expect(statement.faults.map(({ row: code, why }) => [code, why])).toEqual([
      ['X1', 'the direction of the row is not known (sideways)'],
    ])
    const before = made(inputOf([row('X1', 'funding', null, { createdAt: DAY - 1 })]))
    expect([before.opening, before.closing]).toEqual([null, null])
  })

  it('knows no balance while rows are missing', () => {
    const statement = made(inputOf([], [], { ledgerMissing: 'page 3 failed' }))
    expect([statement.opening, statement.closing]).toEqual([null, null])
    expect(faults(inputOf([], [], { ledgerMissing: 'page 3 failed' }))).toEqual([
      [null, 'not all ledger rows were read: page 3 failed'],
    ])
  })

  it('has no sum while rows are missing, and says no movement only where all were read', () => {
    const none = { rows: [], trades: [], balance: { kind: 'reported', amount: '0' } }
    const cut = made(inputOf([], [], { ...none, ledgerMissing: 'page 2 failed' }))
    expect(sumsOf(cut).map(([, amount]) => amount)).toEqual(sumsOf(cut).map(() => 'not known'))
    expect(noLineWords(cut)).toMatch(/^No movement in a sum was read .* so the period may have movements\.$/)
    const whole = made(inputOf([], [], none))
    expect(sumsOf(whole).map(([, amount]) => amount)).toEqual(sumsOf(whole).map(() => '0'))
    expect(noLineWords(whole)).toBe('No movement in this period.')
    const bitcoin = row('B1', 'deposit', '2', { asset: 'BTC' })
    expect(noLineWords(made(inputOf([], [], { ...none, rows: [bitcoin] })))).toBe(
      'No movement of this period is in a sum. The rows in no sum say why.',
    )
  })

  it.each([
    ['without a sign', row('X1', 'funding', null)],
    ['without a time', row('X1', 'funding', '7', { createdAt: null })],
  ])('has no sum that a row %s belongs to, and keeps the others', (_, unsure) => {
    const sums = new Map(sumsOf(made(inputOf([unsure]))))
    expect([sums.get('Funding'), sums.get('Change'), sums.get('PnL after fees and funding')]).toEqual(
      Array.from({ length: 3 }, () => 'not known'),
    )
    expect([sums.get('Trades'), sums.get('Deposits'), sums.get('Fees')]).toEqual(['-2.4', '0', '-2.4'])
  })

  it('has neither realised PnL nor fees while a fill has no sign', () => {
    const fills = [fill('X1', '-50', '1', { type: 'liquidation' })]
    const statement = made(inputOf([row('X1', 'trade', null)], fills))
    expect(statement.sections.map(({ total }) => total).slice(0, 3)).toEqual(['-2.4', null, '0'])
    expect([statement.realised, statement.fees, statement.pnl]).toEqual([null, null, null])
  })

  it('names the exact row that breaks it', () => {
    const balance = { kind: 'reported', amount: '1000' }
    expect(faults(inputOf([], [], { balance }))).toEqual([
      [null, 'the venue reports a balance of 1000 USDC, and all completed ledger rows add up to 997.6'],
    ])
    const unbooked = inputOf([], [fill('T2', '1', '0')])
    expect(faults(unbooked)).toEqual([['T2', 'the trade has no completed ledger row']])
    const untraded = inputOf([row('T3', 'trade', '0')])
    expect(faults(untraded)).toEqual([['T3', 'the venue lists no trade with the code of this ledger row']])
    const bare = inputOf([row('T3', 'trade', '0')], [fill('T3', null, null)])
    expect(faults(bare)).toEqual([
      ['T3', 'its trade has no realised PnL and no fee, so the row is not checked'],
    ])
    const stranger = inputOf([row('D9', 'deposit', '5', { customerCode: 'C2007' })])
    expect(faults(stranger)).toEqual([['D9', 'the venue listed this record of C2007 for C1042']])
    const twice = inputOf([row('T1', 'trade', '-2.4', { symbol: 'ETHUSDC_PERP' })])
    expect(faults(twice)).toEqual([['T1', 'the record was read with two contents; make the statement again']])
    const timeless = inputOf([row('D9', 'deposit', '5', { createdAt: null })])
    expect(made(timeless).closing).toBe(null)
    expect(faults(timeless)[0]).toEqual(['D9', 'the row has no time, so its period is not known'])
  })

  it('takes over what the comparison of the customer found, and is not proven without one', () => {
    const difference = {
      kind: 'position',
      record: 'position',
      row: 'BTCUSDC_PERP',
      reportedBy: 'its trades',
      here: '1',
      there: '2 in 4 trades',
    }
    expect(faults(inputOf([], [], { comparison: { kind: 'compared', differences: [difference] } }))).toEqual([
      ['BTCUSDC_PERP', 'position: here 1; its trades: 2 in 4 trades'],
    ])
    expect(faults(inputOf([], [], { comparison: { kind: 'unknown', why: 'still comparing' } }))).toEqual([
      [null, 'still comparing'],
    ])
    expect(faults(inputOf([], [], { balance: { kind: 'unknown', why: 'no balance yet' } }))).toEqual([
      [null, 'no balance yet'],
    ])
  })

  describe('number', () => {
    const comparing = { comparison: { kind: 'unknown', why: 'still comparing' } }
    const other = { balance: { kind: 'reported', amount: '1000' } }

    it('is the same for the same records and proof, whatever proved them', () => {
      const later = [row('D2', 'deposit', '50', { createdAt: DAY + 90_000_000 })]
      const grown = inputOf(later, [], { balance: { kind: 'reported', amount: '1047.6' } })
      expect(made(grown)).toEqual(made(inputOf()))
    })

    it('is another with another proof, and begins alike: the records are the same', () => {
      const proven = made(inputOf())
      const numbers = [
        proven,
        made(inputOf([], [], comparing)),
        made(inputOf([], [], other)),
        made(inputOf([], [], { isInterim: true })),
      ].map(({ number, recordsNumber }) => ({ number, recordsNumber }))
      expect(new Set(numbers.map(({ recordsNumber }) => recordsNumber)).size).toBe(1)
      expect(new Set(numbers.map(({ number }) => number)).size).toBe(4)
      for (const { number } of numbers) expect(number.startsWith(`${proven.recordsNumber}-P`)).toBe(true)
    })

    it('does not change with the order in which faults were found', () => {
      const strangers = ['D8', 'D9'].map((code) => row(code, 'deposit', '5', { customerCode: 'C2007' }))
      expect(made(inputOf(strangers.toReversed()))).toEqual(made(inputOf(strangers)))
    })

    it('of the statement that it replaces is named, where that one was made here', () => {
      const proven = made(inputOf())
      const unproven = made(inputOf([], [], comparing))
      const changed = made(inputOf([row('D2', 'deposit', '1')]))
      expect(replacedWords(unproven, proven)).toBe(
        `Replaces ${proven.number}: the records are the same, and the proof differs.`,
      )
      expect(replacedWords(changed, proven)).toBe(`Replaces ${proven.number}: the records changed.`)
      expect([replacedWords(proven, proven), replacedWords(proven, undefined)]).toEqual([null, null])
    })
  })

  it('has its trade in the period of the ledger row, also around midnight', () => {
    const late = row('T5', 'trade', '1', { createdAt: DAY + 86_400_001 })
    const trade = fill('T5', '1', '0', { createdAt: DAY + 86_399_999 })
    const balance = { kind: 'reported', amount: '998.6' }
    const today = made(inputOf([late], [trade], { balance }))
    expect([today.closing, today.faults]).toEqual(['997.6', []])
    const next = { from: DAY + 86_400_000, to: DAY + 2 * 86_400_000 - 1 }
    const tomorrow = made(inputOf([late], [trade], { balance, ...next }))
    expect([tomorrow.opening, tomorrow.closing, tomorrow.faults]).toEqual(['997.6', '998.6', []])
  })
})

it('periods are whole days, UTC, over the end of a year', () => {
  const now = Date.UTC(2027, 0, 15, 13)
  expect(periodOf('today', now)).toEqual({ from: Date.UTC(2027, 0, 15), to: Date.UTC(2027, 0, 16) - 1 })
  expect(periodOf('yesterday', now)).toEqual({ from: Date.UTC(2027, 0, 14), to: Date.UTC(2027, 0, 15) - 1 })
  expect(periodOf('this month', now)).toEqual({ from: Date.UTC(2027, 0), to: Date.UTC(2027, 1) - 1 })
  expect(periodOf('last month', now)).toEqual({ from: Date.UTC(2026, 11), to: Date.UTC(2027, 0) - 1 })
})
