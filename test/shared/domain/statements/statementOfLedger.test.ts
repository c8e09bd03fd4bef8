import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tradeOnWire, transactionOnWire } from '../../../../electron/paper/api/resources/wire.ts'
import { ZERO, add, decimal, subtract, toText, zeroText } from '../../../../shared/base/decimal.ts'
import { parseExact } from '../../../../shared/base/json.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { readLedgerRow, readTrade } from '../../../../shared/broker/accountRecords.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { addsUp, changeOf, statementOf } from '../../../../shared/domain/statements/statement.ts'
import { proofText } from '../../../../shared/domain/statements/statementProof.ts'
import { recordsText, type StatementInput } from '../../../../shared/domain/statements/statementRecords.ts'
import { must } from '../../../electron/paper/money/must.ts'
import { noFigures, openMoneyModel } from '../../../electron/paper/money/moneyModel.ts'
import { CUSTOMERS } from '../../../electron/paper/money/moneyScene.ts'

const PROFILE = venueProfile.parse({
  name: 'model',
  kind: 'paper',
  restUrl: 'http://127.0.0.1:1',
  streamUrl: 'ws://127.0.0.1:1',
})
const PAGE = { status: null, createdFrom: null, createdTo: null, after: null, before: null, limit: 100_000 }
const TRADES = { symbol: null, from: null, to: null, before: null, sort: 'asc', limit: 100_000 } as const
const MINUTE = 60_000

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
const statement = (input: StatementInput) =>
  statementOf(input, { records: digestOf(recordsText(input)), proof: digestOf(proofText(input)) })
const overWire = (record: object): unknown => must(parseExact(JSON.stringify(record)))

/** What the paper broker's engine knows of each customer after a random history, as its lists show it. */
function historyOf(seed: number) {
  const { act, brokerage, scene, close } = openMoneyModel(seed, noFigures())
  try {
    const start = scene.clock.now()
    for (let n = 0; n < 25; n++) act()
    const { store } = brokerage.context
    return {
      start,
      end: scene.clock.now(),
      customers: CUSTOMERS.map((customerCode) => {
        const rows = store.movements.page({ ...PAGE, customerCode }).items
        const trades = store.trades.page({ ...TRADES, customerCode }).items
        return {
          customerCode,
          movements: rows,
          engineBalance: store.accounts.balance(customerCode) ?? zeroText,
          rows: rows.map((row) => must(readLedgerRow(overWire(transactionOnWire(row)), null, PROFILE))),
          trades: trades.map((each) => must(readTrade(overWire(tradeOnWire(each)), null))),
        }
      }),
    }
  } finally {
    close()
  }
}

/** Thirty in every run; `OPENPIT_HISTORIES=10000` for as many as docs/money.md names. */
const HISTORIES = Number(process.env['OPENPIT_HISTORIES'] ?? '30')
/** Ms for one history at most. */
const PATIENCE = 4_000

test(
  'statements of random histories reach the engine’s balance to the last digit [gap.18 2.ledger.net]',
  { timeout: HISTORIES * PATIENCE },
  () => {
    const sections = new Map<string, number>()
    for (let n = 0; n < HISTORIES; n++) checkHistory(historyOf(41_000 + n), sections)
    for (const name of ['trades', 'forced', 'funding', 'settlements', 'deposits', 'withdrawals'])
      expect([name, (sections.get(name) ?? 0) > 5]).toEqual([name, true])
  },
)

/** Ten periods of a history, each for one of its customers; counts the lines of each section. */
function checkHistory(history: ReturnType<typeof historyOf>, sections: Map<string, number>): void {
  fc.assert(
    fc.property(
      fc.nat(3),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer(),
      (n, a, b, seed) => {
        const { start, end } = history
        const { customerCode, movements, engineBalance, rows, trades } = history.customers[n]!
        const at = (share: number) => Math.round(start - MINUTE + share * (end - start + 2 * MINUTE))
        const [from, to] = [at(Math.min(a, b)), at(Math.max(a, b))]
        const random = seededRandom(seed)
        const shuffled = <T>(list: readonly T[]) =>
          list
            .map((entry) => ({ entry, at: random.next() }))
            .toSorted((x, y) => x.at - y.at)
            .map(({ entry }) => entry)
        const input: StatementInput = {
          customerCode,
          from,
          to,
          isInterim: false,
          rows,
          trades,
          ledgerMissing: null,
          tradesMissing: null,
          balance: { kind: 'reported', amount: engineBalance },
          comparison: { kind: 'compared', differences: [] },
        }
        const made = statement(input)
        expect(made.faults).toEqual([])
        expect(addsUp(made)).toBe(true)
        // The engine's own rows, added up here.
        const sum = (low: number, high: number) =>
          toText(
            movements.reduce(
              (all, row) =>
                row.status === 'completed' && row.createdAt >= low && row.createdAt <= high
                  ? add(all, decimal(row.signedAmount))
                  : all,
              ZERO,
            ),
          )
        expect(made.opening).toBe(sum(-Infinity, from - 1))
        expect(made.closing).toBe(sum(-Infinity, to))
        expect(changeOf(made)).toBe(sum(from, to))
        // From the first row to the last one, the closing balance is the engine's.
        const whole = statement({ ...input, from: 0, to: end + MINUTE })
        expect([whole.opening, whole.closing]).toEqual(['0', engineBalance])
        for (const { name, lines } of whole.sections)
          sections.set(name, (sections.get(name) ?? 0) + lines.length)
        for (const { lines } of made.sections) {
          for (const { row, trade, amount } of lines) {
            if (row.transactionType !== 'trade') continue
            expect(amount).toBe(
              toText(subtract(decimal(trade?.realisedPnl ?? '?'), decimal(trade?.fee ?? '?'))),
            )
          }
        }
        // Neither the order of reading, nor a record read twice, changes number or contents.
        const again = statement({
          ...input,
          rows: shuffled([...rows, ...rows.slice(0, 3)]),
          trades: shuffled([...trades, ...trades.slice(0, 3)]),
        })
        expect(again).toEqual(made)
        // Every changed amount in the period is found, and gives another number.
        const touched = rows.find(
          ({ status, createdAt, transactionType }) =>
            transactionType === 'trade' && status === 'completed' && createdAt! >= from && createdAt! <= to,
        )
        if (!touched) return
        const wrong = toText(add(decimal(touched.signedAmount ?? '?'), 1n as never))
        const broken = statement({
          ...input,
          rows: rows.map((row) => (row === touched ? { ...row, signedAmount: wrong } : row)),
        })
        expect(broken.recordsNumber).not.toBe(made.recordsNumber)
        expect(broken.faults.map(({ kind, row }) => [kind, row])).toEqual([
          ['differs', touched.code],
          ['differs', null],
        ])
      },
    ),
    { numRuns: 10, seed: 1 },
  )
}
