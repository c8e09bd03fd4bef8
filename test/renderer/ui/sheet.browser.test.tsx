import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

it('a sheet takes the focus in the task of its key, and gives the focus back', async () => {
  const { screen } = await stage()
  const before = document.activeElement
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', code: 'F2' }))
  // A turn of the task's own queue, no frame and no timer.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  const field = document.querySelector('[role=dialog] input')
  expect(field).not.toBeNull()
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('2007{Enter}')
  await expect.element(screen.getByRole('button', { name: /C2007/ }).first()).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(document.activeElement).toBe(before)
})
