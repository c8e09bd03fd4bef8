import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Sheet } from '../../../renderer/ui/Sheet.tsx'
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

/** Two panels; the sheet of the second one gives it another instrument, and so another grid. */
function TwoPanels() {
  const [symbol, setSymbol] = useState('BTC')
  const [isOpen, setOpen] = useState(false)
  const pick = () => {
    setOpen(false)
    setSymbol('SOL')
  }
  return (
    <>
      <div data-instance="quoteBoard:1">
        <div role="grid" tabIndex={0} aria-label="Quotes" />
      </div>
      <div data-instance="ladder:1">
        <div
          key={symbol}
          role="grid"
          tabIndex={0}
          aria-label={`Ladder ${symbol}`}
          onKeyDown={({ key }) => key === 'F3' && setOpen(true)}
        />
      </div>
      {isOpen && (
        <Sheet title="Instrument" onClose={() => setOpen(false)}>
          <input aria-label="Name" onKeyDown={({ key }) => key === 'Enter' && pick()} />
        </Sheet>
      )}
    </>
  )
}

it('a panel that is drawn anew under its sheet has the focus again, not the panel in use before', async () => {
  const screen = await render(<TwoPanels />)
  screen.getByRole('grid', { name: 'Quotes' }).element().focus()
  screen.getByRole('grid', { name: 'Ladder BTC' }).element().focus()
  await userEvent.keyboard('{F3}sol{Enter}')
  await expect.element(screen.getByRole('grid', { name: 'Ladder SOL' })).toHaveFocus()
})

it('what is typed takes the place of the name that a new workspace is offered', async () => {
  const { screen } = await stage()
  await userEvent.keyboard('{Control>}0{/Control}duplicate{Enter}')
  const field = screen.getByRole('textbox', { name: 'Name' })
  await expect.element(field).toHaveValue('Dealing 2')
  await userEvent.keyboard('Night desk')
  await expect.element(field).toHaveValue('Night desk')
})
