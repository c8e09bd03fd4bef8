/** What a key opens while its code is on the way: the keys behind it reach nothing, and afterwards it is drawn at once. */

import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fetched } from '../../../renderer/ui/Fetched.tsx'

let cameFrom: Element | null = null
const Field = () => (
  <input
    aria-label="Amount"
    ref={(field) => {
      if (field === null) return
      cameFrom ??= document.activeElement
      field.focus()
    }}
  />
)

test('an Enter behind the key that opens it sends nothing while its code is on the way', async () => {
  const arrival = Promise.withResolvers<typeof Field>()
  const Sheet = fetched(() => arrival.promise)
  let sent = 0
  function Desk() {
    const [isOpen, setOpen] = useState(false)
    return (
      <div onKeyDown={({ key }) => key === 'F1' && setOpen(true)} role="presentation">
        <button type="button" onClick={() => sent++}>
          Send
        </button>
        {isOpen && <Sheet />}
      </div>
    )
  }
  const screen = await render(<Desk />)
  const send = screen.getByRole('button').element() as HTMLElement
  send.focus()
  await userEvent.keyboard('{F1}{Enter}1')
  expect(sent).toBe(0)
  expect(document.activeElement).toBe(document.body)
  arrival.resolve(Field)
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus()
  // The field knows where the focus was.
  expect(cameFrom).toBe(send)
})

test('with its code here it is drawn in the task that asks for it', async () => {
  const Sheet = fetched(() => Promise.resolve(Field))
  Sheet.fetch()
  await Promise.resolve()
  await new Promise((done) => requestAnimationFrame(done))
  const screen = await render(<Sheet />)
  expect(screen.getByRole('textbox', { name: 'Amount' }).elements()).toHaveLength(1)
})
