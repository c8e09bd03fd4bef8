/** Notifications of the operating system from the core's notices: by the setting, behind other programs, as plain text. Runs on a stand-in for Electron. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Notice } from '../../../shared/domain/notice.ts'
import { DEALER_SETTINGS } from '../../../shared/domain/settings/dealerSettings.ts'
import { fakeCore, play } from '../../contract/fakeCore.ts'
import { pageFolder } from '../../contract/transports.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { NOW, readySession } from '../../fakes/window/scriptedCore.ts'
import { ALARM, FILL } from '../../fakes/window/soundedNotices.ts'
import { FakeNotification, FakeWindow } from '../../fakes/electron/fakeElectron.ts'
import { electron, renewElectron } from './electronStub.ts'

vi.mock('electron', async () => (await import('./electronStub.ts')).electronModule())

const { showSystemNotifications } = await import('../../../electron/shell/systemNotifications.ts')

const { runShell } = await import('../../../electron/shell/shell.ts')

beforeEach(renewElectron)

const locked = { since: NOW, by: 'dealer', asks: 'word', cause: 'key', wrong: 0 } as const

function playCore({ isOn = true, before = [] as Notice[] } = {}) {
  const fake = fakeCore()
  const text = (value: boolean) => ({
    [DEALER_SETTINGS]: JSON.stringify({ version: 1, values: { 'sound.system': value }, keys: {} }),
  })
  const settings = play(fake, 'settings', (sink) => sink.snapshot(text(isOn)))
  const session = play(fake, 'session', (sink) => sink.snapshot(readySession))
  const notices = play(fake, 'notices', (sink) => sink.snapshot(before))
  return {
    fake,
    arrive: (...changed: Notice[]) => notices[0]?.sink.delta(changed),
    lock: () => session[0]?.sink.delta({ ...readySession, locked }),
    switchTo: (value: boolean) => settings[0]?.sink.delta(text(value)),
  }
}
function open(options: Parameters<typeof playCore>[0] = {}) {
  electron.app.becomeReady()
  const played = playCore(options)
  const clock = new FakeClock()
  const onClick = vi.fn()
  const { desk, report } = played.fake
  showSystemNotifications({ desk, clock, onClick, report })
  return { ...played, clock, onClick }
}
const bodies = () => FakeNotification.shown.map(({ body }) => body.slice(1, -1))
const standing = () => FakeNotification.standing.map(({ what }) => what.body.slice(1, -1))

describe('a notification of the system', () => {
  it('is shown for what sounds, and not for what is silent, acknowledged or of an earlier run', () => {
    const { arrive, clock } = open({ before: [{ ...ALARM, id: 9 }] })
    arrive(FILL)
    expect(FakeNotification.shown).toMatchObject([{ title: 'Openpit', silent: true, urgency: 'normal' }])
    expect(bodies()).toEqual(['C1042 BTCUSDC_PERP: Bought 2.5 of 2.5 at 62,150 on average.'])
    clock.advance(1_000)
    arrive({ ...FILL, id: 3, level: 'warning', kind: 'system', sound: undefined })
    arrive({ ...ALARM, id: 9, acknowledged: true })
    expect(FakeNotification.shown).toHaveLength(1)
    arrive(ALARM)
    expect(FakeNotification.shown[1]).toMatchObject({ urgency: 'critical' })
  })

  it('follows the setting, which is off by default', () => {
    const { arrive, switchTo, clock } = open({ isOn: false })
    arrive(FILL)
    expect(FakeNotification.shown).toEqual([])
    switchTo(true)
    clock.advance(1_000)
    arrive({ ...FILL, id: 3 })
    expect(FakeNotification.shown).toHaveLength(1)
  })

  it('is not shown while a window of the terminal has the focus', () => {
    const { arrive } = open()
    new FakeWindow({}).focus()
    arrive(ALARM)
    expect(FakeNotification.shown).toEqual([])
  })

  it('names nobody while the session is locked, and leaves none standing that does', () => {
    const { arrive, lock, clock } = open()
    arrive(FILL)
    lock()
    expect(standing()).toEqual([])
    clock.advance(1_000)
    arrive(ALARM)
    expect(standing()).toEqual(['A notice waits in Openpit.'])
    expect(JSON.stringify(FakeNotification.shown.slice(1))).not.toContain('C1042')
  })

  it('goes when it is clicked, and asks for the window', () => {
    const { arrive, onClick } = open()
    arrive(ALARM)
    FakeNotification.standing[0]?.emit('click')
    expect(onClick).toHaveBeenCalledOnce()
    expect(standing()).toEqual([])
  })

  it('of the running program brings its window to the front when it is clicked', async () => {
    const page = pageFolder()
    const folder = mkdtempSync(join(tmpdir(), 'openpit-shell-'))
    onTestFinished(() => {
      page.remove()
      rmSync(folder, { recursive: true })
    })
    const { fake, arrive } = playCore()
    const opened = runShell({
      environment: {},
      chromiumDirectory: join(folder, 'chromium'),
      page: page.url,
      preload: pathToFileURL(join(folder, 'preload.cjs')),
      clock: new FakeClock(),
      composeDesk: () => Promise.resolve(fake.desk),
      report: fake.report,
    })
    electron.app.becomeReady()
    await opened
    const [window] = FakeWindow.all
    if (!window) throw new Error('no window was opened')
    FakeWindow.focused = null
    window.minimized = true
    window.did.length = 0
    arrive(ALARM)
    expect(standing()).toHaveLength(1)
    FakeNotification.standing[0]?.emit('click')
    expect(window.did).toEqual(['restore', 'focus'])
  })

  it('goes once its notice is acknowledged, and is replaced where the notice happens again', () => {
    const { arrive, clock } = open()
    arrive(ALARM)
    clock.advance(1_000)
    arrive({ ...ALARM, count: 2, at: NOW + 1_000, message: 'Lower.' })
    expect(standing()).toEqual(['C1042 BTCUSDC_PERP: Lower.'])
    arrive({ ...ALARM, count: 2, at: NOW + 1_000, message: 'Lower.', acknowledged: true })
    expect(standing()).toEqual([])
  })

  it('is one for a burst of one meaning, and ten stand at most', () => {
    const { arrive, clock } = open()
    arrive(...Array.from({ length: 300 }, (_, n) => ({ ...ALARM, id: 100 + n })))
    expect(FakeNotification.shown).toHaveLength(1)
    for (let n = 0; n < 30; n++) {
      clock.advance(1_000)
      arrive({ ...ALARM, id: 1_000 + n, message: `Low ${n}.` })
    }
    expect(standing()).toHaveLength(10)
    expect(standing().at(-1)).toContain('Low 29.')
  })

  it('that cannot be shown is reported once', () => {
    const { arrive, clock, fake } = open()
    FakeNotification.supported = false
    for (let n = 0; n < 3; n++) {
      clock.advance(1_000)
      arrive({ ...ALARM, id: 10 + n })
    }
    expect(FakeNotification.shown).toEqual([])
    expect(fake.reported).toEqual([
      'A notification of the system could not be shown: this system shows none.',
    ])
  })
})
