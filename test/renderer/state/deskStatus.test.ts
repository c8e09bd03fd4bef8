/** `stat` names everything that keeps an order from the venue, and calls nothing known that the core has not said. */

import { TRADE_LOCK } from '../../fixtures/tradeLock.ts'
import { afterEach, expect, it } from 'vitest'
import { deskStatus } from '../../../renderer/state/deskStatus.ts'
import { NOW, ScriptedCore, readySession, wholeReading } from '../../fakes/window/scriptedCore.ts'
import { openWindow } from './openWindow.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

function status(prepare: (desk: ScriptedCore) => void = () => {}) {
  const desk = new ScriptedCore()
  prepare(desk)
  const { session } = openWindow(desk)
  closers.push(() => session.close())
  const lines = () => new Map(deskStatus(session).map((line) => [line.name, line]))
  return { desk, session, lines }
}

it('a desk at work has one line for each subject and no trouble', () => {
  const { lines } = status((desk) =>
    desk.startWith('openOrderReadings', [wholeReading('C1042'), wholeReading('C2007')]),
  )
  expect([...lines().keys()]).toEqual([
    'Session',
    'Links',
    'Clock',
    'Orders',
    'Readings',
    'Customers',
    'Halts',
    'Limits',
  ])
  expect(lines().get('Session')?.text).toMatch(/ · ready · /)
  expect(lines().get('Halts')).toMatchObject({ text: 'none in force', trouble: false })
  expect(lines().get('Readings')?.text).toContain('open orders of every customer read whole')
  expect(lines().get('Limits')?.text).toMatch(/^\d+ rules? in force, version \d+$/)
})

it('names a lock, a closed customer, a list that was not read and a lost channel', () => {
  const { desk, lines } = status((core) => core.startWith('openOrderReadings', [wholeReading('C2007')]))
  desk.delta('halts', [TRADE_LOCK])
  desk.delta('session', { ...readySession, phase: 'channels-down', message: 'The orders channel is down.' })
  desk.delta('reads', [{ name: 'trades', readAt: null, why: 'the venue answered 500.' }])
  expect(lines().get('Halts')).toMatchObject({
    text: expect.stringMatching(/^LOCKED by ann since \d\d:\d\d:\d\d UTC$/),
    trouble: true,
  })
  expect(lines().get('Session')).toMatchObject({
    text: expect.stringContaining('channels-down'),
    trouble: true,
  })
  expect(lines().get('Session')?.text).toContain('The orders channel is down.')
  expect(lines().get('Readings')).toMatchObject({
    text: expect.stringContaining('trades not read (the venue answered 500.)'),
    trouble: true,
  })
  expect(lines().get('Readings')?.text).toMatch(/list of C1042 is not read/i)
})

it('names what a list lacks that was read in part, and calls no link unhealthy for it', () => {
  const { desk, lines } = status()
  const links = lines().get('Links')
  desk.delta('reads', [{ name: 'instruments', readAt: NOW, why: null, missing: '1 of its 8 rows is odd' }])
  expect(lines().get('Readings')).toMatchObject({
    text: expect.stringMatching(/^instruments .* old \(1 of its 8 rows is odd\)/),
    trouble: true,
  })
  expect(lines().get('Links')).toEqual(links)
})

it('before the core has said anything, nothing is called none or whole', () => {
  const { session, lines } = status()
  const { halts, limits, reads, connection, reconciliation } = session.server
  halts.setState({ value: null })
  limits.setState({ value: null })
  reads.setState({ value: null })
  connection.setState({ value: null })
  reconciliation.setState({ value: null })
  for (const name of ['Halts', 'Limits', 'Readings', 'Links', 'Customers'])
    expect(lines().get(name)).toMatchObject({
      text: 'not known: the core has not said so far',
      trouble: true,
    })
})
