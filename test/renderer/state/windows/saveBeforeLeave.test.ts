/** What a dealer chose last goes to the core when the page may go, and not only once its burst is over. */

import { expect, it, onTestFinished } from 'vitest'
import { chooseInstrument } from '../../../../renderer/state/actions/workspaceActions.ts'
import { saveBeforeLeave } from '../../../../renderer/state/windows/saveBeforeLeave.ts'
import { ScriptedCore, sym } from '../../../fakes/window/scriptedCore.ts'
import { openWindow } from '../openWindow.ts'

function leavable() {
  const desk = new ScriptedCore()
  desk.startWith('settings', {})
  const { session, clock } = openWindow(desk)
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { hidden: false }),
  })
  const stop = saveBeforeLeave(session, page as unknown as Window)
  onTestFinished(() => session.close())
  clock.advance(1_000)
  const before = desk.callsOf('setting.save').length
  const saved = () =>
    desk
      .callsOf('setting.save')
      .slice(before)
      .map((call) => (JSON.parse((call as { value: string }).value) as { instruments: object }).instruments)
  chooseInstrument(session.workspace, '1', sym('SOLUSDC_PERP'))
  return { session, clock, page, stop, saved }
}

it('saves the newest choice at a reload or close, once', () => {
  const { clock, page, saved } = leavable()
  expect(saved()).toEqual([])
  page.dispatchEvent(new Event('beforeunload'))
  expect(saved()).toMatchObject([{ '1': 'SOLUSDC_PERP' }])
  clock.advance(1_000)
  page.dispatchEvent(new Event('beforeunload'))
  expect(saved()).toHaveLength(1)
})

it('saves the newest choice once nobody sees the page, and not when it is seen again', () => {
  const { page, saved } = leavable()
  page.document.dispatchEvent(new Event('visibilitychange'))
  expect(saved()).toEqual([])
  page.document.hidden = true
  page.document.dispatchEvent(new Event('visibilitychange'))
  expect(saved()).toMatchObject([{ '1': 'SOLUSDC_PERP' }])
})

it('saves what was chosen after the dealer stayed, and nothing more once it is stopped', () => {
  const { session, page, stop, saved } = leavable()
  page.dispatchEvent(new Event('beforeunload'))
  chooseInstrument(session.workspace, '1', sym('ETHUSDC_PERP'))
  page.dispatchEvent(new Event('beforeunload'))
  expect(saved()).toMatchObject([{ '1': 'SOLUSDC_PERP' }, { '1': 'ETHUSDC_PERP' }])
  chooseInstrument(session.workspace, '1', sym('BTCUSDC_PERP'))
  stop()
  page.dispatchEvent(new Event('beforeunload'))
  expect(saved()).toHaveLength(2)
})
