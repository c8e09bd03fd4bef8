/** A window on its table of positions, for the tests of tables: three positions of two customers, one of unknown value. */

import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { positionOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

export const keys = (text: string) => userEvent.keyboard(text)

export const threePositions = (desk: ScriptedCore) =>
  desk.startWith('positions', [
    positionOf('C1042', 'BTCUSDC_PERP', '2.5', '61402.5'),
    positionOf('C2007', 'SOLUSDC_PERP', '-100', '150'),
    { ...positionOf('C2007', 'ETHUSDC_PERP', '10', '3090.6'), complete: false },
  ])

export const rowsOf = (name: string) =>
  [...document.querySelectorAll(`[role=grid][aria-label="${name}"] [role=row].line`)]
    .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
    .map((row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent)

export async function onPositions(prepare: (desk: ScriptedCore) => void = () => {}) {
  const staged = await stage((desk) => {
    threePositions(desk)
    prepare(desk)
  })
  const grid = staged.screen.getByRole('grid', { name: 'Positions' })
  await expect.element(grid).toMatchTextContent(/SOLUSDC_PERP/)
  await keys('{F6}{ArrowDown}')
  const head = (name: string) => grid.getByRole('columnheader', { name })
  return { ...staged, grid, head }
}
