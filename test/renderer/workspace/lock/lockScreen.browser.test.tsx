import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { arm, chooseCustomer, chooseInstrument } from '../../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import type { LockInForce, Session } from '../../../../shared/contract/status.ts'
import {
  code,
  NOW,
  orderOf,
  positionOf,
  readySession,
  reference,
  sym,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const LOCK: LockInForce = { since: NOW, by: 'ann', asks: 'password', cause: 'key', wrong: 0 }
const lockedSession = (more: Partial<LockInForce> = {}): Session => ({
  ...readySession,
  locked: { ...LOCK, ...more },
})
const dealt = (core: ScriptedCore) => {
  core.startWith('orders', [
    orderOf({ referenceId: reference('v1-a') }),
    orderOf({ referenceId: reference('v1-b') }),
  ])
  core.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '2.5', '62000')])
  core.startWith('reads', [
    { name: 'trades', readAt: NOW, why: null },
    { name: 'customers', readAt: NOW, why: null },
  ])
}
const field = (screen: Awaited<ReturnType<typeof stage>>['screen'], label = 'Password of ann') =>
  screen.getByLabelText(label)

it('Ctrl Shift L asks the core to lock, from a field and over a sheet, and disarms before it answers', async () => {
  const { desk, session } = await stage()
  chooseCustomer(session.workspace, code('C1042'))
  chooseInstrument(session.workspace, '1', sym('BTCUSDC_PERP'))
  await expect.poll(() => arm(session, 'ladder:1')).toBeNull()
  desk.answer('session.lock', () => new Promise(() => undefined))
  await keys('{F2}{Control>}{Shift>}l{/Shift}{/Control}')
  expect(desk.callsOf('session.lock')).toEqual([{}])
  expect(session.workspace.getState().armed).toEqual({})
})

it('a lock that another window set hides everything, disarms, drops what waits, and names no customer', async () => {
  const { desk, session, screen } = await stage(dealt)
  chooseCustomer(session.workspace, code('C1042'))
  chooseInstrument(session.workspace, '1', sym('BTCUSDC_PERP'))
  await expect.poll(() => arm(session, 'ladder:1')).toBeNull()
  await keys('{F2}')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  desk.delta('session', lockedSession())
  await expect.element(field(screen)).toHaveFocus()
  expect(session.workspace.getState()).toMatchObject({
    armed: {},
    disarmedBecause: expect.stringContaining('the session was locked') as string,
  })
  const shown = document.body.textContent ?? ''
  for (const secret of ['C1042', 'Acme', 'BTC', '62'])
    expect(shown.replace(/\d\d:\d\d:\d\d/g, '')).not.toContain(secret)
  expect(shown).toContain('2 orders stay live at the venue.')
  expect(shown).toContain('1 position at the venue.')
  expect(shown).toContain('Every channel is live.')
  expect(document.title).toBe('Locked · Openpit')
  expect(document.querySelectorAll('[role=grid], [role=dialog], canvas')).toHaveLength(0)
})

it('no key of the desk works behind the lock', async () => {
  const { desk, session } = await stage((core) => core.startWith('session', lockedSession()))
  const before = desk.calls.length
  const pressed = [
    '{F12}',
    '{Control>}{Shift>}{F12}{/Shift}{/Control}',
    '{Shift>}{F12}{/Shift}',
    '{Control>}k{/Control}',
    '{Control>}p{/Control}',
    '{F2}',
    '{F10}',
    '{Control>}{Shift>}{Delete}{/Shift}{/Control}',
    '{Control>}1{/Control}',
    '{Escape}',
    '{Tab}{Tab}{Tab}',
  ]
  for (const press of pressed) await keys(press)
  expect(desk.calls.slice(before)).toEqual([])
  expect(session.overlay.getState().open).toBeNull()
  expect(session.workspace.getState().armed).toEqual({})
})

it('the password goes to the core with one Enter, leaves the field at once, and a wrong one says so', async () => {
  const { desk, screen } = await stage((core) => core.startWith('session', lockedSession()))
  desk.answer('session.unlock', () =>
    fail(failureOf('refused', 'That is not the password of this sign-in. The session stays locked.')),
  )
  await keys('wrong horse{Enter}')
  expect(desk.callsOf('session.unlock')).toEqual([{ typed: 'wrong horse' }])
  await expect.element(screen.getByRole('alert')).toMatchTextContent('That is not the password')
  await expect.element(field(screen)).toHaveValue('')
  await expect.element(field(screen)).toHaveAttribute('type', 'password')
  desk.delta('session', lockedSession({ wrong: 3 }))
  await expect.element(screen.getByText('3 wrong tries since the lock, in all windows.')).toBeVisible()
  desk.answer('session.unlock', () => ok({}))
  await keys('right horse{Enter}')
  expect(document.body.innerHTML).not.toContain('right horse')
})

it('unlocked, the window is as it was: the panel in use has the focus, and no ladder is armed', async () => {
  const { desk, session, screen } = await stage()
  chooseCustomer(session.workspace, code('C1042'))
  await keys('{F7}')
  await expect.element(screen.getByRole('grid', { name: 'Orders', exact: true })).toHaveFocus()
  desk.delta('session', lockedSession())
  await expect.element(field(screen)).toHaveFocus()
  desk.delta('session', readySession)
  await expect.element(screen.getByRole('grid', { name: 'Orders', exact: true })).toHaveFocus()
  expect(session.workspace.getState()).toMatchObject({ customer: 'C1042', armed: {} })
})

it('the built-in broker asks for the word UNLOCK', async () => {
  const { desk, screen } = await stage((core) => core.startWith('session', lockedSession({ asks: 'word' })))
  desk.answer('session.unlock', () => ok({}))
  await expect.element(field(screen, 'Type UNLOCK: this broker has no password')).toHaveFocus()
  await keys('UNLOCK{Enter}')
  expect(desk.callsOf('session.unlock')).toEqual([{ typed: 'UNLOCK' }])
})

it('claims nothing that is not known: lists that are being read, and a lost link', async () => {
  const { desk, screen } = await stage((core) => {
    core.startWith('session', lockedSession())
    core.startWith('reads', [{ name: 'trades', readAt: null, why: null }])
    core.startWith('openOrderReadings', [])
  })
  const shown = screen.getByRole('main')
  await expect.element(shown).toMatchTextContent('not every list of open orders is read')
  await expect.element(shown).toMatchTextContent('There may be more: not every trade is read.')
  desk.link('down')
  await expect.element(shown).toMatchTextContent('The link to the core is lost: all of this is old.')
})

it('a lock that the core refuses is said loudly', async () => {
  const { desk, screen } = await stage()
  desk.answer('session.lock', () => fail(failureOf('not-connected', 'The link to the core is down.')))
  await keys('{Control>}{Shift>}l{/Shift}{/Control}')
  await expect
    .element(
      screen.getByText(
        'The session is NOT locked, and this screen shows everything: The link to the core is down.',
      ),
    )
    .toBeVisible()
})

it('keys and clicks are reported only while a time of rest is set, every five seconds at most', async () => {
  const { desk, clock } = await stage()
  await keys('{Escape}')
  expect(desk.callsOf('session.active')).toHaveLength(0)
  await desk.call('settings.change', { values: { 'lock.restMinutes': 5 }, keys: {}, typed: '' })
  await keys('{Escape}{Escape}{Escape}')
  expect(desk.callsOf('session.active')).toHaveLength(1)
  clock.advance(5_000)
  await keys('{Escape}')
  expect(desk.callsOf('session.active')).toHaveLength(2)
})
