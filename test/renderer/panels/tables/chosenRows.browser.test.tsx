import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { orderOf, reference } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'
import { keys, onPositions, rowsOf } from './onPositions.tsx'

beforeEach(() => page.viewport(1600, 900))

describe('several rows', () => {
  const copies: string[] = []
  beforeEach(() => {
    copies.length = 0
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
      copies.push(text)
      return Promise.resolve()
    })
    return () => void vi.restoreAllMocks()
  })
  const chosen = () =>
    [...document.querySelectorAll('[aria-label="Positions"] .line.chosen')].map(
      (row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent,
    )
  const copiedRows = () => (copies.at(-1) ?? '').split('\r\n').map((line) => line.split('\t').slice(0, 3))

  it('Shift ↓ and Ctrl A choose them, Ctrl C copies them with titles and exact values, Esc chooses one again', async () => {
    const { screen, grid } = await onPositions()
    await expect.element(grid).toHaveAttribute('aria-multiselectable', 'true')
    await keys('{Shift>}{ArrowDown}{/Shift}')
    await expect.poll(chosen).toEqual(['BTCUSDC_PERP', 'SOLUSDC_PERP'])
    await keys('{Control>}c{/Control}')
    await expect
      .poll(copiedRows)
      .toEqual([
        ['Customer', 'Instrument', 'Position'],
        ['C1042', 'BTCUSDC_PERP', '2.5'],
        ['C2007', 'SOLUSDC_PERP', '-100'],
        [''],
      ])
    await expect
      .element(screen.getByText(/^2 rows are on the clipboard, with titles and exact values\./))
      .toBeVisible()
    await keys('{Control>}a{/Control}')
    await expect.poll(chosen).toHaveLength(3)
    await expect.element(screen.getByText(/^3 rows chosen/)).toBeVisible()
    await keys('{Escape}')
    await expect.poll(chosen).toEqual([])
    await keys('{Control>}c{/Control}')
    await expect
      .poll(copiedRows)
      .toEqual([['Customer', 'Instrument', 'Position'], ['C2007', 'SOLUSDC_PERP', '-100'], ['']])
  })

  it('a position with unread trades is copied with ~, and the notice says so', async () => {
    const { screen } = await onPositions()
    await keys('{ArrowDown}{ArrowDown}{Control>}c{/Control}')
    await expect.poll(copiedRows).toContainEqual(['C2007', 'ETHUSDC_PERP', '~10'])
    await expect.element(screen.getByText(/values have a ~: incomplete or old\./)).toBeVisible()
  })

  it('a filter takes hidden rows out of the choice for good, and the notice says that they are not copied', async () => {
    const { screen } = await onPositions()
    await keys('{Control>}a{/Control}{Control>}f{/Control}sol')
    await expect.poll(chosen).toEqual(['SOLUSDC_PERP'])
    await keys('{ArrowDown}{Control>}c{/Control}')
    await expect
      .poll(copiedRows)
      .toEqual([['Customer', 'Instrument', 'Position'], ['C2007', 'SOLUSDC_PERP', '-100'], ['']])
    await expect.element(screen.getByText(/Hidden rows are not in it\./)).toBeVisible()
    await keys('{Control>}f{/Control}{Escape}')
    await expect.poll(() => rowsOf('Positions')).toHaveLength(3)
    expect(chosen()).toEqual(['SOLUSDC_PERP'])
  })

  it('in the filter field Ctrl A and Ctrl C are of the text', async () => {
    await onPositions()
    await keys('{Control>}f{/Control}sol{Control>}a{/Control}x')
    await expect.poll(() => document.querySelector<HTMLInputElement>('.table-filter')?.value).toBe('x')
    await keys('{Control>}a{/Control}{Control>}c{/Control}')
    expect(chosen()).toEqual([])
    expect(copies).toEqual([])
  })

  it('Ctrl and Shift with a click choose, and a plain click chooses one', async () => {
    const { grid } = await onPositions()
    const at = (name: string) => grid.getByText(name)
    await at('ETHUSDC_PERP').click({ modifiers: ['ControlOrMeta'] })
    await expect.poll(chosen).toEqual(['BTCUSDC_PERP', 'ETHUSDC_PERP'])
    await at('SOLUSDC_PERP').click({ modifiers: ['Shift'] })
    await expect.poll(chosen).toEqual(['SOLUSDC_PERP', 'ETHUSDC_PERP'])
    await at('BTCUSDC_PERP').click()
    await expect.poll(chosen).toEqual([])
  })

  it('Delete cancels the focused order alone, and says that several are chosen', async () => {
    const { desk, screen } = await stage((scripted) =>
      scripted.startWith(
        'orders',
        ['one', 'two', 'three'].map((name) => orderOf({ referenceId: reference(name) })),
      ),
    )
    await keys('{F7}{ArrowDown}{Control>}a{/Control}{Delete}')
    await expect
      .element(screen.getByText(/^3 rows are chosen\. The key acted on one row only/).first())
      .toBeVisible()
    expect(desk.calls.filter(({ name }) => name === 'order.cancel')).toMatchObject([
      { request: { referenceId: 'three' } },
    ])
  })

  it('a copy that the window may not make says that nothing was copied', async () => {
    const { screen } = await onPositions()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await keys('{Control>}c{/Control}')
    await expect
      .element(screen.getByText(/^Nothing was copied: this window may not use the clipboard\./))
      .toBeVisible()
  })
})
