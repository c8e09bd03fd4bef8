/** Time zones and daylight-saving time while the program runs: times on screen follow, and nothing about orders does. */

import { afterEach, describe, expect, it } from 'vitest'
import { PLAIN_FORMAT, setDisplayFormat } from '../../../renderer/format/displayFormat.ts'
import { shownDay, timeWithZone } from '../../../renderer/format/times.ts'
import { arm, chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { DEALER_SETTINGS } from '../../../shared/domain/settings/dealerSettings.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { code, ScriptedCore } from '../../fakes/window/scriptedCore.ts'
import { openWindow } from './openWindow.ts'

afterEach(() => setDisplayFormat(PLAIN_FORMAT))

const HOUR = 3_600_000
/** Middle Europe began daylight-saving time then: 01:59:59 was followed by 03:00:00. */
const DST_BEGINS = Date.UTC(2026, 2, 29, 1)
/** Middle Europe left daylight-saving time then: 02:59:59 was followed by 02:00:00. */
const DST_ENDS = Date.UTC(2026, 9, 25, 1)
const berlin = (at: number): number => (at < DST_ENDS && at >= DST_BEGINS ? 120 : 60)

function openIn(settings: Readonly<Record<string, unknown>>, now = DST_ENDS - HOUR / 2) {
  let zone = berlin
  const clock = new FakeClock(now)
  const core = new ScriptedCore()
  const { session } = openWindow(core, 'first', clock, (at) => zone(at))
  core.delta('settings', { [DEALER_SETTINGS]: JSON.stringify(settings) })
  chooseCustomer(session.workspace, code('C1042'))
  expect(arm(session, 'ladder:1')).toBeNull()
  const said = () =>
    session.notices
      .getState()
      .log.map(({ message }) => message)
      .filter((message) => message.startsWith('The time zone'))
  return { clock, core, session, said, move: (to: typeof zone) => void (zone = to) }
}
const LOCAL = { version: 1, values: { 'time.zone': 'local' }, keys: {} }

describe.each([
  ['beginning', DST_BEGINS, ['01:30:00 UTC+1', '01:30:10 UTC+1', '03:30:10 UTC+2']],
  ['end', DST_ENDS, ['02:30:00 UTC+2', '02:30:10 UTC+2', '02:30:10 UTC+1']],
] as const)('the %s of daylight-saving time', (_, change, [start, later, after]) => {
  it('shows each time with the zone of its moment, and says, redraws and disarms nothing', () => {
    const { clock, session, said } = openIn(LOCAL, change - HOUR / 2)
    const { revision } = session.settings.getState()
    expect(timeWithZone(clock.now())).toBe(start)
    clock.advance(10_000)
    expect(session.workspace.getState().armed['ladder:1']).toBeDefined()
    const before = clock.now()
    clock.advance(HOUR)
    expect(timeWithZone(before)).toBe(later)
    expect(timeWithZone(clock.now())).toBe(after)
    expect(shownDay(clock.now())).toBe(shownDay(before))
    expect(said()).toEqual([])
    expect(session.settings.getState().revision).toBe(revision)
    session.close()
  })
})

describe('another time zone while the program runs', () => {
  it('draws every time again and says what it means', () => {
    const { clock, session, said, move } = openIn(LOCAL)
    const { revision } = session.settings.getState()
    move(() => -300)
    clock.advance(5_000)
    expect(session.settings.getState().revision).toBe(revision + 1)
    expect(timeWithZone(DST_ENDS)).toBe('20:00:00 UTC−5')
    expect(said()).toEqual([
      'The time zone of this machine changed: times on screen are now UTC−5. Orders and money are not affected, because venue, journal and limits use UTC. Compare times that you wrote down before.',
    ])
    clock.advance(60_000)
    expect(said()).toHaveLength(1)
    expect(session.workspace.getState().armed['ladder:1']).toBeDefined()
    session.close()
  })

  it('is no news where times are shown in UTC', () => {
    const { clock, said, move, session } = openIn({ version: 1, values: {}, keys: {} })
    move(() => 540)
    clock.advance(5_000)
    expect(said()).toEqual([])
    expect(timeWithZone(DST_ENDS)).toBe('01:00:00 UTC')
    session.close()
  })
})
