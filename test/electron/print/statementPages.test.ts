import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it, test } from 'vitest'
import { printableText } from '../../../electron/print/printableText.ts'
import { statementPages } from '../../../electron/print/statementPages.ts'
import { createStatementPrinter } from '../../../electron/print/statementPrinter.ts'
import { statementOf } from '../../../shared/domain/statements/statement.ts'
import { statementInput } from '../../../shared/domain/statements/statementRecords.ts'
import { must } from '../paper/money/must.ts'
import { pdfText } from './pdfText.ts'

const fontOf = (file: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`))
const FONTS = { plain: fontOf('DejaVuSansCondensed'), bold: fontOf('DejaVuSansCondensed-Bold') }
const DAY = Date.UTC(2026, 10, 20)

/** A day of `count` trades with 18 digits, and a pending row whose code a venue made to mislead. */
function inputOf(count: number) {
  const codes = Array.from({ length: count }, (_, n) => `T${n}`)
  const base = { customerCode: 'C1042', symbol: 'BTCUSDC_PERP', referenceId: null, createdAt: DAY + 1000 }
  const row = {
    ...base,
    transactionType: 'trade',
    status: 'completed',
    asset: 'USDC',
    totalAmount: '2.412345678901234567',
    signedAmount: '-2.412345678901234567',
    direction: 'out',
    realisedPnl: null,
    markPrice: null,
    fundingRate: null,
  }
  return statementInput.parse({
    customerCode: 'C1042',
    from: DAY,
    to: DAY + 86_399_999,
    isInterim: false,
    rows: [
      ...codes.map((code) => ({ ...row, code })),
      { ...row, code: 'W\u202E1\u0000ש', transactionType: 'withdrawal', status: 'pending' },
    ],
    trades: codes.map((code) => ({
      ...base,
      code,
      type: 'trade',
      side: 'buy',
      price: '62147.5',
      amount: '0.125',
      quote: null,
      fee: '2.412345678901234567',
      realisedPnl: '0',
      liquidity: null,
    })),
    ledgerMissing: null,
    tradesMissing: null,
    balance: { kind: 'unknown', why: 'the balance is not known yet' },
    comparison: { kind: 'compared', differences: [] },
  })
}
const DIGESTS = { records: 'c0ffee'.padEnd(64, '0'), proof: 'd00d'.padEnd(64, '0') }
const pagesOf = (count: number) => statementPages(statementOf(inputOf(count), DIGESTS), FONTS)

it('a PDF has the same bytes for the same statement, and both fonts are in it', async () => {
  const [first, second] = [await pagesOf(3), await pagesOf(3)]
  expect(Buffer.compare(first, second)).toBe(0)
  const { fonts, embedded } = pdfText(first)
  expect(fonts.map((name) => name.replace(/^\w+\+/, ''))).toEqual(
    expect.arrayContaining(['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold']),
  )
  expect([fonts.length, embedded]).toEqual([2, 2])
})

it('a PDF has every digit of every movement, its number on every page, and says that it is not proven', async () => {
  const { pages } = pdfText(await pagesOf(80))
  expect(pages.length).toBeGreaterThan(1)
  pages.forEach((page, n) =>
    expect(page).toContain(
      `S-C1042-20261120-20261120-C0FFEE000000-PD00D0000 · page ${n + 1} of ${pages.length}`,
    ),
  )
  const all = pages.join('\n')
  expect(all).toContain('Not proven.')
  expect(all).toContain('The balance is not known yet.')
  // Fee, cash: twice for each trade.
  expect(all.split('2.412345678901234567').length - 1).toBeGreaterThanOrEqual(160)
  expect(all).toContain('-192.98765431209876536 USDC')
  for (const title of ['Cash', 'Balance', 'Realised', 'Fee']) expect(all).toContain(`${title}, USDC`)
  expect(all).toContain('W\\u{202E}1\\u{0}\\u{5E9}')
})

it('a PDF of a ledger that was cut off has no sum of 0, and does not say that nothing moved', async () => {
  const printed = async (more: object) => {
    const input = { ...inputOf(0), rows: [], ...more }
    return pdfText(await statementPages(statementOf(input, DIGESTS), FONTS)).pages.join('\n')
  }
  expect(await printed({})).toContain('No movement in this period.')
  const cut = await printed({ ledgerMissing: 'page 2 could not be read' })
  expect(cut).not.toMatch(/No movement in this period|\b0 USDC/)
  expect(cut).toContain('so the period may have movements.')
  const half = await printed({ rows: inputOf(2).rows, ledgerMissing: 'page 2 could not be read' })
  expect(half).toContain('Trades: 2 movements, and the sum is not known')
})

test('printable text has no invisible character, none that turns the line, and keeps plain text', () => {
  const hasGlyph = () => true
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const printed = printableText(text, hasGlyph)
      expect(printed).not.toMatch(/[\p{C}\p{M}\p{Zl}\p{Zp}\p{Script=Hebrew}\p{Script=Arabic}]/u)
    }),
  )
  expect(printableText('Größe — ✓ C1042', hasGlyph)).toBe('Größe — ✓ C1042')
  expect(printableText('✓', () => false)).toBe('\\u{2713}')
})

it('the print thread makes a PDF from records, and refuses what it cannot print in one sentence', async () => {
  const print = createStatementPrinter(new URL('../../../electron/print/worker.ts', import.meta.url))
  const [first, second] = [await print(JSON.stringify(inputOf(3))), await print(JSON.stringify(inputOf(3)))]
  expect(must(first)).toBe(must(second))
  expect(pdfText(Buffer.from(must(first), 'base64')).pages.join()).toContain('-7.237037036703703701 USDC')
  expect(await print('{}')).toMatchObject({
    failure: 'The records of the statement could not be read. Make it again.',
  })
  expect(await print('no JSON')).toMatchObject({
    failure: expect.stringMatching(/^The PDF could not be made/),
  })
  const many = inputOf(5_001)
  expect(await print(JSON.stringify(many))).toMatchObject({
    failure: expect.stringMatching(/^A PDF has at most 5000 movements, and this statement has 5001\./),
  })
})
