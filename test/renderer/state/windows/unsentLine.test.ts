/** What waits behind a `;` when its window goes away: another window, or the same one later, says what was not sent. */

import { afterEach, expect, it } from 'vitest'
import { warnOfResting } from '../../../../renderer/state/actions/warnOfResting.ts'
import { ok } from '../../../../shared/base/result.ts'
import { ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { openWindow } from '../openWindow.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Windows on one store of settings, as the core gives it to all. */
function deskOfWindows() {
  const saved: Record<string, string> = {}
  const cores: ScriptedCore[] = []
  return (windowName: string) => {
    const core = new ScriptedCore()
    core.startWith('settings', { ...saved })
    core.answer('setting.save', ({ name, value }) => {
      saved[name] = value
      for (const other of cores) other.delta('settings', { ...saved })
      return ok({})
    })
    cores.push(core)
    const { session } = openWindow(core, windowName)
    closers.push(() => session.close())
    const said = () =>
      session.notices
        .getState()
        .log.map(({ message }) => message)
        .filter((message) => message.includes('Not sent'))
    return { session, said }
  }
}

const REST = 'cx # btc ; # b 1 btc @62000'
const SENTENCE = `A window was closed or reloaded while a line waited for the venue. Not sent: ${REST}. Look at the orders of that line (F7), then type again what you still want.`

it('is said in the other window once its window closes, and never while that window lives', () => {
  const open = deskOfWindows()
  const [left, right] = [open('left'), open('right')]
  left.session.line.setState({ waiting: REST })
  expect(right.said()).toEqual([])
  left.session.close()
  expect(right.said()).toEqual([SENTENCE])
  expect(open('third').said()).toEqual([])
})

it('is said by the next window where no other was open, and by the same one after a crash', () => {
  const open = deskOfWindows()
  open('left').session.line.setState({ waiting: REST })
  // A page that died says nothing; the same name comes back with a new page.
  expect(open('right').said()).toEqual([])
  expect(open('left').said()).toEqual([SENTENCE])
})

it('is not said where the rest came into the field, or nothing waited', () => {
  const open = deskOfWindows()
  const left = open('left')
  const right = open('right')
  left.session.line.setState({ waiting: REST })
  left.session.line.setState({ waiting: '' })
  left.session.close()
  expect(right.said()).toEqual([])
})

it('keeps a tab from closing without a question', () => {
  const { session } = deskOfWindows()('left')
  let held = 0
  const event = { preventDefault: () => void held++ }
  warnOfResting(session, event)
  expect(held).toBe(0)
  session.line.setState({ waiting: REST })
  warnOfResting(session, event)
  expect(held).toBe(1)
})
