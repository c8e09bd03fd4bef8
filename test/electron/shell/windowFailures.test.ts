/** Windows that crash or hang, helper processes that end, and a machine that goes down. Runs on a stand-in for the binary. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blankCustomer } from '../../../shared/domain/accounts/customer.ts'
import { flatPosition } from '../../../shared/domain/accounts/position.ts'
import { fakeCore, play, type FakeCore } from '../../contract/fakeCore.ts'
import { pageFolder } from '../../contract/transports.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { FakeNotification, FakeWindow } from '../../fakes/electron/fakeElectron.ts'
import { code, orderOf, readySession, reference, sym } from '../../fakes/window/scriptedCore.ts'
import { electron, renewElectron } from './electronStub.ts'

vi.mock('electron', async () => (await import('./electronStub.ts')).electronModule())

const { runShell } = await import('../../../electron/shell/shell.ts')

let fake: FakeCore
let folder: string
let page: ReturnType<typeof pageFolder>
beforeEach(() => {
  renewElectron()
  fake = fakeCore()
  folder = mkdtempSync(join(tmpdir(), 'openpit-trouble-'))
  page = pageFolder()
  fake.sources.settings = (_key, sink) => {
    sink.snapshot({})
    return { close() {} }
  }
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  page.remove()
})

async function run(): Promise<FakeWindow> {
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
  return window
}
const [LEAVE, RELOAD] = [0, 1]
const box = () => vi.mocked(electron.dialog.showMessageBox)
const answer = (response: number) => box().mockResolvedValueOnce({ response })
/** What the last box said. */
const question = () =>
  box().mock.calls.at(-1)?.at(-1) as {
    message: string
    detail: string
    buttons: string[]
    signal: AbortSignal
  }
const UNAFFECTED =
  'The trading core runs in its own process and goes on. What you sent or canceled before may have left: look at the orders before you send again. Orders at the venue stay as they are.'
const preventable = (more: object = {}) => {
  const event = { ...more, prevented: false, preventDefault: () => void (event.prevented = true) }
  return event
}

describe('a window whose process ends', () => {
  it('is reported with the effect on orders, and reloaded on request', async () => {
    const { webContents } = await run()
    answer(RELOAD ?? 1)
    webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 })
    await vi.waitFor(() => expect(webContents.did).toEqual(['reload']))
    expect(question()).toMatchObject({
      message: 'The window stopped working (crashed).',
      detail: UNAFFECTED,
      buttons: ['Leave it', 'Reload the window'],
    })
    expect(fake.reported).toContain('The process of a window ended (crashed).')
    expect(fake.closes).toBe(0)
  })

  it('stays ended when the dealer declines, and a clean end is not reported', async () => {
    const { webContents } = await run()
    webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    expect(box()).not.toHaveBeenCalled()
    answer(LEAVE ?? 0)
    webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 })
    await vi.waitFor(() => expect(box()).toHaveBeenCalledTimes(1))
    expect(webContents.did).toEqual([])
  })
})

describe('a window that does not answer', () => {
  it('is ended and reloaded on request, without a second box for its end', async () => {
    const window = await run()
    answer(RELOAD ?? 1)
    window.emit('unresponsive')
    await vi.waitFor(() => expect(window.webContents.did).toEqual(['crash', 'reload']))
    expect(question()).toMatchObject({
      message: 'The window does not answer.',
      detail: UNAFFECTED,
      buttons: ['Wait', 'Reload the window'],
    })
    expect(box()).toHaveBeenCalledTimes(1)
  })

  it('has its box taken away once it answers again', async () => {
    const window = await run()
    let settle = (_answer: { response: number }) => {}
    box().mockReturnValueOnce(new Promise((resolve) => (settle = resolve)))
    window.emit('unresponsive')
    await vi.waitFor(() => expect(box()).toHaveBeenCalledTimes(1))
    window.emit('responsive')
    expect(question().signal.aborted).toBe(true)
    settle({ response: RELOAD ?? 1 })
    await Promise.resolve()
    expect(window.webContents.did).toEqual([])
  })
})

describe('a helper process that ends', () => {
  it('is reported with an offer to reload; the broker’s process is left to the core', async () => {
    const { webContents } = await run()
    electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'crashed', name: 'Openpit venue' })
    electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', name: 'Audio' })
    expect(box()).not.toHaveBeenCalled()
    answer(RELOAD ?? 1)
    electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 })
    await vi.waitFor(() => expect(webContents.did).toEqual(['reload']))
    expect(question()).toMatchObject({
      message: expect.stringMatching(/^A helper process of the window stopped \(GPU: crashed\)\./) as string,
      detail: UNAFFECTED,
    })
  })
})

/** What reports the end of the machine or of its user's session. */
const SYSTEMS = [
  ['Windows', () => FakeWindow.all[0], 'query-session-end'],
  ['Linux and macOS', () => electron.powerMonitor, 'shutdown'],
] as const

describe('a machine that goes down', () => {
  const resting = () => {
    play(fake, 'orders', (sink) => sink.snapshot([orderOf({ referenceId: reference('a') })]))
  }

  const standing = (customers: number) => {
    play(fake, 'positions', (sink) =>
      sink.snapshot(
        Array.from({ length: customers }, (_, n) => ({
          ...flatPosition(code(`C${n + 1}`), sym('BTCUSDC_PERP')),
          size: '2.5' as never,
        })),
      ),
    )
  }

  it.each(SYSTEMS)('is delayed on %s while orders rest, and the dealer is asked', async (_, source, name) => {
    resting()
    await run()
    const event = preventable({ reasons: ['shutdown'] })
    source()?.emit(name, event)
    expect(event.prevented).toBe(true)
    expect(electron.app.quit).toHaveBeenCalledTimes(1)
    expect(FakeNotification.shown).toMatchObject([
      {
        title: 'Orders stay live after the shutdown',
        body: '\u20681 order stays live at the venue. Nothing at the venue ends it while this terminal is away.\u2069',
      },
    ])
    expect(fake.closes).toBe(0)
  })

  it.each(SYSTEMS)(
    'is delayed on %s where positions stand alone, and names them',
    async (_, source, name) => {
      standing(5)
      play(fake, 'reads', (sink) =>
        sink.snapshot([{ name: 'trades', readAt: null, why: 'the venue said <b>No</b>.' }]),
      )
      await run()
      const event = preventable({ reasons: ['shutdown'] })
      source()?.emit(name, event)
      expect(event.prevented).toBe(true)
      expect(FakeNotification.shown).toMatchObject([
        {
          title: 'Positions stay open after the shutdown',
          body: '\u2068Positions stay open at the venue: C1: BTCUSDC_PERP long 2.5; C2: BTCUSDC_PERP long 2.5; C3: BTCUSDC_PERP long 2.5; and 2 more. There may be other positions: not every trade is read. the venue said ‹b›No‹/b›.\u2069',
        },
      ])
    },
  )

  it('names positions behind the orders, and nobody while the session is locked', async () => {
    resting()
    standing(1)
    const session = play(fake, 'session', (sink) => sink.snapshot(readySession))
    await run()
    electron.powerMonitor.emit('shutdown', preventable())
    const locked = { since: 1, by: 'ann', asks: 'password', cause: 'key', wrong: 0 } as const
    session[0]?.sink.delta({ ...readySession, locked })
    electron.powerMonitor.emit('shutdown', preventable())
    expect(FakeNotification.shown.map(({ body }) => body)).toEqual([
      '\u20681 order stays live at the venue. Nothing at the venue ends it while this terminal is away. Positions stay open at the venue: C1: BTCUSDC_PERP long 2.5.\u2069',
      expect.stringMatching(/^\u2068The session is locked\. Orders and positions may stay live/) as string,
    ])
  })

  it('shows no markup of a venue, at the shutdown, before sleep and behind it', async () => {
    resting()
    const markup = '<a href="https://hostile.invalid">No</a> & <img src=x>'
    play(fake, 'customers', (sink) => sink.snapshot([blankCustomer(code('C9'))]))
    play(fake, 'openOrderReadings', (sink) =>
      sink.snapshot([
        {
          customerCode: code('C9'),
          state: 'unread',
          readAt: null,
          shown: 0,
          reason: `${markup}${'x'.repeat(1_000)}`,
        },
      ]),
    )
    await run()
    electron.powerMonitor.emit('suspend')
    electron.powerMonitor.emit('resume')
    electron.powerMonitor.emit('shutdown', preventable())
    const bodies = FakeNotification.shown.map(({ body }) => body ?? '')
    expect(bodies).toHaveLength(3)
    for (const body of bodies) {
      expect(body).toContain('hostile.invalid')
      expect(body).not.toMatch(/[<>&]/)
      expect(body.length).toBeLessThanOrEqual(242)
    }
  })

  it('is not delayed on Windows when no order rests', async () => {
    const window = await run()
    const event = preventable({ reasons: ['logoff'] })
    window.emit('query-session-end', event)
    expect(event.prevented).toBe(false)
    expect(FakeNotification.shown).toEqual([])
  })

  it('leaves the journal with its signed end when it goes past all questions', async () => {
    resting()
    const window = await run()
    window.emit('session-end', { reasons: ['critical'] })
    await vi.waitFor(() => expect(fake.closes).toBe(1))
    window.emit('session-end', { reasons: ['critical'] })
    const quit = preventable()
    electron.app.emit('before-quit', quit)
    expect(fake.closes).toBe(1)
  })
})
