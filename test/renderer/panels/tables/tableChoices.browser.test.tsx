import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { viewsSetting } from '../../../../renderer/panels/tables/views/savedViews.ts'
import { code, positionOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { keys, onPositions, rowsOf } from './onPositions.tsx'

beforeEach(() => page.viewport(1600, 900))

describe('the columns', () => {
  const titles = (name: string) =>
    [...document.querySelectorAll(`[aria-label="${name}"] [role=columnheader]`)].map(
      (head) => head.textContent?.replace(/ [▲▼]$/, '') ?? '',
    )

  it('C opens them; Space hides one, Shift ↓ moves one, and the panel keeps both', async () => {
    const { screen, session } = await onPositions()
    await keys('c')
    await expect.element(screen.getByRole('dialog', { name: 'Columns of Positions' })).toBeVisible()
    await expect.element(screen.getByRole('checkbox', { name: 'Customer' })).toHaveFocus()
    await keys('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    await expect.element(screen.getByRole('checkbox', { name: 'Position' })).toHaveFocus()
    await keys('{ArrowDown} {Escape}')
    await expect
      .poll(() => titles('Positions').slice(0, 5))
      .toEqual(['Customer', 'Instrument', 'Entry', 'Position', 'Unrealised, USDC'])
    expect(session.workspace.getState().panels['positions:1']?.table?.columns).toMatchObject({
      hidden: ['mark'],
    })
    await keys('c')
    await screen.getByRole('button', { name: 'The columns as they come' }).click()
    await expect
      .poll(() => titles('Positions').slice(0, 5))
      .toEqual(['Customer', 'Instrument', 'Position', 'Entry', 'Mark'])
  })

  it('the customer of a position cannot be hidden, and the sheet says why', async () => {
    const { screen } = await onPositions()
    await keys('c ')
    await expect.element(screen.getByText(/^The customer stays: without it/)).toBeVisible()
    await expect.element(screen.getByRole('checkbox', { name: 'Customer' })).toBeChecked()
    await keys('{Escape}')
    expect(titles('Positions')[0]).toBe('Customer')
  })

  it('a column that is hidden neither sorts, nor finds rows, nor is copied', async () => {
    const copies: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
      copies.push(text)
      return Promise.resolve()
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const { screen, session, head } = await onPositions()
    await head('Entry').getByRole('button').click()
    await head('Instrument').click({ button: 'right' })
    await screen.getByRole('checkbox', { name: 'Entry' }).click()
    await keys('{Escape}')
    await expect.poll(() => titles('Positions')).not.toContain('Entry')
    expect(session.workspace.getState().panels['positions:1']?.table?.sort).toBeNull()
    await keys('{F6}{Control>}c{/Control}{Control>}f{/Control}61402')
    await expect.poll(() => rowsOf('Positions')).toEqual([])
    expect(copies[0]?.split('\r\n')[0]).not.toContain('Entry')
  })
})

describe('groups', () => {
  const lines = () =>
    [...document.querySelectorAll('[aria-label="Positions"] .line')]
      .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
      .map((row) => {
        const cells = [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent ?? '')
        return row.classList.contains('group') ? (cells[0] ?? '') : `  ${cells[1] ?? ''}`
      })
  const totalsOf = (name: string) =>
    [...document.querySelectorAll('[aria-label="Positions"] .group')]
      .filter((row) => row.textContent?.includes(name))
      .flatMap((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent ?? ''))

  it('G groups positions by customer with exact totals, ~ where a value is not sure, then by instrument, then not', async () => {
    const { desk, screen } = await onPositions()
    await keys('g')
    await expect
      .poll(lines)
      .toEqual(['▾ C1042 · 1 row', '  BTCUSDC_PERP', '▾ C2007 · 2 rows', '  SOLUSDC_PERP', '  ETHUSDC_PERP'])
    // 2.5 × (62,149.5 − 61,402.5); the position in ETH has no sure value.
    await expect.poll(() => totalsOf('C1042')).toContain('+1,867.50')
    expect(totalsOf('C2007')).toContain('~+180.00')
    await expect.element(screen.getByText(/^Grouped by customer/)).toBeVisible()
    desk.delta('positions', [positionOf('C3311', 'BTCUSDC_PERP', '-0.0001', '60000')])
    await keys('g')
    await expect.poll(lines).toContain('▾ BTCUSDC_PERP · 2 rows')
    // Contracts of one instrument add up.
    expect(totalsOf('BTCUSDC_PERP')).toContain('+2.4999')
    await keys('g')
    await expect.poll(lines).toHaveLength(4)
  })

  it('← folds the group of the row and stays on it, → unfolds it; folded rows are neither chosen nor copied', async () => {
    const { grid } = await onPositions()
    await keys('g{Home}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowLeft}')
    await expect.poll(lines).toEqual(['▾ C1042 · 1 row', '  BTCUSDC_PERP', '▸ C2007 · 2 rows, folded'])
    await expect.element(grid.getByRole('row', { selected: true })).toMatchTextContent(/C2007 · 2 rows/)
    await keys('{Control>}a{/Control}')
    await expect.poll(() => document.querySelectorAll('[aria-label="Positions"] .chosen').length).toBe(1)
    await keys('{ArrowRight}')
    await expect.poll(lines).toHaveLength(5)
    await keys('{Enter}')
    await expect.poll(lines).toHaveLength(3)
  })

  it('a key of one position does nothing on the row of a group', async () => {
    const { desk, session } = await onPositions()
    await keys('g{Home}f')
    expect(session.proposals.getState()['positions:1']).toBeUndefined()
    await keys('{ArrowDown}f')
    await expect.poll(() => session.proposals.getState()['positions:1']?.sentence).toMatch(/C1042/)
    expect(desk.callsOf('order.submit')).toEqual([])
  })

  it('rows that come while the pointer is on the rows stand below all groups until it leaves', async () => {
    const { desk, clock, grid, head } = await onPositions()
    await keys('g')
    await expect.poll(lines).toHaveLength(5)
    await userEvent.hover(grid.getByText('SOLUSDC_PERP'))
    desk.delta('positions', [positionOf('C1042', 'ETHUSDC_PERP', '1', '3000')])
    clock.advance(1_000)
    await expect
      .poll(lines)
      .toEqual([
        '▾ C1042 · 1 row',
        '  BTCUSDC_PERP',
        '▾ C2007 · 2 rows',
        '  SOLUSDC_PERP',
        '  ETHUSDC_PERP',
        '▾ New while the pointer is on the rows · 1 row',
        '  ETHUSDC_PERP',
      ])
    await userEvent.hover(head('Entry'))
    await expect
      .poll(() => lines().slice(0, 3))
      .toEqual(['▾ C1042 · 2 rows', '  BTCUSDC_PERP', '  ETHUSDC_PERP'])
  })
})

it('O shows the customer of the window only, and all again; the button in the head follows', async () => {
  const { screen, session } = await onPositions()
  session.workspace.setState({ customer: code('C2007') })
  await keys('{F6}o')
  await expect.poll(() => rowsOf('Positions')).toHaveLength(2)
  await expect.element(screen.getByRole('button', { name: 'All customers' }).first()).toBeVisible()
  await keys('o')
  await expect.poll(() => rowsOf('Positions')).toHaveLength(3)
  await expect.element(screen.getByRole('button', { name: 'This customer only' }).first()).toBeVisible()
})

it('O shows all rows of a table that was opened for one customer alone', async () => {
  const { session } = await onPositions()
  await keys('{Control>}k{/Control}pos C1042{Enter}')
  await expect.poll(() => rowsOf('Positions')).toHaveLength(1)
  await keys('{F6}o')
  await expect.poll(() => rowsOf('Positions')).toHaveLength(3)
  expect(session.workspace.getState().onlyCustomer).toBe(false)
})

describe('saved views', () => {
  const KIND = viewsSetting('positions')
  const savedText = (desk: ScriptedCore) => {
    const calls = desk.callsOf('setting.save') as readonly { readonly name: string; readonly value: string }[]
    return calls.findLast(({ name }) => name === KIND)?.value ?? ''
  }

  it('V saves sort, filter, columns and groups under a name, applies and deletes the view; Ctrl P offers it', async () => {
    const { desk, screen, session, head } = await onPositions()
    await head('Unrealised, USDC').getByRole('button').click()
    await keys('{F6}g{Control>}f{/Control}blue{ArrowDown}v')
    await expect.element(screen.getByRole('dialog', { name: 'Views of Positions' })).toBeVisible()
    await keys('save{Enter}')
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await keys('Blue{Enter}')
    await expect.element(screen.getByText('View “Blue” is saved.')).toBeVisible()
    desk.delta('settings', { [KIND]: savedText(desk) })
    await keys('{F6}vas it comes{Enter}')
    await expect.poll(() => rowsOf('Positions')).toHaveLength(3)
    expect(session.workspace.getState().panels['positions:1']?.table).toEqual({ sort: null })
    await keys('{F6}{Control>}p{/Control}views of{Enter}')
    await expect.element(screen.getByRole('dialog', { name: 'Views of Positions' })).toBeVisible()
    await keys('blue{Enter}')
    await expect.poll(() => rowsOf('Positions')).toHaveLength(3)
    await expect.element(screen.getByText('2 of 3 rows shown')).toBeVisible()
    expect(session.workspace.getState().panels['positions:1']?.table).toMatchObject({
      sort: { column: 'unrealised', descending: true },
      group: 'customer',
    })
    await keys('{F6}vdelete{Enter}{Enter}')
    await expect.element(screen.getByText('View “Blue” is deleted.')).toBeVisible()
    expect(JSON.parse(savedText(desk))).toEqual({ version: 1, views: [] })
  })

  it('views of a newer release are named as such and never saved over', async () => {
    const { desk, screen } = await onPositions((scripted) =>
      scripted.startWith('settings', { [KIND]: '{"version":9}' }),
    )
    await keys('v')
    await expect.element(screen.getByText(/^A newer Openpit saved the views of this table/)).toBeVisible()
    await keys('save{Enter}Mine{Enter}')
    await expect.element(screen.getByText(/leaves them unchanged/).last()).toBeVisible()
    expect(desk.callsOf('setting.save').filter((call) => (call as { name: string }).name === KIND)).toEqual(
      [],
    )
  })
})
