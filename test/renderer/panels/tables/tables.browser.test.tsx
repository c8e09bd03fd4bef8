import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exportCsv } from '../../../../renderer/panels/tables/downloadCsv.ts'
import {
  type ScriptedCore,
  orderOf,
  positionOf,
  reference,
  tickerOf,
  wholeReading,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'
import { keys, onPositions, rowsOf, threePositions } from './onPositions.tsx'

beforeEach(() => page.viewport(1600, 900))

const selected = () => document.querySelector('[aria-label="Positions"] [aria-selected=true]')

it('S sorts by the next column, T turns it round, and the selected row stays selected', async () => {
  const { head } = await onPositions()
  await keys('sss')
  await expect.element(head('Position')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => rowsOf('Positions')).toEqual(['ETHUSDC_PERP', 'BTCUSDC_PERP', 'SOLUSDC_PERP'])
  expect(selected()?.textContent).toContain('BTCUSDC_PERP')
  await keys('t')
  await expect.element(head('Position')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => rowsOf('Positions')).toEqual(['SOLUSDC_PERP', 'BTCUSDC_PERP', 'ETHUSDC_PERP'])
  expect(selected()?.textContent).toContain('BTCUSDC_PERP')
  await keys('{Shift>}s{/Shift}')
  await expect.element(head('Instrument')).toHaveAttribute('aria-sort', 'ascending')
})

it('a click on a title sorts by it, and a position of unknown value is last in both directions', async () => {
  const { head, session } = await onPositions()
  await head('Unrealised, USDC').getByRole('button').click()
  await expect.poll(() => rowsOf('Positions')).toEqual(['BTCUSDC_PERP', 'SOLUSDC_PERP', 'ETHUSDC_PERP'])
  await head('Unrealised, USDC').getByRole('button').click()
  await expect.poll(() => rowsOf('Positions')).toEqual(['SOLUSDC_PERP', 'BTCUSDC_PERP', 'ETHUSDC_PERP'])
  // The panel keeps it with the layout.
  expect(session.workspace.getState().panels['positions:1']).toMatchObject({
    table: { sort: { column: 'unrealised', descending: false } },
  })
  await head('Unrealised, USDC').getByRole('button').click()
  await expect.element(head('Unrealised, USDC')).not.toHaveAttribute('aria-sort')
})

it('rows follow the market once a second, and stay while the pointer is on one of them', async () => {
  const { desk, clock, head, grid } = await onPositions()
  await head('Unrealised, USDC').getByRole('button').click()
  await expect.poll(() => rowsOf('Positions')).toEqual(['BTCUSDC_PERP', 'SOLUSDC_PERP', 'ETHUSDC_PERP'])
  await userEvent.hover(grid.getByText('SOLUSDC_PERP'))
  desk.delta('tickers', [tickerOf('SOLUSDC_PERP', '50', '50.1')])
  clock.advance(1_000)
  await expect.element(grid).toMatchTextContent(/\+10,000/)
  expect(rowsOf('Positions')).toEqual(['BTCUSDC_PERP', 'SOLUSDC_PERP', 'ETHUSDC_PERP'])
  await userEvent.hover(head('Entry'))
  clock.advance(1_000)
  await expect.poll(() => rowsOf('Positions')).toEqual(['SOLUSDC_PERP', 'BTCUSDC_PERP', 'ETHUSDC_PERP'])
})

describe('the filter', () => {
  it('Ctrl F, typing and ↓ leave the rows that have every word; Esc shows all again', async () => {
    const { screen, grid } = await onPositions()
    await keys('{Control>}f{/Control}')
    const field = screen.getByRole('searchbox', { name: 'Filter rows' })
    await expect.element(field).toHaveFocus()
    await keys('harbor perp 150')
    await expect.poll(() => rowsOf('Positions')).toEqual(['SOLUSDC_PERP'])
    await expect.element(screen.getByText('1 of 3 rows shown')).toBeVisible()
    await expect.element(grid).toHaveAttribute('aria-rowcount', '3')
    await keys('{ArrowDown}')
    await expect.element(grid).toHaveFocus()
    await keys('{ArrowDown}')
    expect(selected()?.textContent).toContain('SOLUSDC_PERP')
    await keys('{Escape}')
    await expect.poll(() => rowsOf('Positions')).toHaveLength(3)
    expect(field.elements()).toEqual([])
  })

  it('never says that there are no rows while the list is unread', async () => {
    const { screen, session } = await stage((desk) => {
      threePositions(desk)
      desk.startWith('reads', [{ name: 'trades', readAt: null, why: 'the venue answered 503' }])
    })
    await keys('{F6}{Control>}f{/Control}nobody')
    await expect.element(screen.getByText('0 of at least 3 rows shown')).toBeVisible()
    const files: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download)
    })
    onTestFinished(() => void vi.restoreAllMocks())
    exportCsv(session, 'positions', 'positions:1', null, null)
    await keys('{Escape}')
    exportCsv(session, 'positions', 'positions:1', null, null)
    expect(files).toEqual([
      expect.stringMatching(/^positions-filtered-partial-/),
      expect.stringMatching(/^positions-partial-/),
    ])
  })
})

describe('finished orders', () => {
  const closed = (name: string) =>
    orderOf({ referenceId: reference(name), phase: 'closed', status: 'canceled' })
  const orders = (desk: ScriptedCore) => {
    desk.startWith('openOrderReadings', [wholeReading('C1042'), wholeReading('C2007')])
    desk.startWith('orders', [
      orderOf({ referenceId: reference('works') }),
      closed('over-1'),
      orderOf({ referenceId: reference('lost'), phase: 'unresolved', status: null }),
      closed('over-2'),
    ])
  }
  const references = () =>
    [...document.querySelectorAll('[role=grid][aria-label="Orders"] [role=row].line')].map(
      (row) => row.querySelector('[role=gridcell]:last-child')?.textContent,
    )

  it('are hidden until D shows them, with the counts of both; an unknown order is always shown', async () => {
    const { screen } = await stage(orders)
    await keys('{F7}')
    await expect.poll(references).toEqual(['lost', 'works'])
    const counts = screen.getByRole('status', { name: 'Orders by state' })
    await expect.element(counts).toMatchTextContent(/2 working · 1 unknown · 2 finished, hidden/)
    await keys('d')
    await expect.poll(references).toEqual(['over-2', 'lost', 'over-1', 'works'])
    await keys('d')
    await expect.poll(references).toEqual(['lost', 'works'])
  })

  it('the selected order stays when it ends and still opens; other orders that end leave the table', async () => {
    const { desk, screen } = await stage((scripted) => {
      scripted.startWith(
        'orders',
        ['d', 'c', 'b', 'a'].map((name) => orderOf({ referenceId: reference(name) })),
      )
    })
    const selectedRow = screen.getByRole('grid', { name: 'Orders' }).getByRole('row', { selected: true })
    await keys('{F7}{ArrowDown}{ArrowDown}')
    await expect.poll(references).toEqual(['a', 'b', 'c', 'd'])
    desk.delta('orders', [closed('b'), closed('d')])
    await expect.poll(references).toEqual(['a', 'b', 'c'])
    await expect.element(selectedRow).toMatchTextContent(/canceled.*b$/)
    await keys('{Enter}')
    await expect.element(screen.getByRole('dialog')).toMatchTextContent(/canceled/)
    await keys('{Escape}{ArrowDown}')
    await expect.element(selectedRow).toMatchTextContent(/c$/)
    await expect.poll(references).toEqual(['a', 'c'])
    desk.delta('orders', [closed('a'), closed('c')])
    await expect.poll(references).toEqual(['c'])
    await keys('d')
    await expect.poll(references).toEqual(['a', 'b', 'c', 'd'])
  })
})

it('a row that a notice leads to stays the selected one, also while a filter hides it or the notice is done with', async () => {
  const { session, screen } = await stage((desk) =>
    desk.startWith(
      'orders',
      ['alpha', 'beta'].map((name) => orderOf({ referenceId: reference(name) })),
    ),
  )
  const chosen = () =>
    document.querySelector('[aria-label="Orders"] [aria-selected=true] [role=gridcell]:last-child')
      ?.textContent
  const keyOf = (name: string) =>
    session.server.orders.getState().keys.find((key) => key.includes(name)) ?? ''
  await keys('{F7}{Control>}f{/Control}alpha{ArrowDown}{ArrowDown}')
  await expect.poll(chosen).toBe('alpha')
  session.panels.setState({ row: { panel: 'orders:1', key: keyOf('beta') } })
  await expect.poll(chosen).toBeUndefined()
  await keys('a')
  expect(screen.getByRole('dialog').elements()).toEqual([])
  await keys('{Escape}')
  await expect.poll(chosen).toBe('beta')
  session.panels.setState({ row: null })
  await expect
    .element(screen.getByRole('grid', { name: 'Orders' }).getByRole('row', { selected: true }))
    .toMatchTextContent(/beta$/)
})

it('a word never means a selected order that a filter hides; it means it again once it is shown', async () => {
  const { desk, screen } = await stage((scripted) =>
    scripted.startWith(
      'orders',
      ['alpha', 'beta'].map((name) => orderOf({ referenceId: reference(name) })),
    ),
  )
  const line = async (words: string) => {
    await keys('{Control>}k{/Control}')
    await screen.getByRole('textbox', { name: 'Command line' }).fill(words)
    await keys('{Enter}')
  }
  await keys('{F7}{ArrowDown}{Control>}f{/Control}alpha')
  await expect.poll(() => rowsOf('Orders')).toHaveLength(1)
  for (const words of ['cx sel', 'am sel px 62155', 'halt sel']) {
    await line(words)
    await expect.element(screen.getByText(/or a filter hides it/)).toBeVisible()
  }
  await keys('{F7}{Escape}')
  await expect.poll(() => rowsOf('Orders')).toHaveLength(2)
  await line('cx sel')
  await expect.element(screen.getByText(/CANCEL.*beta/i).first()).toBeVisible()
  expect(desk.callsOf('order.cancel')).toEqual([])
})

describe('the totals row', () => {
  const total = () =>
    [...document.querySelectorAll('[aria-label="Positions"] .grid-foot [role=gridcell]')].map(
      (cell) => cell.textContent,
    )

  it('sums the positions exactly; a position of unknown value marks the sums with ~', async () => {
    const { desk } = await onPositions()
    // 2.5 × (62,149.5 − 61,402.5) and −100 × (148.2 − 150); the position in ETH has no sure value.
    await expect.poll(() => total()[5]).toBe('~+2,047.50')
    expect(total().slice(0, 1)).toEqual(['Total · 3 rows'])
    expect(total()[6]).toBe('~+1,635.57')
    desk.delta('positions', [positionOf('C2007', 'ETHUSDC_PERP', '0', '0')])
    await expect.poll(() => total()[5]).toBe('+2,047.50')
    expect(total()[6]).toBe('+1,090.38')
  })

  it('has ~ while the link is lost, because every row may be old', async () => {
    const { desk } = await onPositions()
    desk.delta('positions', [positionOf('C2007', 'ETHUSDC_PERP', '0', '0')])
    await expect.poll(() => total()[6]).toBe('+1,090.38')
    desk.link('down')
    await expect.poll(() => total()[6]).toBe('~+1,090.38')
  })

  it('of filtered rows says how many rows it covers, and has ~', async () => {
    await onPositions()
    await keys('{Control>}f{/Control}sol')
    await expect.poll(() => total()[0]).toBe('Total · 1 row')
    expect(total()[5]).toBe('~+180.00')
  })

  it('of a long table follows another filter at once, without the pace of the market', async () => {
    const many = ['AAA', 'BBB'].flatMap((name) =>
      Array.from({ length: 510 }, (_, n) => positionOf('C1042', `${name}${n}USDC_PERP`, '1', '10')),
    )
    await stage((desk) => desk.startWith('positions', many))
    await keys('{F6}{Control>}f{/Control}perp')
    await expect.poll(() => total()[0]).toBe('Total · 1,020 rows')
    await keys(' aaa')
    await expect.poll(() => total()[0]).toBe('Total · 510 rows')
  })
})
