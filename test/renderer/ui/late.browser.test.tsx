/** A part of the page whose code cannot be loaded: a sentence stands in its place, and the rest of the window works on. */

import { Suspense, useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fetched } from '../../../renderer/ui/Fetched.tsx'
import { late } from '../../../renderer/ui/late.tsx'

const gone = (): Promise<never> =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a panel says that its code could not be loaded, and its neighbor stays', async () => {
  const Panel = late(gone)
  const screen = await render(
    <Suspense>
      <button type="button">Neighbor</button>
      <Panel />
    </Suspense>,
  )
  await expect
    .element(
      screen.getByText(
        /^This part of Openpit could not be loaded.*Opening it sent nothing.*Reload the window\.$/,
      ),
    )
    .toBeVisible()
  expect(screen.getByRole('alert').elements()).toHaveLength(1)
  await expect.element(screen.getByRole('button', { name: 'Reload the window' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Neighbor' })).toBeVisible()
})

test('a sheet says so as a sheet: it closes by Escape and gives the focus back', async () => {
  const Sheet = fetched<{ onClose: () => void }>(gone)
  function Desk() {
    const [isOpen, setOpen] = useState(false)
    return (
      <div onKeyDown={({ key }) => key === 'F1' && setOpen(true)} role="presentation">
        <button type="button">Send</button>
        {isOpen && <Sheet onClose={() => setOpen(false)} />}
      </div>
    )
  }
  const screen = await render(<Desk />)
  const send = screen.getByRole('button', { name: 'Send' })
  ;(send.element() as HTMLElement).focus()
  await userEvent.keyboard('{F1}')
  await expect.element(screen.getByRole('dialog', { name: 'Not loaded' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Reload the window' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(send).toHaveFocus()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
