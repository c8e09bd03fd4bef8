/** An install from the shell: no second question although orders rest, the desk closes first, and a failure is a box. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Updater, UpdateNews } from '../../../../electron/deskTypes.ts'
import type { ShellTools } from '../../../../electron/shell/shell.ts'
import { fakeCore, play, type FakeCore } from '../../../contract/fakeCore.ts'
import { pageFolder } from '../../../contract/transports.ts'
import { FakeAutoUpdater } from '../../../fakes/electron/fakeAutoUpdater.ts'
import { FakeWindow } from '../../../fakes/electron/fakeElectron.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import {
  customerOf,
  orderOf,
  readySession,
  reference,
  wholeReading,
} from '../../../fakes/window/scriptedCore.ts'
import { electron, renewElectron } from '../electronStub.ts'

vi.mock('electron', async () => (await import('../electronStub.ts')).electronModule())
const held: { autoUpdater: FakeAutoUpdater | null } = { autoUpdater: null }
vi.mock('electron-updater', () => ({ default: held }))

const { runShell } = await import('../../../../electron/shell/shell.ts')

let fake: FakeCore
let folder: string
let page: ReturnType<typeof pageFolder>
let clock: FakeClock
let packageFake: FakeAutoUpdater
let updater: Updater
const news: UpdateNews[] = []

const heard = (is: UpdateNews['is']): Promise<void> =>
  vi.waitFor(() => {
    if (news.at(-1)?.is !== is) throw new Error(`no ${is}; heard ${JSON.stringify(news)}`)
  })

beforeEach(async () => {
  renewElectron()
  packageFake = new FakeAutoUpdater('0.0.0', () => electron.app.quit())
  held.autoUpdater = packageFake
  fake = fakeCore()
  folder = mkdtempSync(join(tmpdir(), 'openpit-shell-'))
  page = pageFolder()
  clock = new FakeClock()
  news.length = 0
  play(fake, 'session', (sink) => sink.snapshot(readySession))
  play(fake, 'orders', (sink) => sink.snapshot([orderOf({ referenceId: reference('v1-a') })]))
  play(fake, 'customers', (sink) => sink.snapshot([customerOf('C1042', 'Acme')]))
  play(fake, 'openOrderReadings', (sink) => sink.snapshot([wholeReading('C1042')]))
  const opened = runShell({
    environment: {},
    chromiumDirectory: join(folder, 'chromium'),
    page: page.url,
    preload: pathToFileURL(join(folder, 'preload.cjs')),
    clock,
    composeDesk(tools: ShellTools) {
      updater = tools.openUpdater({ address: 'https://updates.broker.example', channel: 'stable' })
      updater.listen((next) => news.push(next))
      return Promise.resolve(fake.desk)
    },
    report: fake.report,
  })
  electron.app.becomeReady()
  await opened
  packageFake.published.set('latest', { version: '0.1.0' })
  updater.check('newer')
  await heard('available')
  updater.download()
  await heard('downloaded')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  page.remove()
})

/** Electron asks whether it may quit, and then each window whether it may close. */
function quit(): boolean {
  const event = { prevented: false, preventDefault: () => void (event.prevented = true) }
  electron.app.emit('before-quit', event)
  for (const window of FakeWindow.all) window.emit('close', event)
  return !event.prevented
}

it('a quit while orders rest asks, and installs nothing', async () => {
  expect(quit()).toBe(false)
  await vi.waitFor(() => expect(electron.dialog.showMessageBox).toHaveBeenCalled())
  expect([packageFake.installed, fake.closes]).toEqual([[], 0])
})

it('an install closes the desk without a question, then installs and quits', async () => {
  const order: string[] = []
  fake.desk.close = () => {
    order.push(`closed with ${packageFake.installed.length} installed`)
    return Promise.resolve()
  }
  updater.install()
  // In the turn of the decision.
  expect(order).toEqual(['closed with 0 installed'])
  await vi.waitFor(() => expect(electron.app.quit).toHaveBeenCalledOnce())
  expect(packageFake.installed).toEqual([{ version: '0.1.0', isSilent: true, run: false }])
  expect(quit()).toBe(true)
  expect(order).toHaveLength(1)
  expect(electron.dialog.showMessageBox).not.toHaveBeenCalled()
})

it('an installer that does not start is a box, and the program ends', async () => {
  packageFake.installFailure = Object.assign(new Error('spawn'), { code: 'EACCES' })
  updater.install()
  await vi.waitFor(() => expect(electron.app.exit).toHaveBeenCalledWith(1))
  expect(electron.dialog.showErrorBox).toHaveBeenCalledWith(
    'Openpit was not updated',
    expect.stringContaining('the system said EACCES') as string,
  )
})

it('an installer that never ends the program is a box after ten minutes', async () => {
  updater.install()
  await vi.waitFor(() => expect(packageFake.installed).toHaveLength(1))
  clock.advance(599_000)
  expect(electron.dialog.showErrorBox).not.toHaveBeenCalled()
  clock.advance(1_000)
  expect(electron.app.exit).toHaveBeenCalledWith(1)
})
