/** A window of the desktop program whose page died: every other window says so, and says when it is back. */

import { expect, it } from 'vitest'
import { ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { openWindow } from '../openWindow.ts'

it('is named in the others with what it means, once, and again when it is back', () => {
  const core = new ScriptedCore()
  const { session } = openWindow(core, 'main')
  const said = () =>
    session.notices
      .getState()
      .log.map(({ message }) => message)
      .filter((message) => /stopped working|loaded again|is closed/.test(message))
  const settings = {
    'windows.open': '["main","left"]',
    'window.title.left': 'Left screen',
    'window.dead.main': 'oom',
  }
  core.delta('settings', settings)
  expect(said()).toEqual([])
  core.delta('settings', { ...settings, 'window.dead.left': 'crashed' })
  core.delta('settings', { ...settings, 'window.dead.left': 'crashed', other: '1' })
  expect(said()).toEqual([
    'The window “Left screen” stopped working (crashed). It sends nothing, and its ladders are disarmed. Orders at the venue stay as they are. Ctrl F11 goes to the window and loads it again.',
  ])
  core.delta('settings', { ...settings, 'window.dead.left': '' })
  expect(said()).toHaveLength(2)
  expect(said()[1]).toBe(
    'The window “Left screen” was loaded again. Its ladders are disarmed: look at them, then arm them again.',
  )
  core.delta('settings', { ...settings, 'window.dead.left': 'oom' })
  core.delta('settings', { ...settings, 'windows.open': '["main"]', 'window.dead.left': '' })
  expect(said().slice(3)).toEqual([
    'The window “Left screen” is closed. Its ladders are gone. Orders at the venue stay as they are.',
  ])
  session.close()
})
