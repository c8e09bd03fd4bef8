import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { Request } from '../../../../shared/contract/contract.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { statementInput } from '../../../../shared/domain/statements/statementRecords.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { reconciled } from '../../../fakes/window/accounts.ts'
import {
  NOW,
  ScriptedCore,
  code,
  ledgerRowOf,
  liveConnection,
  reference,
  tradeOf,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const text = (value: string) => decimalText.parse(value)
const open = () => keys('{Control>}k{/Control}statement C1042{Enter}')

const deposit = ledgerRowOf({
  code: 'D1',
  transactionType: 'deposit',
  signedAmount: text('1000.000000000000000001'),
  createdAt: NOW - 100_000_000,
})
const booked = ledgerRowOf({ code: 'T1', signedAmount: text('-6.2'), referenceId: reference('r1') })
const pending = ledgerRowOf({
  code: '=HYPERLINK("x")',
  transactionType: 'withdrawal',
  status: 'pending',
  signedAmount: text('-5'),
})

/** The ledger has two pages, and the venue reports `balance`. */
const withRecords = (balance: string) => (scriptedCore: ScriptedCore) => {
  scriptedCore.startWith('balances', [
    { customerCode: code('C1042'), amount: text(balance), source: 'event', asOf: NOW },
  ])
  scriptedCore.startWith('reconciliation', [reconciled('C1042')])
  scriptedCore.answer('trades.read', () =>
    ok({ trades: [tradeOf({ code: 'T1' })], next: null, missing: null }),
  )
  scriptedCore.answer('ledger.read', ({ before }) =>
    ok(
      before === null
        ? { rows: [booked, pending], next: 'p2', missing: null }
        : { rows: [deposit], next: null, missing: null },
    ),
  )
}

describe('a statement', () => {
  it('is made by keyboard from every page, is proven, and its CSV has the same bytes again', async () => {
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return '#'
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const { desk, screen } = await stage(withRecords('993.800000000000000001'))
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    await expect.element(panel).toMatchTextContent(/No statement is made yet/)
    const make = panel.getByRole('button', { name: 'Make the statement' })
    make.element().focus()
    await keys('{Enter}')
    const proof = panel.getByRole('status', { name: 'Proof' })
    await expect.element(proof).toMatchTextContent(/^✓ Proven/)
    await expect.element(panel).toMatchTextContent(/Opening balance1,000\.000000000000000001/)
    await expect.element(panel).toMatchTextContent(/Closing balance993\.800000000000000001/)
    await expect.element(panel).toMatchTextContent(/1 row is in no sum/)
    for (const name of ['Cash, USDC', 'Balance, USDC', 'Realised, USDC', 'Fee, USDC'])
      await expect.element(panel.getByRole('columnheader', { name })).toBeInTheDocument()
    expect(desk.callsOf('ledger.read')).toMatchObject([
      { customerCode: 'C1042', from: null, to: null, status: null, before: null },
      { before: 'p2' },
    ])
    const csv = panel.getByRole('button', { name: 'CSV' })
    await csv.click()
    await make.click()
    await expect.poll(() => desk.callsOf('ledger.read').length).toBe(4)
    await expect.element(proof).toMatchTextContent(/^✓ Proven/)
    await csv.click()
    const [first, second] = await Promise.all(files.map((file) => file.text()))
    expect(second).toBe(first)
    expect(first).toMatch(/^section,time,code/)
    expect(first).toMatch(/Closing balance,.*,993\.800000000000000001,/)
    expect(first).toMatch(/Trades,2026-01-05T09:00:00\.000Z,T1,trade,.*,0\.5,62000,0,6\.2,/)
    // A spreadsheet must not run what a venue writes.
    expect(first).toContain(`"'=HYPERLINK(""x"")"`)
  })

  it('has another number once its proof is another, and names the number that it replaces', async () => {
    const { desk, screen } = await stage(withRecords('993.800000000000000001'))
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    const make = panel.getByRole('button', { name: 'Make the statement' })
    await make.click()
    const proof = panel.getByRole('status', { name: 'Proof' })
    await expect.element(proof).toMatchTextContent(/^✓ Proven/)
    const numberNow = () =>
      /S-C1042-\d{8}-\d{8}-[0-9A-F]{12}-P[0-9A-F]{8}/.exec(panel.element().textContent)?.[0] ?? ''
    const proven = numberNow()
    expect(proven).not.toBe('')
    const replaces = panel.getByRole('status', { name: 'Replaces' })
    expect(replaces.elements()).toEqual([])
    desk.delta('balances', [
      { customerCode: code('C1042'), amount: text('900'), source: 'event', asOf: NOW + 1 },
    ])
    await make.click()
    await expect.element(proof).toMatchTextContent(/^✗ Not proven/)
    await expect
      .element(replaces)
      .toMatchTextContent(`Replaces ${proven}: the records are the same, and the proof differs.`)
    const unproven = numberNow()
    expect([unproven === proven, unproven.split('-P')[0]]).toEqual([false, proven.split('-P')[0]])
  })

  it('of today is of the day on which it is made, also where the panel stood over midnight', async () => {
    const { desk, screen, clock } = await stage(withRecords('993.800000000000000001'))
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    const make = panel.getByRole('button', { name: 'Make the statement' })
    await expect.element(make).toBeVisible()
    const day = 86_400_000
    clock.advance(day)
    await make.click()
    const midnight = NOW - (NOW % day) + day
    await expect
      .poll(() => desk.callsOf('trades.read'))
      .toMatchObject([{ from: midnight - 60_000, to: midnight + day - 1 + 60_000 }])
  })

  it('of yesterday by a clock that is a day ahead is called not over, by the time of the venue', async () => {
    const { screen } = await stage((scriptedCore) => {
      withRecords('993.800000000000000001')(scriptedCore)
      scriptedCore.startWith('connection', {
        ...liveConnection,
        clock: { offsetMs: -86_400_000, uncertaintyMs: 500 },
      })
    })
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    await panel.getByRole('combobox', { name: 'Period, UTC' }).selectOptions('yesterday')
    await panel.getByRole('button', { name: 'Make the statement' }).click()
    await expect.element(panel).toMatchTextContent(/The period is not over/)
  })

  it('is printed from the records that were read, and a refusal is said', async () => {
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return '#'
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const { desk, screen } = await stage((scriptedCore) => {
      withRecords('993.800000000000000001')(scriptedCore)
      scriptedCore.answer('statement.print', () => ok({ pdf: btoa('%PDF-1.7') }))
    })
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    const pdf = panel.getByRole('button', { name: 'PDF' })
    await expect.element(pdf).toBeDisabled()
    await panel.getByRole('button', { name: 'Make the statement' }).click()
    await pdf.click()
    await expect.poll(() => files.length).toBe(1)
    expect(await files[0]?.text()).toBe('%PDF-1.7')
    const sent = desk.callsOf('statement.print')[0] as Request<'statement.print'>
    expect([sent.part, sent.parts]).toEqual([1, 1])
    const { rows, trades } = statementInput.parse(JSON.parse(sent.content))
    expect([rows.map((row) => row.code), trades.map((trade) => trade.code)]).toEqual([
      ['T1', '=HYPERLINK("x")', 'D1'],
      ['T1'],
    ])
    desk.answer('statement.print', () => fail(failureOf('refused', 'A PDF has at most 5000 movements.')))
    await pdf.click()
    await expect.element(screen.getByText('A PDF has at most 5000 movements.').first()).toBeVisible()
  })

  it('is not proven where the reported balance differs, and says by what', async () => {
    const { screen } = await stage(withRecords('990'))
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    await panel.getByRole('button', { name: 'Make the statement' }).click()
    await expect.element(panel.getByRole('status', { name: 'Proof' })).toMatchTextContent(/^✗ Not proven/)
    await expect
      .element(panel.getByRole('list', { name: 'Why it is not proven' }))
      .toMatchTextContent(
        'The venue reports a balance of 990 USDC, and all completed ledger rows add up to 993.800000000000000001.',
      )
  })

  it('is not proven where trades name no order, and says which fills were not compared', async () => {
    const why = 'Trade T2 names no order, so the fills of BTCUSDC_PERP are not compared.'
    const { screen } = await stage((scriptedCore) => {
      withRecords('993.800000000000000001')(scriptedCore)
      const compared = reconciled('C1042')
      scriptedCore.startWith('reconciliation', [
        { ...compared, uncompared: { ...compared.uncompared, positions: why } },
      ])
    })
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    await panel.getByRole('button', { name: 'Make the statement' }).click()
    await expect
      .element(panel.getByRole('list', { name: 'Why it is not proven' }))
      .toMatchTextContent(`Not all positions and fills are compared. ${why}`)
  })

  it('knows no balance where a later page failed', async () => {
    const { screen } = await stage((scriptedCore) => {
      withRecords('993.800000000000000001')(scriptedCore)
      scriptedCore.answer('ledger.read', ({ before }) =>
        before === null
          ? ok({ rows: [booked], next: 'p2', missing: null })
          : fail(failureOf('not-connected', 'The venue did not answer in time.')),
      )
    })
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    await panel.getByRole('button', { name: 'Make the statement' }).click()
    await expect.element(panel.getByRole('status', { name: 'Proof' })).toMatchTextContent(/^✗ Not proven/)
    await expect.element(panel).toMatchTextContent(/Opening balancenot known/)
    await expect.element(panel).toMatchTextContent(/page 2 could not be read\. The venue did not answer/)
  })

  it('knows no sum where a row of an earlier page cannot be read, and does not blame the venue’s records', async () => {
    const { screen } = await stage((scriptedCore) => {
      withRecords('993.800000000000000001')(scriptedCore)
      scriptedCore.answer('ledger.read', ({ before }) =>
        ok(
          before === null
            ? { rows: [pending], next: 'p2', missing: 'its cursor leads nowhere', unreadable: 1 }
            : { rows: [deposit], next: null, missing: null },
        ),
      )
    })
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    await panel.getByRole('button', { name: 'Make the statement' }).click()
    await expect.element(panel.getByRole('status', { name: 'Proof' })).toMatchTextContent(/^✗ Not proven/)
    const why = panel.getByRole('list', { name: 'Why it is not proven' })
    await expect
      .element(why)
      .toMatchTextContent('Not all ledger rows were read: the venue listed rows that cannot be read.')
    expect(why.element().textContent).not.toMatch(/no completed ledger row|add up to/)
    await expect.element(panel).toMatchTextContent(/Closing balancenot known/)
    await expect.element(panel).toMatchTextContent(/Tradesnot known/)
  })

  it('names the wrong day of a typed period, and forgets a statement when the period changes', async () => {
    const { desk, screen } = await stage(withRecords('993.800000000000000001'))
    await open()
    const panel = screen.getByRole('region', { name: 'Statements' })
    const make = panel.getByRole('button', { name: 'Make the statement' })
    await make.click()
    await expect.element(panel.getByRole('status', { name: 'Proof' })).toBeVisible()
    await panel.getByRole('combobox', { name: 'Period, UTC' }).selectOptions('from … to')
    await expect.element(panel.getByRole('status', { name: 'Proof' })).not.toBeInTheDocument()
    await panel.getByLabelText('From').fill('2026-01-01')
    await panel.getByLabelText('To').fill('2026-01-05 09:00')
    await keys('{Enter}')
    await expect.element(panel.getByRole('alert')).toMatchTextContent(/^to: write a day as 2026-11-20/)
    expect(desk.callsOf('trades.read')).toHaveLength(1)
    await panel.getByLabelText('To').fill('2026-01-05')
    await keys('{Enter}')
    await expect.element(panel).toMatchTextContent(/C1042 · 2026-01-01 to 2026-01-05 UTC/)
    await expect.element(panel).toMatchTextContent(/Opening balance0/)
  })
})
