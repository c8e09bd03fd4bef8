import { expect, it } from 'vitest'
import { instrumentOf } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

it('a narrow watchlist leaves out whole columns, the last first, and shows them again where there is room', async () => {
  const { screen } = await stage(
    (desk) => desk.startWith('instruments', [instrumentOf('BTC', '0.5', '0.001')]),
    { width: 1600, height: 900 },
  )
  const grid = screen.getByRole('grid', { name: 'Watchlist' })
  const title = (name: string) => grid.getByRole('columnheader', { name })
  await expect.element(title('Fund.')).toBeVisible()
  const room = document.querySelector<HTMLElement>('[data-panel=watchlist] .fill')!
  room.style.width = '175px'
  await expect.element(title('Fund.')).not.toBeInTheDocument()
  await expect.element(title('24 h')).toBeVisible()
  expect(grid.element().scrollWidth).toBeLessThanOrEqual(grid.element().clientWidth)
  room.style.width = '120px'
  await expect.element(title('24 h')).not.toBeInTheDocument()
  await expect.element(title('Mark')).toBeVisible()
  room.style.width = ''
  await expect.element(title('Fund.')).toBeVisible()
})
