/** A halt as one window lives it: nothing waits for Enter any more, keys go off, and every way to an order says why. */

import { UNASKED_CHANGE_MS } from '../../../../renderer/state/presses/unaskedChanges.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { propose, refusalOf, tellFailure } from '../../../../renderer/state/actions/dealing.ts'
import { tell } from '../../../../renderer/state/stores/noticeStore.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { scopeChoices } from '../../../../renderer/state/actions/halting.ts'
import { warnOfResting } from '../../../../renderer/state/actions/warnOfResting.ts'
import { arm, chooseCustomer, chooseInstrument } from '../../../../renderer/state/actions/workspaceActions.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import { haltSentence, type HaltScope, type HaltState } from '../../../../shared/domain/orders/halt.ts'
import {
  ScriptedCore,
  code,
  customerOf,
  orderOf,
  reference,
  sym,
  wholeReading,
} from '../../../fakes/window/scriptedCore.ts'
import { TRADE_LOCK } from '../../../fixtures/tradeLock.ts'
import { openWindow } from '../openWindow.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const haltOf = (scope: HaltScope, mode: 'halted' | 'reducing' = 'halted'): HaltState => ({
  ...TRADE_LOCK,
  scope,
  mode,
  cancels: true,
})
const DESK: HaltScope = { kind: 'desk' }
const C1 = code('C1042')
const BTC = sym('BTCUSDC_PERP')
const draft = plainDraft({
  customerCode: C1,
  symbol: BTC,
  side: 'buy',
  type: 'limit',
  amount: '1' as never,
  limitPrice: '62000' as never,
  timeInForce: 'GTC',
})

function open() {
  const desk = new ScriptedCore()
  desk.startWith('customers', [
    { ...customerOf('C1042', 'Acme'), group: 'macro' },
    customerOf('C2007', 'Blue'),
  ])
  desk.startWith('orders', [
    orderOf({ referenceId: reference('a') }),
    orderOf({ referenceId: reference('b'), customerCode: code('C2007') }),
    orderOf({ referenceId: reference('c'), phase: 'closed' }),
  ])
  const { session, clock } = openWindow(desk)
  closers.push(() => session.close())
  chooseCustomer(session.workspace, C1)
  chooseInstrument(session.workspace, '1', BTC)
  return { desk, session, clock }
}

describe('when a halt comes', () => {
  it.each<[string, HaltScope, boolean]>([
    ['of the desk', DESK, true],
    ['of the customer', { kind: 'customer', customerCode: C1 }, true],
    ['of his group', { kind: 'group', group: 'macro' }, true],
    ['of the instrument', { kind: 'instrument', symbol: BTC }, true],
    ['of another customer', { kind: 'customer', customerCode: code('C2007') }, false],
  ])('%s, waiting proposals are dropped and the ladder disarmed: %#', (_, scope, reaches) => {
    const { desk, session, clock } = open()
    expect(arm(session, 'ladder:1')).toBeNull()
    expect(propose(session, 'command', { kind: 'order', draft })).toBeNull()
    desk.delta('halts', [haltOf(scope)])
    expect(session.proposals.getState().command === undefined).toBe(reaches)
    expect(session.workspace.getState().armed['ladder:1'] === undefined).toBe(reaches)
    if (!reaches) return
    expect(session.notices.getState().log.at(-1)).toMatchObject({
      message: expect.stringMatching(
        /^What waited for Enter was dropped; nothing was sent\. .*halted by ann/,
      ),
      detail: expect.stringContaining('C1042'),
    })
    expect(session.workspace.getState().disarmedBecause).toMatch(/is halted$/)
    expect(arm(session, 'ladder:1')).toMatch(/halted by ann.*Lift the halt first/)
    expect(propose(session, 'command', { kind: 'order', draft })).toMatch(/halted by ann/)
    desk.delta('halts', [])
    expect(arm(session, 'ladder:1')).toMatch(
      /^Nothing was done: just before your press, ladder 1 was disarmed/,
    )
    clock.advance(UNASKED_CHANGE_MS)
    expect(arm(session, 'ladder:1')).toBeNull()
  })

  it('no toast states the halt once it is lifted, and the list marks the halt as over', async () => {
    const { desk, session } = open()
    desk.delta('halts', [haltOf(DESK), { ...haltOf({ kind: 'customer', customerCode: C1 }), id: 'h2' }])
    const [ofDesk = '', ofCustomer = ''] = [DESK, { kind: 'customer' as const, customerCode: C1 }].map(
      (scope) => haltSentence(haltOf(scope)),
    )
    for (const message of [ofDesk, ofCustomer])
      tellFailure(session, 'C1042 BUY 1', failureOf('rejected-by-venue', message))
    expect(session.notices.getState().toasts).toHaveLength(2)
    desk.delta('halts', [haltOf(DESK)])
    const { toasts, log } = session.notices.getState()
    expect(log.filter(({ key }) => toasts.includes(key)).map(({ message }) => message)).toEqual([ofDesk])
    expect(log.find(({ message }) => message.startsWith(ofCustomer))).toMatchObject({
      acknowledged: true,
      message: expect.stringMatching(/the halt is over/),
    })
  })

  it('no toast states a halted instrument once the venue opened it again', () => {
    const { desk, session } = open()
    const instruments = session.server.instruments.getState().value ?? []
    desk.delta(
      'instruments',
      instruments.map((instrument) => ({ ...instrument, status: 'trade_halt' })),
    )
    tell(session.notices, session.clock, 'error', `${BTC} is halted: new orders are refused.`)
    expect(session.notices.getState().toasts).toHaveLength(1)
    desk.delta('instruments', [...instruments])
    expect(session.notices.getState().toasts).toEqual([])
  })

  it('cancels are still proposed, and a flatten where it only reduces', () => {
    const { desk, session } = open()
    const cancel = { kind: 'cancelAll', customerCode: C1, symbol: null, side: null } as const
    const flatten = { kind: 'flatten', customerCode: C1, symbol: BTC } as const
    propose(session, 'command', cancel)
    desk.delta('halts', [haltOf(DESK)])
    expect(session.proposals.getState().command?.intent).toEqual(cancel)
    expect(refusalOf(session, flatten)).toMatch(/halted/)
    desk.delta('halts', [haltOf(DESK, 'reducing')])
    expect(refusalOf(session, flatten)).toBeNull()
    expect(refusalOf(session, { kind: 'order', draft })).toMatch(/may only close positions/)
  })
})

it("the kill switch offers the desk, then the window's scopes, each with its live orders", () => {
  const { session } = open()
  session.panels.setState({ selectedOrder: 'C1042 a' })
  let shown = ''
  const rows = { columns: [], records: () => [], hidden: null, isPartial: false }
  session.panels.getState().shownRows.set('orders:1', { ...rows, shows: (key) => key === shown })
  // A filter of the table hides it: the order that nobody sees is no choice.
  expect(scopeChoices(session, null).map(({ word }) => word)).not.toContain('a')
  shown = 'C1042 a'
  expect(scopeChoices(session, null).map(({ word, scope, count }) => [word, scope.kind, count])).toEqual([
    ['KILL', 'desk', 2],
    ['macro', 'group', 1],
    ['C1042', 'customer', 1],
    ['BTCUSDC_PERP', 'instrument', 2],
    ['a', 'order', 1],
  ])
  const wanted: HaltScope = { kind: 'customer', customerCode: code('C2007') }
  expect(
    scopeChoices(session, wanted).find((scopeChoice) => scopeChoice.scope.kind === 'customer'),
  ).toMatchObject({
    scope: wanted,
  })
})

it('a tab is kept from closing only while orders rest or a list is not read', () => {
  const { desk, session } = open()
  let held = 0
  const event = { preventDefault: () => void held++ }
  warnOfResting(session, event)
  expect(held).toBe(1)
  desk.delta('orders', [
    orderOf({ referenceId: reference('a'), phase: 'closed' }),
    orderOf({ referenceId: reference('b'), customerCode: code('C2007'), phase: 'closed' }),
  ])
  warnOfResting(session, event)
  expect(held).toBe(1)
  desk.delta('openOrderReadings', [{ ...wholeReading('C2007'), state: 'unread', reason: 'no answer' }])
  warnOfResting(session, event)
  expect(held).toBe(2)
})
