import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exportCsv } from '../../../../renderer/panels/tables/downloadCsv.ts'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import {
  NOW,
  code,
  orderOf,
  reference,
  sym,
  tradeOf,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const text = (value: string) => decimalText.parse(value)
const fill = tradeOf({ code: 'T9', referenceId: reference('op-9') })
const withFill = (desk: ScriptedCore) => desk.startWith('trades', [fill])

/** Takes the files that the window saves. Returns the column of a name in the last of them. */
function takeSaved() {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  return async (name: string) => {
    const lines = ((await saved.at(-1)?.text()) ?? '').trimEnd().split('\r\n')
    const at = lines[0]?.split(',').indexOf(name) ?? -1
    return lines.slice(1).map((row) => row.split(',')[at])
  }
}

describe('one trade', () => {
  it('Enter shows it as the venue reports it now; Escape closes it and returns to the table [4.trade]', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      withFill(scriptedCore)
      scriptedCore.answer('trade.read', () =>
        ok({ ...fill, liquidity: 'maker', fee: text('-1.25'), quote: null }),
      )
    })
    await keys('{F8}{Home}{Enter}')
    const sheet = screen.getByRole('dialog')
    await expect.element(sheet.getByRole('status')).toMatchTextContent(/^✓ As the venue reports it now\.$/)
    for (const line of [
      /TradeT9/,
      /CustomerC1042 Acme Pension/,
      /InstrumentBTCUSDC_PERP/,
      /Sidebuy/,
      /Amount0\.5/,
      /Price62,000\.0/,
      /Value \(price × amount\)31000/,
      /Fee, as the balance moved\+1\.25/,
      /Realised PnL0/,
      /Liquiditymaker/,
      /Order referenceop-9/,
      /Venue time2026-01-05T09:00:00\.000Z/,
    ])
      await expect.element(sheet).toMatchTextContent(line)
    expect(desk.callsOf('trade.read')).toEqual([{ customerCode: 'C1042', code: 'T9' }])
    await keys('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(screen.getByRole('grid', { name: 'Trades' })).toHaveFocus()
  })

  it('a trade that the venue does not show stays as listed, with a sentence; keys ask again [4.trade]', async () => {
    let missing = true
    const { desk, screen } = await stage((scriptedCore) => {
      withFill(scriptedCore)
      scriptedCore.answer('trade.read', () =>
        missing
          ? fail(failureOf('rejected-by-venue', 'Not there yet: ask again.', { code: 'NOT_FOUND' }))
          : ok(fill),
      )
    })
    await keys('{F8}{Home}{Enter}')
    const sheet = screen.getByRole('dialog')
    await expect
      .element(sheet.getByRole('alert'))
      .toMatchTextContent(/^NOT_FOUND Not there yet: ask again\.$/)
    await expect.element(sheet).toMatchTextContent(/Price62,000\.0/)
    missing = false
    await expect.element(sheet.getByRole('button', { name: 'Esc closes' })).toHaveFocus()
    await keys('{Tab}{Enter}')
    await expect.element(sheet.getByRole('status')).toMatchTextContent(/As the venue reports it now/)
    expect(desk.callsOf('trade.read')).toHaveLength(2)
  })
})

describe('filters', () => {
  const ether = (n: number): Trade =>
    tradeOf({ code: `E${n}`, symbol: sym('ETHUSDC_PERP'), createdAt: Date.UTC(2026, 0, n, 12) })
  const shown = (screen: Awaited<ReturnType<typeof stage>>['screen']) =>
    screen.getByRole('grid', { name: 'Trades' }).getByRole('row', { name: /PERP/ })

  it('of instrument and time narrow the rows and the requests to the venue [4.tradesQuery.symbol 4.tradesQuery.fromTo]', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      withFill(scriptedCore)
      scriptedCore.startWith('trades', [ether(1), ether(3), fill])
      scriptedCore.answer('trades.read', () =>
        ok({ trades: [ether(3), ether(2)], next: null, missing: null }),
      )
    })
    await keys('{F8}')
    const form = screen.getByRole('form', { name: 'Filter the trades' })
    await form.getByRole('combobox', { name: 'Instrument' }).selectOptions('ETHUSDC_PERP')
    await expect.poll(() => shown(screen).elements().length).toBe(2)
    await form.getByRole('textbox', { name: 'From' }).fill('2026-01-02')
    await form.getByRole('textbox', { name: 'To' }).fill('2026-01-03')
    await expect.poll(() => shown(screen).elements().length).toBe(1)
    await keys('{Enter}')
    await expect.poll(() => shown(screen).elements().length).toBe(2)
    expect(desk.callsOf('trades.read')).toEqual([
      {
        customerCode: null,
        symbol: 'ETHUSDC_PERP',
        from: Date.UTC(2026, 0, 2),
        to: Date.UTC(2026, 0, 4) - 1,
        sort: 'desc',
        before: null,
      },
    ])
    await form.getByRole('textbox', { name: 'To' }).fill('2026-01-32')
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/^to: write a day/)
    await keys('{Enter}')
    expect(desk.callsOf('trades.read')).toHaveLength(1)
    await form.getByRole('button', { name: 'No filter' }).click()
    await expect.poll(() => shown(screen).elements().length).toBe(3)
  })

  it('oldest first reads on from each page’s last trade; live trades join only at the end [4.tradesQuery.sort]', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      withFill(scriptedCore)
      scriptedCore.startWith('trades', [ether(5)])
      scriptedCore.answer('trades.read', ({ from }) =>
        ok({ trades: from === null ? [ether(1), ether(2)] : [ether(2)], next: null, missing: null }),
      )
    })
    await keys('{F8}')
    const form = screen.getByRole('form', { name: 'Filter the trades' })
    await form.getByRole('combobox', { name: 'Order' }).selectOptions('oldest first')
    await form.getByRole('button', { name: 'Oldest trades' }).click()
    await expect.element(screen.getByText('Read up to 01-02 12:00:00 UTC.')).toBeVisible()
    const days = () =>
      shown(screen)
        .elements()
        .map((element) => element.textContent.slice(0, 5))
    expect(days()).toEqual(['01-01', '01-02'])
    await form.getByRole('button', { name: 'Newer trades' }).click()
    await expect.element(screen.getByText('The venue has no newer trades.')).toBeVisible()
    await expect.poll(days).toEqual(['01-01', '01-02', '01-05'])
    expect(desk.callsOf('trades.read')).toMatchObject([
      { from: null, sort: 'asc', before: null },
      { from: Date.UTC(2026, 0, 2, 12), sort: 'asc', before: null },
    ])
  })
})

describe('older trades', () => {
  const old = (n: number): Trade =>
    tradeOf({ code: `T${n}`, createdAt: NOW - (9 - n) * 86_400_000, amount: text(String(n)) })
  const shown = (screen: Awaited<ReturnType<typeof stage>>['screen']) =>
    screen.getByRole('grid', { name: 'Trades' })

  it('never claim that all is read while the venue shows that there is more, and are read again', async () => {
    const missing = 'the venue counts 37 and showed 2'
    const { desk, screen } = await stage((scriptedCore) => {
      withFill(scriptedCore)
      scriptedCore.answer('trades.read', () => ok({ trades: [fill, old(7)], next: null, missing }))
    })
    await keys('{F8}{End}{PageDown}')
    await expect
      .element(screen.getByText(/^These are not all rows: the venue counts 37 and showed 2\./))
      .toBeVisible()
    await expect.element(shown(screen)).toHaveAttribute('aria-rowcount', '4')
    await expect.element(screen.getByText('All read')).not.toBeInTheDocument()
    await keys('{End}{PageDown}')
    await expect.poll(() => desk.callsOf('trades.read').length).toBe(2)
  })

  it('never claim that all is read where a row of an earlier page cannot be read, and begin anew', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      withFill(scriptedCore)
      scriptedCore.answer('trades.read', ({ before }) =>
        ok(
          before === null
            ? { trades: [fill], next: 'p2', missing: 'its cursor leads nowhere', unreadable: 1 }
            : { trades: [old(7)], next: null, missing: null },
        ),
      )
    })
    await keys('{F8}{End}{PageDown}')
    await expect
      .element(screen.getByText(/^These are not all rows: the venue listed rows that cannot be read\./))
      .toBeVisible()
    expect(screen.getByText('All read').elements()).toEqual([])
    desk.answer('trades.read', ({ before }) =>
      ok(
        before === null
          ? { trades: [fill, old(8)], next: 'p2', missing: null }
          : { trades: [old(7)], next: null, missing: null },
      ),
    )
    await screen.getByRole('button', { name: 'Older trades' }).click()
    await expect.element(shown(screen)).toHaveAttribute('aria-rowcount', '5')
    await screen.getByRole('button', { name: 'Older trades' }).click()
    await expect.element(screen.getByRole('button', { name: 'All read' })).toBeVisible()
    expect(desk.callsOf('trades.read').map((request) => (request as { before: unknown }).before)).toEqual([
      null,
      'p2',
      null,
      'p2',
    ])
  })

  it('are read by PgDn until something new comes, then to the end, with a sentence [4.trades 4.tradesQuery.before]', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      withFill(scriptedCore)
      scriptedCore.answer('trades.read', ({ before }) =>
        ok(
          before === null
            ? { trades: [fill], next: 'p2', missing: null }
            : before === 'p2'
              ? { trades: [old(7)], next: 'p3', missing: null }
              : { trades: [old(3)], next: null, missing: null },
        ),
      )
      scriptedCore.answer('trade.read', ({ code: wanted }) => ok(old(Number(wanted.slice(1)))))
    })
    await keys('{F8}{End}{PageDown}')
    await expect.element(screen.getByText('Read back to 01-03 09:00:00 UTC.')).toBeVisible()
    await expect.element(shown(screen)).toHaveAttribute('aria-rowcount', '4')
    await keys('{End}{ArrowDown}')
    await expect.element(screen.getByText('The venue has no older trades.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'All read' })).toHaveAttribute('aria-disabled')
    expect(desk.callsOf('trades.read')).toMatchObject(
      [null, 'p2', 'p3'].map((before) => ({ customerCode: null, sort: 'desc', before })),
    )
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return '#'
    })
    onTestFinished(() => void vi.restoreAllMocks())
    await screen.getByRole('button', { name: 'CSV of these' }).click()
    const [titles, ...lines] = (await files[0]?.text())?.trim().split('\r\n') ?? []
    expect(lines.map((line) => /\bT\d\b/.exec(line)?.[0])).toEqual(['T9', 'T7', 'T3'])
    expect(titles).toMatch(/,currency$/)
    for (const line of lines) expect(line).toMatch(/,USDC$/)
    await keys('{F8}')
    // At the end nothing is asked any more, and an older trade opens like any other.
    await keys('{End}{PageDown}{Enter}')
    await expect.element(screen.getByRole('dialog')).toMatchTextContent(/C1042 · trade T3/)
    expect(desk.callsOf('trades.read')).toHaveLength(3)
  })

  it('are of the shown customer alone, with a cursor of its own [4.customerTrades]', async () => {
    const { desk, session, screen } = await stage((scriptedCore) => {
      withFill(scriptedCore)
      scriptedCore.answer('trades.read', ({ customerCode }) =>
        ok({ trades: [], next: customerCode && 'never', missing: null }),
      )
    })
    chooseCustomer(session.workspace, code('C2007'))
    session.workspace.setState({ onlyCustomer: true })
    await keys('{F8}')
    await expect
      .element(screen.getByText('No trades of C2007 yet. A fill shows here when the venue reports it.'))
      .toBeVisible()
    await keys('{PageDown}')
    await expect.element(screen.getByText('The venue has no trades of C2007 yet.')).toBeVisible()
    session.workspace.setState({ onlyCustomer: false })
    await expect.element(screen.getByRole('button', { name: 'Older trades' })).toBeVisible()
    await keys('{End}{PageDown}')
    await expect.element(screen.getByText('The venue has no older trades.')).toBeVisible()
    expect(desk.callsOf('trades.read')).toMatchObject([
      { customerCode: 'C2007', before: null },
      { customerCode: null, before: null },
    ])
  })

  it('end where the venue repeats its last page; reading goes on after a refusal [gap.24]', async () => {
    let down = true
    const { desk, screen } = await stage((scriptedCore) => {
      withFill(scriptedCore)
      scriptedCore.answer('trades.read', ({ before }) => {
        if (before === null) return ok({ trades: [old(7)], next: 'p2', missing: null })
        return down
          ? fail(failureOf('not-connected', 'No answer from the venue: try again.'))
          : ok({ trades: [old(7)], next: 'p3', missing: null })
      })
    })
    await keys('{F8}{End}{PageDown}')
    await expect.element(screen.getByText('Read back to 01-03 09:00:00 UTC.')).toBeVisible()
    await keys('{End}{PageDown}')
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent(/No answer from the venue: try again\./)
    down = false
    await keys('{PageDown}')
    await expect.element(screen.getByText('The venue has no older trades.')).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
    expect(desk.callsOf('trades.read')).toMatchObject([{ before: null }, { before: 'p2' }, { before: 'p2' }])
  })
})

it('the CSV of the head holds the older trades that were read, newest first, each once', async () => {
  const older = tradeOf({ code: 'T1', createdAt: Date.UTC(2026, 0, 1) })
  const { screen, session } = await stage((scriptedCore) => {
    withFill(scriptedCore)
    scriptedCore.answer('trades.read', () => ok({ trades: [fill, older], next: null, missing: null }))
  })
  await keys('{F8}')
  await screen.getByRole('button', { name: 'Older trades' }).click()
  await expect.element(screen.getByText('The venue has no older trades.')).toBeVisible()
  const savedColumn = takeSaved()
  exportCsv(session, 'trades', 'trades:1', null, null)
  expect(await savedColumn('code')).toEqual(['T9', 'T1'])
})

it('the CSV names the dealer as the table does, also while the trades are filtered', async () => {
  const { screen, session } = await stage((scriptedCore) => {
    const strange = tradeOf({ code: 'T8', referenceId: reference('op-8') })
    scriptedCore.startWith('trades', [fill, strange])
    scriptedCore.startWith('orders', [orderOf({ referenceId: reference('op-9'), dealer: 'J. Smith' })])
  })
  await keys('{F8}')
  const savedColumn = takeSaved()
  exportCsv(session, 'trades', 'trades:1', null, null)
  expect(new Set(await savedColumn('dealer'))).toEqual(new Set(['', 'J. Smith']))
  const form = screen.getByRole('form', { name: 'Filter the trades' })
  await form.getByRole('combobox', { name: 'Instrument' }).selectOptions('BTCUSDC_PERP')
  await screen.getByRole('button', { name: 'CSV of these' }).click()
  expect(new Set(await savedColumn('dealer'))).toEqual(new Set(['', 'J. Smith']))
})
