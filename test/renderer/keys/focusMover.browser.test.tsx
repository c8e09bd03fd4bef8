/** Keys typed for a place that is not drawn yet: held, delivered there or dropped with a sentence, and never given to the place that was left. */

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createFocusMover } from '../../../renderer/keys/focusMover.ts'
import { INPUT_LIVES } from '../../../renderer/keys/lateInput.ts'
import { listenForKeys } from '../../../renderer/keys/registry.ts'
import { openPanel } from '../../../renderer/state/stores/panelStore.ts'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { code } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

const keys = (text: string) => userEvent.keyboard(text)

/** A page with a button that sends, in focus, and a mover; `draw` puts an element on the page. */
function setUp() {
  const clock = new FakeClock()
  const dropped: string[] = []
  const heard: string[] = []
  const mover = createFocusMover({
    clock,
    nextFrame: (run) => void requestAnimationFrame(run),
    onDropped: (sentence) => dropped.push(sentence),
  })
  const draw = <K extends 'button' | 'div' | 'input'>(kind: K, name: string) => {
    const element = document.createElement(kind)
    element.id = name
    element.tabIndex = 0
    const hear = (event: Event) =>
      heard.push(`${name} ${event instanceof KeyboardEvent ? event.key : event.type}`)
    element.addEventListener('keydown', hear)
    element.addEventListener('click', hear)
    document.body.append(element)
    onTestFinished(() => element.remove())
    return element
  }
  const stop = listenForKeys(window, [], {
    isBlocked: () => false,
    onBlocked: () => undefined,
    hold: (event) => mover.hold(event),
  })
  onTestFinished(() => {
    mover.end()
    stop()
  })
  draw('button', 'send').focus()
  const goTo = (name: string) =>
    mover.to({ name, show: () => undefined, find: () => document.querySelector<HTMLElement>(`#${name}`) })
  return { clock, mover, dropped, heard, draw, goTo }
}

describe('a place that is not drawn yet', () => {
  it('receives the keys typed for it once it is drawn, in their order', async () => {
    const { mover, dropped, heard, draw, goTo } = setUp()
    goTo('table')
    expect(document.activeElement).toBe(document.body)
    await keys('{Home}{Enter} ')
    expect(heard).toEqual([])
    draw('div', 'table')
    await expect.poll(() => heard).toEqual(['table Home', 'table Enter', 'table  '])
    expect(mover.moving).toBe(false)
    await keys('x')
    expect(heard.at(-1)).toBe('table x')
    expect(dropped).toEqual([])
  })

  it('receives no keys when it takes too long: a sentence reports the dropped keys', async () => {
    const { clock, dropped, heard, draw, goTo } = setUp()
    goTo('amount')
    await keys('0.')
    clock.advance(INPUT_LIVES)
    expect(dropped).toEqual([
      'amount did not open within 1 s. These keys were dropped and sent nothing: 0, .. Type them again.',
    ])
    // Were the field to take the focus now, the rest of what is typed would be another number.
    const field = draw('input', 'amount')
    await keys('5')
    expect(field.value).toBe('')
    expect(heard).toEqual([])
  })

  it('takes text typed for a field, but a held key presses no button', async () => {
    const { dropped, heard, draw, goTo } = setUp()
    goTo('amount')
    await keys('2.5')
    const field = draw('input', 'amount')
    await expect.poll(() => field.value).toBe('2.5')
    goTo('pay')
    await keys('{Enter}')
    draw('button', 'pay')
    await expect.poll(() => dropped).toHaveLength(1)
    expect(heard.filter((text) => text.endsWith('click'))).toEqual([])
  })

  it('is given up by Escape, by a click and by another place; the keys for it reach no other', async () => {
    const { mover, dropped, heard, draw, goTo } = setUp()
    goTo('first')
    await keys('{Enter}{Escape}')
    expect(mover.moving).toBe(false)
    goTo('first')
    await keys('a')
    draw('div', 'second')
    goTo('second')
    expect(document.activeElement?.id).toBe('second')
    goTo('first')
    await keys('b')
    await page.elementLocator(document.querySelector('#send')!).click()
    expect(mover.moving).toBe(false)
    expect(dropped.map((text) => /sent nothing: (.*)\. Type/.exec(text)?.[1])).toEqual(['Enter', 'a', 'b'])
    expect(heard).toEqual(['send click'])
  })
})

describe('in the window', () => {
  beforeEach(() => page.viewport(1600, 900))
  const send = () => document.querySelector<HTMLElement>('.send')

  it('a panel shown before is in focus in the turn of its key', async () => {
    const { screen } = await stage()
    const panels = [
      ['F7', 'Orders'],
      ['F8', 'Trades'],
      ['F6', 'Positions'],
    ] as const
    for (const [key, name] of panels) {
      await keys(`{${key}}`)
      await expect.element(screen.getByRole('grid', { name, exact: true })).toHaveFocus()
    }
    send()?.focus()
    for (const [key, name] of panels.slice(1)) {
      window.dispatchEvent(new KeyboardEvent('keydown', { key, code: key }))
      expect(document.activeElement?.getAttribute('aria-label')).toBe(name)
    }
  })

  it('a panel picked in the palette keeps the focus: the closing sheet does not give it back', async () => {
    const { session, screen } = await stage()
    chooseCustomer(session.workspace, code('C1042'))
    for (const name of ['Trades', 'Fees']) {
      send()?.focus()
      await keys('{Control>}p{/Control}')
      await expect.element(screen.getByRole('combobox')).toHaveFocus()
      await keys(`${name}{Enter}`)
      expect(document.activeElement).not.toBe(send())
      await expect.element(screen.getByRole('grid', { name, exact: true })).toHaveFocus()
    }
  })

  it('a panel whose code is still to be fetched takes the focus from where it was at once', async () => {
    const { session, screen } = await stage()
    chooseCustomer(session.workspace, code('C1042'))
    send()?.focus()
    openPanel(session.panels, 'margin')
    expect(document.activeElement).not.toBe(send())
    await expect.element(screen.getByRole('grid', { name: 'Margins' })).toHaveFocus()
  })

  it('a click on a tab leaves the send button', async () => {
    const { screen } = await stage()
    send()?.focus()
    await screen.getByRole('tab', { name: 'Trades' }).click()
    expect(document.activeElement).not.toBe(send())
  })
})
