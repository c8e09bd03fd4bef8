/** Several rows of the risk board at once: reduce, flatten, halt and messages, each by a review, by keyboard alone. */

import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { Request } from '../../../../shared/contract/contract.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { marginOf, reconciled } from '../../../fakes/window/accounts.ts'
import {
  NOW,
  code,
  orderOf,
  positionOf,
  reference,
  wholeReading,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1920, 1080))

const keys = (text: string) => userEvent.keyboard(text)
const CODES = ['C1042', 'C2007']
const BTC = 'BTCUSDC_PERP'
const ETH = 'ETHUSDC_PERP'

/** C1042 is long 1 BTC and short 4 ETH, C2007 is long 2 BTC. */
function startPositions(desk: ScriptedCore): void {
  const amount = decimalText.parse('500000')
  desk.startWith(
    'balances',
    CODES.map((word) => ({ customerCode: code(word), amount, source: 'event' as const, asOf: NOW })),
  )
  desk.startWith(
    'cashSums',
    CODES.map((word) => ({
      customerCode: code(word),
      whole: true,
      pendingOut: decimalText.parse('0'),
      dayFrom: NOW,
      instruments: [],
    })),
  )
  desk.startWith('margins', CODES.map(marginOf))
  desk.startWith('reconciliation', CODES.map(reconciled))
  desk.startWith('openOrderReadings', CODES.map(wholeReading))
  desk.startWith('positions', [
    positionOf('C1042', BTC, '1', '60000'),
    positionOf('C1042', ETH, '-4', '3000'),
    positionOf('C2007', BTC, '2', '60000'),
  ])
}

async function open(prepare: (desk: ScriptedCore) => void = startPositions) {
  const staged = await stage(prepare, { width: 1920, height: 1080 })
  await keys('{Control>}k{/Control}risk{Enter}')
  const grid = staged.screen.getByRole('grid', { name: 'Risk board' })
  await expect.element(grid).toHaveFocus()
  await expect.element(grid.getByRole('row', { name: /C2007.*BTCUSDC_PERP/ })).toBeVisible()
  const bar = staged.screen.getByRole('region', { name: 'Chosen rows' })
  const chooseAll = async () => {
    await keys('{Home}{Control>}a{/Control}')
    // The bar says which keys act on all, so nothing else may say that they act on one.
    expect(staged.screen.getByText(/act on the focused row only/).elements()).toEqual([])
    await expect.element(bar).toMatchTextContent(/3 rows of 2 customers/)
  }
  return { ...staged, grid, bar, chooseAll }
}

test('R reduces by a typed percent: a block for several customers, one order for the last, and nothing twice', async () => {
  const { desk, screen, session, bar, chooseAll, clock } = await open()
  await chooseAll()
  await keys('r')
  await expect.element(screen.getByRole('textbox', { name: 'Percent to reduce by' })).toHaveFocus()
  await keys('25{Enter}')
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet).toMatchTextContent(/C2007/)
  expect(session.block.getState().form).toMatchObject({
    symbol: BTC,
    side: 'sell',
    type: 'market',
    method: 'list',
    numbers: 'C1042 0.25\nC2007 0.5',
    sizedBy: { symbol: BTC, held: { C1042: '1', C2007: '2' } },
  })
  expect(desk.calls.filter(({ name }) => name.startsWith('order.submit'))).toEqual([])
  await keys('{Escape}')
  // The block was filled: its customers are done.
  desk.delta('positions', [
    positionOf('C1042', BTC, '0.75', '60000'),
    positionOf('C2007', BTC, '1.5', '60000'),
  ])
  await expect.element(bar).toMatchTextContent(/Reduction by 25 %.*BUY 1 ETH · 1 customer.*1 left, 2 done/)
  await keys('r')
  await expect
    .element(screen.getByRole('alert').filter({ hasText: 'Enter sends' }))
    .toMatchTextContent(/C1042.*BUY 1.* ETHUSDC_PERP/)
  desk.answer('order.submit', () => ok({ outcome: 'taken' as const, referenceId: reference('v1-buy') }))
  clock.advance(200)
  await keys('{Enter}')
  await expect
    .poll(() => desk.callsOf('order.submit'))
    .toMatchObject([
      {
        sizedBy: '-4',
        draft: { customerCode: 'C1042', symbol: ETH, side: 'buy', amount: '1', type: 'market' },
      },
    ])
  // Its order is live now, so the same reduction is not offered again.
  desk.delta('orders', [orderOf({ referenceId: reference('v1-buy'), symbol: ETH as never, side: 'buy' })])
  // The bar is a second old at most.
  clock.advance(1_100)
  await expect
    .element(bar)
    .toMatchTextContent(/nothing is left, 2 done.*1 held back: C1042 ETH: an order to buy/)
})

test('a percent that cannot be used is said with its field and rows, and Esc leaves the field', async () => {
  const { screen, bar, grid, chooseAll } = await open()
  await chooseAll()
  await keys('r')
  await keys('120{Enter}')
  await expect
    .element(bar)
    .toMatchTextContent(
      /Percent to reduce by: 120 is above 100\. Nothing is filled in for 3 positions \(C\d+ \w+, C\d+ \w+, C\d+ \w+\)\. Type a percent above 0 and up to 100\./,
    )
  await keys('{Escape}')
  await expect.element(grid).toHaveFocus()
  expect(screen.getByRole('dialog').elements()).toEqual([])
})

test('a reduction that leaves no order names the rows that are held back, and why', async () => {
  const { desk, screen, chooseAll } = await open()
  await chooseAll()
  await keys('r')
  await keys('0.001{Enter}')
  await expect
    .element(screen.getByText(/^Nothing is left of the reduction by 0\.001 %\./).first())
    .toMatchTextContent(
      /No order was filled in for (C\d+ \w+ \(that part is less than one lot\)(, )?){3}\. Choose these rows again/,
    )
  expect(screen.getByRole('dialog').elements()).toEqual([])
  expect(desk.calls.filter(({ name }) => name.startsWith('order.'))).toEqual([])
})

test('F on chosen rows reviews every flatten, asks for their count, and names what was not flattened', async () => {
  const { desk, screen, chooseAll, clock } = await open()
  desk.answer('position.flatten', ({ symbol }) =>
    symbol === ETH
      ? fail(failureOf('refused', 'The venue has no book of it.'))
      : ok({ outcome: 'taken' as const, referenceId: reference('v1-flat') }),
  )
  await chooseAll()
  await keys('f')
  const sheet = screen.getByRole('dialog', { name: 'Flatten the chosen positions' })
  await expect
    .element(sheet.getByRole('list', { name: 'Positions' }))
    .toMatchTextContent(/C2007 · FLATTEN BTC/)
  await keys('{Control>}{Enter}{/Control}')
  await expect
    .element(sheet.getByRole('group', { name: 'Review' }).getByRole('status'))
    .toMatchTextContent(/^3 positions · FLATTEN each/)
  expect(desk.callsOf('position.flatten')).toEqual([])
  clock.advance(200)
  await keys('2{Enter}')
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/^Nothing was sent: type 3\./)
  await keys('{Backspace}3{Enter}')
  await expect.poll(() => desk.callsOf('position.flatten')).toHaveLength(3)
  const ids = desk.callsOf('position.flatten').map((call) => (call as Request<'position.flatten'>).intentId)
  expect(new Set(ids).size).toBe(3)
  await expect
    .element(screen.getByText(/Not flattened: C1042 ETHUSDC_PERP \(the venue has no book of it\)/i).first())
    .toBeVisible()
})

test('after an unknown outcome no further flatten leaves', async () => {
  const { desk, screen, chooseAll, clock } = await open()
  desk.answer('position.flatten', () => fail(failureOf('unknown-outcome', 'Nobody knows.')))
  await chooseAll()
  await keys('f')
  await keys('{Control>}{Enter}{/Control}')
  clock.advance(200)
  await keys('3{Enter}')
  await expect.element(screen.getByText(/Not known whether flattened/).first()).toBeVisible()
  await expect.element(screen.getByText(/\(not tried\), .*\(not tried\)/).first()).toBeVisible()
  expect(desk.callsOf('position.flatten')).toHaveLength(1)
})

test('H on chosen rows halts each of their customers once the count is typed, also where one halt fails', async () => {
  const { desk, screen, chooseAll, clock } = await open()
  desk.answer('halt.start', ({ scope }) =>
    scope.kind === 'customer' && scope.customerCode === 'C2007'
      ? fail(failureOf('refused', 'The journal is full.'))
      : ok({ id: 'h1', orders: 0 }),
  )
  await chooseAll()
  await keys('h')
  await keys('{Control>}{Enter}{/Control}')
  expect(desk.callsOf('halt.start')).toEqual([])
  clock.advance(200)
  await keys('2{Enter}')
  await expect
    .poll(() =>
      desk
        .callsOf('halt.start')
        .map((call) => JSON.stringify((call as Request<'halt.start'>).scope))
        .toSorted(),
    )
    .toEqual(CODES.map((word) => JSON.stringify({ kind: 'customer', customerCode: word })))
  await expect.element(screen.getByText(/NOT halted: C2007 \(The journal is full\)\./).first()).toBeVisible()
})

test('halts whose answers were lost name their customers, and send the dealer to the list of halts', async () => {
  const { desk, screen, chooseAll, clock } = await open()
  desk.answer('halt.start', () => fail(failureOf('unknown-outcome', 'The link broke.')))
  await chooseAll()
  await keys('h')
  await keys('{Control>}{Enter}{/Control}')
  clock.advance(200)
  await keys('2{Enter}')
  const words =
    'NOT KNOWN whether halted: C1042 (The link broke), C2007 (The link broke). Treat their orders as live. Shift F12 lists every halt. Halt again who is not listed there.'
  await expect.element(screen.getByText(words).first()).toBeVisible()
})

test('L copies one message line for each customer', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { chooseAll } = await open()
  await chooseAll()
  await keys('l')
  await expect.poll(() => written.mock.calls.length).toBe(1)
  const lines = (written.mock.calls[0]?.[0] ?? '').split('\n').toSorted()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(
    /^C1042 Acme Pension · margin used \d+\.\d %, equity [\d,.]+ USDC · .*BTC \+1, entry 60,000\.0, mark [\d,.]+, unrealised \+[\d,.]+ USDC, liquidation/,
  )
  written.mockRestore()
})

test('P pins a row below the titles: it stays there while the others scroll, and when the table is sorted', async () => {
  const { grid, session } = await open()
  await keys('{End}p')
  const pinned = () => grid.element().querySelector('.grid-pinned')?.textContent ?? ''
  await expect.poll(pinned).not.toBe('')
  const name = pinned().slice(0, 20)
  expect(session.workspace.getState().panels['riskBoard:1']?.table?.pinned).toHaveLength(1)
  // By the next column: the other rows move.
  await keys('s')
  expect(pinned().slice(0, 20)).toBe(name)
  expect(grid.getByRole('row').elements()).toHaveLength(5)
  await keys('{Home}')
  await expect.poll(() => grid.element().querySelector('.grid-pinned .selected')).not.toBeNull()
  await keys('p')
  await expect.poll(pinned).toBe('')
})
