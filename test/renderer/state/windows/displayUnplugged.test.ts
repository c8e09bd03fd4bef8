/** A display that is unplugged while a ladder is armed: every window disarms, drops what waits for Enter, and says so. */

import { expect, it } from 'vitest'
import { propose } from '../../../../renderer/state/actions/dealing.ts'
import { arm, chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import { code, ScriptedCore, sym } from '../../../fakes/window/scriptedCore.ts'
import { openWindow } from '../openWindow.ts'

const UNPLUGGED = 'display.unplugged'
const draft = plainDraft({
  customerCode: code('C1042'),
  symbol: sym('BTCUSDC_PERP'),
  side: 'buy',
  type: 'limit',
  amount: '1' as never,
  limitPrice: '62000' as never,
  timeInForce: 'GTC',
})

it('disarms, drops the proposal and says what it means; an earlier run is no news', () => {
  const core = new ScriptedCore()
  const { session } = openWindow(core)
  const said = () =>
    session.notices
      .getState()
      .log.map(({ message }) => message)
      .filter((message) => message.startsWith('A display was unplugged'))
  core.delta('settings', { [UNPLUGGED]: 'a run before' })
  chooseCustomer(session.workspace, code('C1042'))
  expect(arm(session, 'ladder:1')).toBeNull()
  expect(propose(session, 'ladder:1', { kind: 'order', draft })).toBeNull()
  core.delta('settings', { [UNPLUGGED]: 'a run before', other: '1' })
  expect(session.workspace.getState().armed['ladder:1']).toBeDefined()

  core.delta('settings', { [UNPLUGGED]: 'now' })
  expect(session.workspace.getState().armed).toEqual({})
  expect(session.workspace.getState().disarmedBecause).toBe('a display was unplugged')
  expect(session.proposals.getState()['ladder:1']).toBeUndefined()
  expect(core.callsOf('order.submit')).toEqual([])
  // A key that was on its way does not arm again.
  expect(arm(session, 'ladder:1')).toMatch(/a display was unplugged/)
  core.delta('settings', { [UNPLUGGED]: 'once more' })
  expect(said()).toEqual([
    'A display was unplugged, and its windows moved to another one. The ladders of this window are disarmed. Nothing was sent. Orders at the venue stay as they are. Look where your windows are, then arm again.',
    'A display was unplugged, and its windows moved to another one. Nothing was sent. Orders at the venue stay as they are. Look where your windows are, then arm again.',
  ])
  session.close()
})
