/** The tiles of the quote board: order, keys, link, age, and contrast on the strongest grounds. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { decimal, toText } from '../../../../shared/base/decimal.ts'
import type { Ticker } from '../../../../shared/domain/instrument.ts'
import { NOW, instrumentOf, tickerOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const BASES = Array.from({ length: 14 }, (_, n) => `T${String(n).padStart(2, '0')}`)
const text = (value: string) => toText(decimal(value))

/** The tile n has the turnover 100 + n, and changes from −7 % up to +6 %. */
const tickers = (): Ticker[] =>
  BASES.map((base, n) => ({
    ...tickerOf(`${base}USDC_PERP`, '100', '101'),
    volume24h: text(`${n + 1}`),
    change24h: text(`${(n - 7) / 100}`),
    nextFundingAt: NOW + 3_723_000,
  }))

async function openTiles(prepare: (desk: ScriptedCore) => void = () => {}) {
  const staged = await stage((desk) => {
    desk.startWith(
      'instruments',
      BASES.map((base) => instrumentOf(base, '0.5', '0.001')),
    )
    desk.startWith('tickers', tickers())
    prepare(desk)
  })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('quotes{Enter}')
  const grid = staged.screen.getByRole('grid', { name: 'Quote board' })
  await expect.element(grid).toHaveFocus()
  await userEvent.keyboard('v')
  await expect.element(grid.getByRole('gridcell').first()).toMatchTextContent(/funding/)
  const tiles = () => grid.getByRole('gridcell').elements()
  const names = () => tiles().map((tile) => tile.querySelector('.strong')?.textContent)
  const chosen = () =>
    tiles()
      .find((tile) => tile.ariaSelected === 'true')
      ?.querySelector('.strong')?.textContent
  const columns = () => grid.getByRole('row').first().getByRole('gridcell').elements().length
  return { ...staged, grid, tiles, names, chosen, columns }
}

it('V shows tiles, most traded first, with figures and countdown; V again shows the table', async () => {
  const { grid, names, session, screen } = await openTiles()
  expect(session.workspace.getState().panels['quoteBoard:1']?.quoteTiles).toBe(true)
  expect(names().slice(0, 3)).toEqual(['T13', 'T12', 'T11'])
  const first = grid.getByRole('gridcell').first()
  await expect.element(first).toMatchTextContent(/\+6\.00 %/)
  await expect.element(first).toMatchTextContent(/100\.0/)
  await expect.element(first).toMatchTextContent(/~1,400/)
  await expect.element(first).toMatchTextContent(/funding \+0\.0100 % 1:02:03/)
  expect(first.element().className).toContain('up')
  await userEvent.keyboard('v')
  await expect.element(screen.getByRole('columnheader', { name: /^Bid/ })).toBeVisible()
  expect(session.workspace.getState().panels['quoteBoard:1']?.quoteTiles).toBe(false)
})

it('arrows walk the tiles, and the keys of the rows work on the tile', async () => {
  const { grid, chosen, columns, session, names } = await openTiles()
  expect(columns()).toBeGreaterThan(3)
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowDown}')
  const below = names()[columns() + 1]
  await expect.poll(chosen).toBe(below)
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}2')
  expect(session.workspace.getState().instruments['2']).toBe('T13USDC_PERP')
  await userEvent.keyboard('{End}')
  await expect.poll(chosen).toBe('T00')
  await userEvent.keyboard('{Control>}{Shift>}8{/Shift}{/Control}{Enter}')
  await expect.poll(() => session.workspace.getState().instruments['8']).toBe('T00USDC_PERP')
  await expect.element(grid).toHaveFocus()
  const linked = () => grid.element().querySelector('.tile.linked')
  await expect.poll(() => linked()?.querySelector('.strong')?.textContent).toBe('T00')
  expect(getComputedStyle(linked() ?? grid.element()).borderTopColor).toBe('rgb(185, 139, 255)')
  await userEvent.keyboard('r')
  await expect.poll(() => names()[0]).toBe('T13')
  await userEvent.keyboard('s')
  await expect.poll(() => names()[0]).toBe('T00')
})

it('an old tile is hatched and struck with its age, and has no ground', async () => {
  const { clock, desk, grid } = await openTiles()
  clock.advance(6_000)
  desk.delta(
    'tickers',
    tickers()
      .slice(0, 13)
      .map((ticker) => ({ ...ticker, touchAt: NOW + 6_000, receivedAt: NOW + 6_000, listedAt: NOW + 6_000 })),
  )
  clock.advance(500)
  const old = grid.getByRole('gridcell', { name: /T13/ })
  const live = grid.getByRole('gridcell', { name: /T12/ })
  await expect.poll(() => old.element().className).toMatch(/stale/)
  expect(old.element().className).not.toMatch(/up|down/)
  expect([...old.element().querySelectorAll('s')].map((struck) => struck.textContent)).toContain('100.0')
  await expect.element(old).toMatchTextContent(/6 s/)
  await expect.poll(() => live.element().className).toMatch(/up/)
  expect(live.element().className).not.toMatch(/stale/)
})

/** Red, green, blue and alpha of a computed color. */
const partsOf = (color: string): readonly number[] => {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue, alpha]
}
const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const over = (top: readonly number[], below: readonly number[]): readonly number[] =>
  [0, 1, 2].map((n) => (top[n] ?? 0) * (top[3] ?? 1) + (below[n] ?? 0) * (1 - (top[3] ?? 1)))
const PANEL = [14, 18, 25]
const HATCH = [255, 176, 32, 0.14]

/** The least contrast of a text in a tile to the ground of the tile, hatching included (WCAG 2.2, 1.4.3). */
function leastContrast(tile: Element): number {
  const ground = over(partsOf(getComputedStyle(tile).backgroundColor), PANEL)
  const grounds = tile.classList.contains('stale') ? [ground, over(HATCH, ground)] : [ground]
  const texts = [...tile.querySelectorAll('*')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  )
  const ratios = texts
    .filter((element) => !element.classList.contains('link-digit') && element.closest('svg') === null)
    .flatMap((element) =>
      grounds.map((below) => {
        const [a, b] = [luminance(partsOf(getComputedStyle(element).color)), luminance(below)]
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
      }),
    )
  return Math.min(...ratios)
}

it('tiles that were never read are dashes, and every text has the contrast of AA on every ground', async () => {
  const { grid, desk, tiles } = await openTiles((core) => core.startWith('tickers', tickers().slice(1)))
  await expect.element(grid.getByRole('gridcell', { name: /T00/ })).toMatchTextContent(/—.*not read/)
  desk.delta('tickers', tickers())
  for (const sides of ['blue-red', 'green-red', 'blue-orange']) {
    document.documentElement.dataset['sides'] = sides
    const least = tiles().map((tile) => Math.round(leastContrast(tile) * 10) / 10)
    expect([sides, Math.min(...least) >= 4.5]).toEqual([sides, true])
    expect(least).toHaveLength(14)
  }
  delete document.documentElement.dataset['sides']
})
