/** Every text that can reach an export, with every payload: no cell runs or moves, nothing is unseen, and no line, page, notice or title breaks. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { reportOf, sure } from '../../electron/broker/check/findings.ts'
import { openLog } from '../../electron/log.ts'
import { statementPages } from '../../electron/print/statementPages.ts'
import { lifeAsCsv, lifeAsText } from '../../electron/storage/journal/journal.ts'
import type { LifeRow } from '../../electron/storage/journal/lives.ts'
import { csvLine } from '../../renderer/panels/customers/csv/csvLine.ts'
import { windowTitle } from '../../renderer/workspace/windows/windowTitle.ts'
import { noticeText } from '../../renderer/panels/notices/noticeList.ts'
import { statementCsv } from '../../renderer/panels/statements/statementCsv.ts'
import { csvOf } from '../../shared/base/csv.ts'
import { tsvOf } from '../../renderer/panels/tables/tsv.ts'
import { notificationText, spokenText } from '../../shared/base/notificationText.ts'
import { visibleLine } from '../../shared/base/visibleText.ts'
import { topics } from '../../shared/contract/contract.ts'
import { blankCustomer } from '../../shared/domain/accounts/customer.ts'
import { ledgerRow } from '../../shared/domain/accounts/ledger.ts'
import { notice } from '../../shared/domain/notice.ts'
import { spokenWords } from '../../shared/domain/noticeSound.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import { statementOf } from '../../shared/domain/statements/statement.ts'
import { statementInput } from '../../shared/domain/statements/statementRecords.ts'
import { trade } from '../../shared/domain/trade.ts'
import { pdfText } from '../electron/print/pdfText.ts'
import { hostileValue, type Places } from './hostileValues.ts'
import { PAYLOADS, type Payload } from './payloads.ts'

/** Written here anew: characters that show no ink, and lone halves of a pair. */
const INKLESS = /(?! )[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/u
const FORMULA = /^\s*[=+\-@＝＋－＠]/

const inkless = (text: string): string | null => INKLESS.exec(text)?.[0] ?? null

/** Reads RFC 4180 text; a quotation mark counts only at the start of a cell, as in spreadsheets. */
function readCells(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [['']]
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const row = rows.at(-1)!
    const cell = row.at(-1)!
    const here = text[at]!
    if (isQuoted) {
      if (here !== '"') row[row.length - 1] = cell + here
      else if (text[at + 1] === '"') {
        row[row.length - 1] = `${cell}"`
        at++
      } else isQuoted = false
    } else if (here === '"' && cell === '') isQuoted = true
    else if (here === separator) row.push('')
    else if (here === '\r' && text[at + 1] === '\n') {
      rows.push([''])
      at++
    } else row[row.length - 1] = cell + here
  }
  return rows.slice(0, -1)
}

/** What is wrong with a table of cells. A number in front keeps its sign; every other cell must not begin like a formula. */
function faultsOfCells(text: string, separator: string, columns: number | null): readonly string[] {
  const rows = readCells(text, separator)
  return rows.flatMap((row) => [
    ...(columns === null || row.length === columns ? [] : [`${row.length} cells, not ${columns}`]),
    ...row.flatMap((cell) => [
      ...(FORMULA.test(cell) && !/^[+-]?[\d.]+$/.test(cell) ? [`runs ${cell.slice(0, 40)}`] : []),
      ...(inkless(cell) === null ? [] : [`unseen in ${JSON.stringify(cell.slice(0, 40))}`]),
    ]),
  ])
}

/** One record of `schema` for each payload, which stands in every text of the record. */
function recordsOf(schema: z.ZodType, places: Places = new Map()): readonly Record<string, unknown>[] {
  return PAYLOADS.map(({ text }) => hostileValue(schema, text, places) as Record<string, unknown>)
}

/** The records of every topic that is a list: what a table shows, copies and saves. */
const LISTS = Object.entries(topics).flatMap(([topic, { snapshot }]) =>
  snapshot.def.type === 'array' && topic !== 'book'
    ? [[topic, (snapshot as unknown as z.ZodArray).element as unknown as z.ZodType] as const]
    : [],
)

it('customers as CSV run nothing, also where a semicolon separates cells', () => {
  const fields = ['customer_code', 'name', 'group', 'tags', 'ratio', 'note'] as const
  const customers = PAYLOADS.map(({ text }, n) => ({
    ...blankCustomer(`C${n}` as CustomerCode, 'hand'),
    name: visibleLine(text),
    note: visibleLine(`Zed; ${text};`),
  }))
  const text = csvOf(customers.map(csvLine), fields)
  expect(faultsOfCells(text, ',', fields.length)).toEqual([])
  expect(faultsOfCells(text, ';', null)).toEqual([])
})

/** The texts of each list that have no form of their own, so that each takes every payload. Codes and symbols take those that can be one. */
const WORDED: Readonly<Record<string, readonly string[]>> = {
  reads: ['.why', '.missing'],
  instruments: ['.underlying', '.quoteCurrency', '.status'],
  tickers: [],
  customers: [],
  halts: [
    '.id',
    '.by',
    '.cause',
    '.members[].venueId',
    '.unverified[].reason',
    '.lists.unseen[].reason',
    '.lists.problem',
  ],
  orders: [
    '.type',
    '.triggerPriceType',
    '.timeInForce',
    '.status',
    '.refusal.code',
    '.refusal.message',
    '.dealer',
  ],
  blocks: [
    '.dealer',
    '.why',
    '.rows[].why',
    '.rows[].end.why',
    '.rows[].earlier[].end.why',
    '.cancel.unverified[].reason',
    '.amend.failed[].why',
  ],
  trades: ['.code', '.type', '.liquidity'],
  ledger: ['.code', '.transactionType', '.status', '.asset', '.direction'],
  positions: ['.unsure.why'],
  balances: [],
  cashSums: ['.others[].asset'],
  reconciliation: [
    '.why',
    '.discrepancies[].row',
    '.discrepancies[].reportedBy',
    '.discrepancies[].here',
    '.discrepancies[].there',
    '.uncompared.positions',
    '.uncompared.cash',
    '.uncompared.pnl',
  ],
  openOrderReadings: ['.reason'],
  fees: [],
  margins: ['.why'],
  marketTrades: ['.code'],
  notices: ['.message', '.detail', '.action'],
}

describe.each(LISTS)('the rows of %s', (topic, schema) => {
  const places: Places = new Map()
  const rows = recordsOf(schema, places)
  const fields = Object.keys(rows[0] ?? {})

  it('as CSV run nothing and keep their cells, also where a semicolon separates cells', () => {
    const text = csvOf(rows, fields)
    expect(faultsOfCells(text, ',', fields.length)).toEqual([])
    expect(faultsOfCells(text, ';', null)).toEqual([])
    expect(readCells(text, ',')).toHaveLength(PAYLOADS.length + 1)
  })

  it('on the clipboard run nothing and keep their cells', () => {
    const columns = fields.map((field) => ({
      id: field,
      title: field,
      kind: 'text' as const,
      width: '1fr',
      cell: () => null,
      value: (row: Record<string, unknown>) => {
        const value = row[field]
        return typeof value === 'string' ? value : JSON.stringify(value)
      },
    }))
    const { text } = tsvOf(rows, columns, undefined as never)
    expect(faultsOfCells(text, '\t', fields.length)).toEqual([])
  })

  it('took every payload in each text without a form of its own, and the others in its codes', () => {
    const whole = [...places].filter(([, count]) => count === PAYLOADS.length).map(([path]) => path)
    expect(whole).toEqual(WORDED[topic])
    expect([...places.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(30)
  })
})

/** A statement whose records hold every payload. */
function hostileStatement() {
  const DAY = Date.UTC(2026, 10, 20)
  const numbered = (kind: string, row: Record<string, unknown>, n: number) => ({
    ...row,
    code: `${kind}${n} ${PAYLOADS[n]!.text}`.slice(0, 2_048),
    createdAt: DAY + n,
    customerCode: 'C1042',
  })
  const rowsNamed = (kind: string) =>
    recordsOf(ledgerRow).map((row, n) => ({
      ...numbered(kind, row, n),
      status: n % 2 === 0 ? 'completed' : row['status'],
    }))
  // The rows of other assets stand in a section of their own.
  const rows = [...rowsNamed('L'), ...rowsNamed('U').map((row) => ({ ...row, asset: 'USDC' }))]
  const input = statementInput.parse({
    customerCode: 'C1042',
    from: DAY,
    to: DAY + 86_399_999,
    isInterim: false,
    rows,
    trades: recordsOf(trade).map((row, n) => numbered('T', row, n)),
    ledgerMissing: PAYLOADS[0]!.text,
    tradesMissing: PAYLOADS[1]!.text,
    balance: { kind: 'unknown', why: PAYLOADS[2]!.text },
    comparison: { kind: 'unknown', why: PAYLOADS[3]!.text },
  })
  return statementOf(input, { records: 'c0ffee'.padEnd(64, '0'), proof: 'cd'.repeat(32) })
}

it('a statement as CSV runs nothing and keeps its cells', () => {
  const text = statementCsv(hostileStatement())
  const columns = text.split('\r\n', 1)[0]!.split(',').length
  expect(faultsOfCells(text, ',', columns)).toEqual([])
  expect(faultsOfCells(text, ';', null)).toEqual([])
})

it('a statement on paper shows nothing unseen, holds no action, and no line leaves its page', async () => {
  const fontOf = (file: string) =>
    readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`))
  const fonts = { plain: fontOf('DejaVuSansCondensed'), bold: fontOf('DejaVuSansCondensed-Bold') }
  const bytes = await statementPages(hostileStatement(), fonts)
  const { pages } = pdfText(bytes)
  const raw = Buffer.from(bytes).toString('latin1')
  expect(raw).not.toMatch(/\/(JS|JavaScript|URI|OpenAction|AA|Launch|SubmitForm|EmbeddedFile|Annots)\b/)
  expect(raw).not.toContain('hostile')
  expect(pages.flatMap((page) => page.split('\n').filter((line) => inkless(line) !== null))).toEqual([])
  const heights = [...raw.matchAll(/1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm/g)].map(([, , y]) => Number(y))
  expect(heights.length).toBeGreaterThan(8_000)
  expect(heights.filter((y) => y < 20 || y > 595)).toEqual([])
})

it('a line of the log is one visible line, whatever stands in its fields', () => {
  const directory = mkdtempSync(join(tmpdir(), 'openpit-log-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const opened = openLog(directory)
  const names = ['venueId', 'customerCode', 'referenceId', 'symbol', 'code', 'phase', 'sentence'] as const
  for (const { text } of PAYLOADS)
    opened.log.warn('odd', Object.fromEntries(names.map((name) => [name, text])))
  opened.close()
  const lines = readFileSync(join(directory, 'openpit.log'), 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(PAYLOADS.length)
  expect(lines.filter((line) => inkless(line) !== null)).toEqual([])
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ msg: 'odd' })
})

it('a line of a report or an export on a terminal is one visible line', () => {
  const names = 'when who dealer customer order what shown limit answer state record'.split(' ')
  const rows = PAYLOADS.map(
    ({ text }) => Object.fromEntries(names.map((name) => [name, text])) as unknown as LifeRow,
  )
  const printed = lifeAsText(rows)
  const report = reportOf(PAYLOADS.map(({ text }) => sure('lists.items', text)))
  for (const line of [...printed.split('\n'), ...report.split('\n')]) expect(inkless(line)).toBeNull()
  expect(report.split('\n')).toHaveLength(PAYLOADS.length)
  expect(faultsOfCells(lifeAsCsv(rows), ',', 11)).toEqual([])
  expect(faultsOfCells(lifeAsCsv(rows), ';', null)).toEqual([])
})

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

describe('outside the window', () => {
  const spoken = PAYLOADS.map(({ text }) =>
    spokenWords(hostileValue(notice, text, new Map()) as z.infer<typeof notice>, text),
  )
  it('a notification is plain text of one direction, bounded and without markup', () => {
    for (const sentence of spoken) {
      const text = notificationText(sentence)
      expect(text.startsWith('\u2068') && text.endsWith('\u2069')).toBe(true)
      expect(inkless(text.slice(1, -1))).toBeNull()
      expect(text).not.toMatch(/[<>&]/)
      expect(text).not.toMatch(RIGHT_TO_LEFT)
      expect(text.length).toBeLessThanOrEqual(242)
    }
  })

  it('a voice gets plain words without markup, bounded', () => {
    for (const sentence of spoken) {
      const text = spokenText(sentence)
      expect(text).not.toMatch(/[<>&]/)
      expect(inkless(text)).toBeNull()
      expect(text.length).toBeLessThanOrEqual(240)
    }
  })

  it('the title of a window is visible and keeps the order of its parts', () => {
    for (const { text } of PAYLOADS) {
      const title = windowTitle({ name: text, symbol: text, price: '1', customer: text })
      expect(inkless(title)).toBeNull()
      expect(title).not.toMatch(RIGHT_TO_LEFT)
      expect(title.endsWith(' · Openpit')).toBe(true)
    }
  })

  it('a notice on the clipboard is visible in each of its lines', () => {
    const lines = ({ text }: Payload) =>
      noticeText(hostileValue(notice, text, new Map()) as z.infer<typeof notice>).split('\n')
    for (const payload of PAYLOADS) for (const line of lines(payload)) expect(inkless(line)).toBeNull()
  })
})
