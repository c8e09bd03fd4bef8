/** The risk board in a window: rows, totals, shock, and what its keys propose. */

import { beforeEach, expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { reconciled, startAccount } from '../../../fakes/window/accounts.ts'
import {
  NOW,
  code,
  customerOf,
  positionOf,
  wholeReading,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1920, 1080))

const keys = (text: string) => userEvent.keyboard(text)

async function open(
  prepare: (desk: ScriptedCore) => void = startAccount,
  size = { width: 1920, height: 1080 },
) {
  const staged = await stage(prepare, size)
  await keys('{Control>}k{/Control}risk{Enter}')
  const grid = staged.screen.getByRole('grid', { name: 'Risk board' })
  await expect.element(grid).toHaveFocus()
  const shock = async (percent: string) => {
    const slider = staged.screen.getByLabelText('Shock in percent').element() as HTMLInputElement
    slider.focus()
    await keys(
      percent.startsWith('-')
        ? '{ArrowLeft}'.repeat(Number(percent.slice(1)) * 2)
        : '{ArrowRight}'.repeat(Number(percent) * 2),
    )
  }
  return {
    ...staged,
    grid,
    shock,
    words: staged.screen.getByRole('region', { name: 'Shock' }).getByRole('status'),
  }
}

test('a row for each customer and instrument, with totals of all', async () => {
  const { grid, screen } = await open()
  await expect
    .element(grid.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ }))
    .toMatchTextContent(/\+1.*22,000/)
  const totals = screen.getByRole('region', { name: 'Totals' })
  await expect.element(totals).toMatchTextContent(/Equity~?22,000/)
  await expect.element(totals.getByRole('columnheader', { name: 'BTC' })).toBeVisible()
})

/** The text of a row's cell under a title. */
function cellUnder(grid: Locator, row: Locator, title: string): string | undefined {
  const titles = grid.getByRole('columnheader').elements()
  const at = titles.findIndex(({ textContent }) => textContent === title)
  return row.getByRole('gridcell').elements()[at]?.textContent ?? undefined
}

test('margin used and realised PnL stand in USDC; what is not known is no 0', async () => {
  const { grid } = await open((desk) => {
    startAccount(desk)
    desk.startWith('positions', [
      { ...positionOf('C1042', 'BTCUSDC_PERP', '1', '60149.5'), realisedPnl: decimalText.parse('-321.5') },
      positionOf('C2007', 'BTCUSDC_PERP', '1', '60149.5'),
    ])
  })
  const row = (name: RegExp) => grid.getByRole('row', { name })
  await expect.poll(() => cellUnder(grid, row(/C1042/), 'Realised')).toBe('-321.50')
  await expect.poll(() => cellUnder(grid, row(/C1042/), 'Margin used')).toMatch(/^21,131/)
  // Its margin profile is not read.
  await expect.poll(() => cellUnder(grid, row(/C2007/), 'Margin used')).toMatch(/^— Not known: /)
})

test('the records of a customer have the mark that Reconciliation gives them', async () => {
  const proven = { positions: null, cash: null, pnl: null }
  const balance = 'The venue has reported no balance since the sign-in.'
  const { grid } = await open((desk) => {
    startAccount(desk)
    desk.startWith('positions', [
      positionOf('C1042', 'BTCUSDC_PERP', '1', '60149.5'),
      positionOf('C2007', 'BTCUSDC_PERP', '1', '60149.5'),
      positionOf('C3311', 'BTCUSDC_PERP', '1', '60149.5'),
    ])
    desk.startWith('reconciliation', [
      { ...reconciled('C1042'), uncompared: { ...proven, cash: balance } },
      reconciled('C2007'),
      reconciled('C3311'),
    ])
    desk.startWith('openOrderReadings', [
      wholeReading('C1042'),
      { ...wholeReading('C2007'), state: 'unavailable', reason: 'the venue answers 404' },
      wholeReading('C3311'),
    ])
  })
  const records = (name: RegExp) => cellUnder(grid, grid.getByRole('row', { name }), 'Records')
  await expect.poll(() => records(/C1042/)).toBe('≈ in part')
  expect([records(/C2007/), records(/C3311/)]).toEqual(['≈ no list', '✓ agrees'])
  await expect.element(grid.getByText('≈ in part')).toHaveAttribute('title', `Not proven: ${balance}`)
})

test('a narrow panel leaves out the least important columns, and scrolls nothing out of sight', async () => {
  const { grid } = await open(startAccount, { width: 1920, height: 1080 })
  const title = (name: string) => grid.getByRole('columnheader', { name, exact: true })
  const room = document.querySelector<HTMLElement>('.risk-board > .fill')!
  room.style.width = '1700px'
  await expect.element(title('Realised')).toBeVisible()
  room.style.width = '1360px'
  await expect.element(title('Realised')).not.toBeInTheDocument()
  await expect.element(title('At the shock')).toBeVisible()
  expect(grid.element().scrollWidth).toBeLessThanOrEqual(grid.element().clientWidth)
})

test('the totals say how many instruments they do not show', async () => {
  const bases = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LINK', 'AVAX', 'ADA', 'DOT', 'LTC']
  const { screen } = await open((desk) => {
    startAccount(desk)
    desk.startWith(
      'positions',
      bases.map((base) => positionOf('C1042', `${base}USDC_PERP`, '1', '100')),
    )
  })
  const totals = screen.getByRole('region', { name: 'Totals' })
  await expect.element(totals.getByRole('columnheader', { name: '2 more: G' })).toBeVisible()
  expect(totals.getByRole('columnheader').elements()).toHaveLength(10)
})

test('the net position of an instrument has every lot, also where the customers nearly cancel out', async () => {
  const { screen } = await open((desk) => {
    startAccount(desk)
    desk.startWith('positions', [
      positionOf('C1042', 'BTCUSDC_PERP', '1', '60149.5'),
      positionOf('C2007', 'BTCUSDC_PERP', '-1.0001', '60000'),
    ])
  })
  await expect
    .element(screen.getByRole('region', { name: 'Totals' }).getByRole('row', { name: /^net/ }))
    .toMatchTextContent(/^net~?-0\.0001$/)
})

test('the bars of the distances begin at one edge, also where no mark liquidates', async () => {
  const { grid } = await open((desk) => {
    startAccount(desk)
    desk.startWith('positions', [
      positionOf('C1042', 'BTCUSDC_PERP', '1', '60149.5'),
      positionOf('C1042', 'ETHUSDC_PERP', '0.001', '3000'),
    ])
  })
  const distances = () =>
    [...grid.element().querySelectorAll('.used-bar')].map((bar) => ({
      left: Math.round(bar.getBoundingClientRect().left),
      text: bar.parentElement?.textContent,
    }))
  await expect.poll(() => new Set(distances().map(({ text }) => text)).size).toBe(2)
  expect(new Set(distances().map(({ left }) => left)).size).toBe(1)
})

test('each group has its totals below the rows of a high panel, and all stand last', async () => {
  const { screen } = await open((desk) => {
    startAccount(desk)
    desk.startWith('customers', [
      { ...customerOf('C1042', 'Acme Pension'), group: 'macro' },
      customerOf('C2007', 'Blue Harbor'),
    ])
    desk.startWith('positions', [
      positionOf('C1042', 'BTCUSDC_PERP', '1', '60149.5'),
      positionOf('C2007', 'BTCUSDC_PERP', '-1', '60000'),
    ])
  })
  const totals = screen.getByRole('region', { name: 'Totals by group' })
  expect(totals.elements()).toEqual([])
  // The panel fills the window.
  await keys('{Control>}{F10}{/Control}')
  await expect.element(totals).toBeVisible()
  const rows = () =>
    totals
      .getByRole('row')
      .elements()
      .map((row) => row.textContent)
  await expect.poll(rows).toHaveLength(4)
  expect(rows()[1]).toMatch(/^@macro11\+2,000\.00/)
  expect(rows()[2]).toMatch(/^no group11/)
  // C2007 has no balance: its group alone is not known, and so is a part of all.
  expect(rows()[2]).toMatch(/\? 1 not known$/)
  expect(rows()[3]).toMatch(/^All22/)
})

test('while the trades are read no total is 0, and nobody counts as safe', async () => {
  const trades = { name: 'trades', readAt: null, why: null } as const
  const { screen, words, desk, clock } = await open((core) => core.startWith('reads', [trades]))
  const totals = screen.getByRole('region', { name: 'Totals' })
  const unknown = '— Not known: Reading the trades.'
  await expect
    .element(totals)
    .toMatchTextContent(new RegExp(`^Equity${unknown}Margin used${unknown}Free${unknown}.*Open orders—`))
  expect(totals.element().textContent).not.toMatch(/\d/)
  await expect
    .element(words)
    .toMatchTextContent(
      /^At the present marks it is not known who would be called or liquidated\. No position or order is known here/,
    )
  desk.delta('reads', [{ ...trades, readAt: NOW }])
  clock.advance(1_100)
  await expect.element(totals).toMatchTextContent(/^Equity0Margin used0.*Open orders0/)
  await expect.element(words).toMatchTextContent(/of 0 customers with a position or an order\.$/)
})

test('an open-order list that is read in part marks every total that orders change, and says why', async () => {
  const { screen, words } = await open((desk) => {
    startAccount(desk)
    desk.startWith('customers', [
      { ...customerOf('C1042', 'Acme Pension'), group: 'macro' },
      customerOf('C2007', 'Blue Harbor'),
    ])
    desk.startWith('openOrderReadings', [
      wholeReading('C1042'),
      { ...wholeReading('C2007'), state: 'partial', shown: 7, reason: 'its cursor leads nowhere' },
    ])
  })
  const totals = screen.getByRole('region', { name: 'Totals', exact: true })
  await expect.element(totals).toMatchTextContent(/^Equity~22,000.*Margin used~.*Open ordersat least 0/)
  // An order changes no position.
  await expect.element(totals).toMatchTextContent(/Unrealised\+2,000/)
  await expect.element(totals.getByRole('row', { name: /^net/ })).toMatchTextContent(/^net\+1$/)
  await expect
    .element(words)
    .toMatchTextContent(
      /at least 0 liquidated, of at least 1 customer with a position or an order\..*\? The list of C2007 is not complete \(7 orders shown\): its cursor leads nowhere\.$/,
    )
  await keys('{Control>}{F10}{/Control}')
  const group = screen.getByRole('region', { name: 'Totals by group' }).getByRole('row', { name: /@macro/ })
  await expect.element(group).toMatchTextContent(/^@macroat least 1at least 1.*of at least 1\? not all read$/)
})

test('on a window of 1366 × 768 a row is in sight below the totals and the shock', async () => {
  await page.viewport(1366, 768)
  const { grid } = await open(startAccount, { width: 1366, height: 768 })
  const row = grid.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ }).element()
  const { left, top, bottom } = row.getBoundingClientRect()
  for (const y of [top + 2, bottom - 2])
    expect(row.contains(document.elementFromPoint(left + 40, y))).toBe(true)
})

test('the sentence of a key stays in a window of 853 × 480, with the keys that answer it', async () => {
  await page.viewport(853, 480)
  const { screen } = await open(startAccount, { width: 853, height: 480 })
  await keys('{Home}f')
  const proposal = screen.getByRole('alert').filter({ hasText: 'Enter sends' })
  await expect.element(proposal).toBeVisible()
  for (const part of proposal.element().children)
    expect([part.textContent, part.getBoundingClientRect().right <= 853]).toEqual([part.textContent, true])
})

test('the selected row stays in sight when the sentence of a key takes its room', async () => {
  await page.viewport(1366, 768)
  const { grid, screen } = await open(
    (desk) => {
      startAccount(desk)
      desk.startWith(
        'positions',
        ['1', '2', '3', '4', '5', '6', '7', '8'].map((n) =>
          positionOf(`C104${n}`, 'BTCUSDC_PERP', '1', '60149.5'),
        ),
      )
    },
    { width: 1366, height: 768 },
  )
  const inSight = () => {
    const row = grid.element().querySelector('[role=row][aria-selected=true]')
    if (!row) return false
    const { left, top, bottom } = row.getBoundingClientRect()
    // The room below the sentence is a little lower than a row.
    return [top + 6, bottom - 6].every((y) => row.contains(document.elementFromPoint(left + 40, y)))
  }
  await keys('{End}')
  await expect.poll(inSight).toBe(true)
  await keys('f')
  await expect.element(screen.getByText('Enter sends')).toBeVisible()
  await expect.poll(inSight).toBe(true)
})

test('the slider says who would be called or liquidated, from which price, and what is not known', async () => {
  // 1 BTC bought at 60,149.50 on 12,000: 5 % of the position and the equity meet at 50,683.68.
  const { shock, words, screen } = await open((desk) => {
    startAccount(desk)
    const amount = decimalText.parse('12000')
    desk.startWith('balances', [{ customerCode: code('C1042'), amount, source: 'event', asOf: NOW }])
  })
  await expect
    .element(words)
    .toMatchTextContent(/^At the present marks: 1 customer called, 0 liquidated, of 1 customer/)
  await shock('-20')
  await expect
    .element(words)
    .toMatchTextContent(/^At -20\.0 % on all marks: 0 customers called, 1 liquidated/)
  await expect.element(words).toMatchTextContent(/✕ Liquidated: C1042 from -18\.45 %, BTC 50,682\.9/)
  await screen.getByRole('button', { name: 'No shock' }).click()
  await expect.element(words).toMatchTextContent(/^At the present marks/)
})

test('a customer with two instruments is named with the price of each', async () => {
  const { shock, words } = await open((desk) => {
    startAccount(desk)
    const amount = decimalText.parse('12000')
    desk.startWith('balances', [{ customerCode: code('C1042'), amount, source: 'event', asOf: NOW }])
    desk.startWith('positions', [
      positionOf('C1042', 'BTCUSDC_PERP', '1', '60149.5'),
      positionOf('C1042', 'ETHUSDC_PERP', '0.5', '3000'),
    ])
  })
  await shock('-20')
  await expect
    .element(words)
    .toMatchTextContent(/✕ Liquidated: C1042 from -\d+\.\d\d %, BTC \d\d,\d{3}\.\d, ETH \d,\d{3}\.\d+\./)
})

test('by volatility each mark moves by its own, and a customer whose instrument has none is not known', async () => {
  const { desk, words, screen, clock } = await open()
  const hour = 3_600_000
  const closes = Array.from({ length: 60 }, (_, n) => decimalText.parse(n % 2 === 0 ? '60000' : '60600'))
  const candles = closes.map((close, n) => {
    const openTime = NOW - (NOW % hour) - (60 - n) * hour
    return { openTime, open: close, high: close, low: close, close, volume: decimalText.parse('1') }
  })
  let isKnown = false
  desk.answer('candles.read', () => ok({ candles: isKnown ? candles : [], gaps: [], more: false }))
  await keys('{Home}z')
  await screen.getByRole('combobox', { name: 'Unit of the move' }).selectOptions('volatility')
  const slider = screen.getByLabelText('Shock in volatility').element() as HTMLInputElement
  slider.focus()
  await keys('{ArrowLeft}'.repeat(30))
  await expect
    .element(words)
    .toMatchTextContent(
      /^At -3\.0 × the volatility of a day on all marks: at least 0 customers called.*C1042, because the volatility of BTCUSDC_PERP needs 60 minutes of candles and has 0\./,
    )
  isKnown = true
  clock.advance(31_000)
  await expect
    .element(screen.getByRole('region', { name: 'Totals' }).getByRole('row', { name: /volatility/ }))
    .toMatchTextContent(/4\.9\d %/)
  await expect.element(words).not.toMatchTextContent(/needs 60 minutes/)
  await keys('{Escape}')
  await expect.element(screen.getByRole('grid', { name: 'Risk board' })).toHaveFocus()
})

test('a customer with an unknown balance is not known and never safe', async () => {
  const { words, grid, shock } = await open((desk) => {
    startAccount(desk)
    desk.startWith('balances', [])
  })
  await shock('-5')
  await expect
    .element(words)
    .toMatchTextContent(
      /at least 0 customers called, at least 0 liquidated.*1 customer is not known to be safe: C1042, because the balance is not known\./,
    )
  await expect.element(grid.getByRole('row', { name: /C1042/ })).toMatchTextContent(/not known/)
})

test('A begins an alert on the customer of the row, and sets nothing before Enter', async () => {
  const { desk, screen } = await open()
  desk.answer('alert.change', () => ok({ id: 1 }))
  await keys('{Home}a')
  await expect.element(screen.getByRole('textbox', { name: 'Alert line' })).toHaveValue('liq 10 C1042')
  expect(desk.callsOf('alert.change')).toEqual([])
  await keys('{Enter}')
  await expect
    .poll(() => desk.callsOf('alert.change'))
    .toMatchObject([
      {
        change: { act: 'add', alert: { watch: { kind: 'liquidation', level: '10' }, customerCode: 'C1042' } },
      },
    ])
})

test('F proposes to flatten and sends nothing before Enter; H opens the kill switch for the customer', async () => {
  const { desk, screen, clock } = await open()
  await keys('{Home}f')
  await expect
    .element(screen.getByRole('alert').filter({ hasText: 'FLATTEN' }))
    .toMatchTextContent(/C1042.*FLATTEN/)
  expect(desk.callsOf('position.flatten')).toEqual([])
  clock.advance(200)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('position.flatten')).toHaveLength(1)
  await keys('h')
  await expect
    .element(screen.getByRole('dialog', { name: 'Kill switch' }).getByRole('textbox'))
    .toHaveValue('C1042')
  expect(desk.callsOf('halt.start')).toEqual([])
})

test('a mark from before the clock was set back has no age, and none below zero', async () => {
  const { grid, clock } = await open()
  const row = grid.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ })
  await expect.element(row).toMatchTextContent(/\d\.\d s/)
  clock.setWall(-600_000)
  clock.advance(1_100)
  await expect.element(row).not.toMatchTextContent(/\d\.\d s/)
})
