/** What the desktop shell asks of Electron: the page's policy, locked windows, one instance, one port. Runs on a stand-in for the binary. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { connectContract } from '../../../shared/contract/client/client.ts'
import { portTransport } from '../../../shared/contract/portTransport.ts'
import { flatPosition } from '../../../shared/domain/accounts/position.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { fakeCore, play, type FakeCore } from '../../contract/fakeCore.ts'
import { clock, pageFolder } from '../../contract/transports.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import {
  code,
  customerOf,
  orderOf,
  readySession,
  reference,
  sym,
  wholeReading,
} from '../../fakes/window/scriptedCore.ts'
import { FakeNotification, FakeWindow } from '../../fakes/electron/fakeElectron.ts'
import type { ShellTools } from '../../../electron/shell/shell.ts'
import { electron, renewElectron } from './electronStub.ts'

vi.mock('electron', async () => (await import('./electronStub.ts')).electronModule())

const { runShell } = await import('../../../electron/shell/shell.ts')

let fake: FakeCore
let folder: string
let page: ReturnType<typeof pageFolder>
let timers: FakeClock
const saved: Record<string, string> = {}

beforeEach(() => {
  renewElectron()
  fake = fakeCore()
  folder = mkdtempSync(join(tmpdir(), 'openpit-shell-'))
  page = pageFolder()
  timers = new FakeClock()
  for (const name of Object.keys(saved)) delete saved[name]
  fake.sources.settings = (_key, sink) => {
    sink.snapshot({ ...saved })
    return { close() {} }
  }
  fake.handlers['setting.save'] = ({ name, value }) => {
    saved[name] = value
    return Promise.resolve(ok({}))
  }
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  page.remove()
})

/** Runs the shell as Electron does: ready once the entry has run. */
const run = (
  more: {
    environment?: Record<string, string>
    composeDesk?: (tools: ShellTools) => Promise<FakeCore['desk']>
  } = {},
) => {
  const opened = runShell({
    environment: more.environment ?? {},
    chromiumDirectory: join(folder, 'chromium'),
    page: page.url,
    preload: pathToFileURL(join(folder, 'preload.cjs')),
    clock: timers,
    composeDesk: more.composeDesk ?? (() => Promise.resolve(fake.desk)),
    report: fake.report,
  })
  electron.app.becomeReady()
  return opened
}
const theWindow = (): FakeWindow => {
  const [window] = FakeWindow.all
  if (!window) throw new Error('no window was opened')
  return window
}
/** An event that can be prevented, and whether it was. */
const preventable = (more: object = {}) => {
  const event = { ...more, prevented: false, preventDefault: () => void (event.prevented = true) }
  return event
}

it('the core may read the memory of each process that draws windows, and of no other', async () => {
  let tools: ShellTools | null = null
  await run({
    composeDesk(given) {
      tools = given
      return Promise.resolve(fake.desk)
    },
  })
  electron.app.metrics = ['Browser', 'Tab', 'GPU', 'Tab', 'Utility'].map((type, n) => ({
    type,
    memory: { workingSetSize: 1_000 * (n + 1) },
  }))
  expect(tools!.windowMemory()).toEqual([2_000 * 1_024, 4_000 * 1_024])
})

describe('the page', () => {
  it('comes over app:// with exactly the strict policy and no network', async () => {
    await run()
    expect(electron.protocol.registerSchemesAsPrivileged).toHaveBeenCalledWith([
      { scheme: 'app', privileges: { standard: true, secure: true } },
    ])
    const serve = electron.session.defaultSession.schemes['app']
    const answer = await serve?.({ url: 'app://terminal/', method: 'GET' })
    expect(answer?.status).toBe(200)
    expect(await answer?.text()).toContain('Openpit')
    expect(answer?.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'none'; worker-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types openpit-paint",
    )
    for (const request of [
      { url: 'app://elsewhere/', method: 'GET' },
      { url: 'app://terminal/', method: 'POST' },
      { url: 'app://terminal/%2e%2e/secret.js', method: 'GET' },
    ])
      expect((await serve?.(request))?.status).toBe(404)
    expect(theWindow().did).toContain('load app://terminal/#main')
  })

  it('runs sandboxed, isolated and without Node', async () => {
    await run()
    expect(electron.app.enableSandbox).toHaveBeenCalled()
    // All of them: one more could turn on an experimental feature or insecure content.
    expect(theWindow().options['webPreferences']).toEqual({
      preload: join(folder, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      backgroundThrottling: false,
    })
  })

  it('cannot leave, open, embed or download anything', async () => {
    await run()
    const { webContents } = theWindow()
    for (const [name, event] of [
      ['will-navigate', preventable({ url: 'https://evil.example/' })],
      ['will-navigate', preventable({ url: 'app://terminal/other.html' })],
      ['will-frame-navigate', preventable({ url: 'app://terminal/', isMainFrame: false })],
      ['will-redirect', preventable({ url: 'app://terminal/' })],
      ['will-attach-webview', preventable()],
    ] as const) {
      webContents.emit(name, event)
      expect({ name, prevented: event.prevented }).toEqual({ name, prevented: true })
    }
    const reload = preventable({ url: 'app://terminal/', isMainFrame: true })
    webContents.emit('will-navigate', reload)
    webContents.emit('will-frame-navigate', reload)
    expect(reload.prevented).toBe(false)
    expect(webContents.openHandler?.({ url: 'https://evil.example/' })).toEqual({ action: 'deny' })
    const download = preventable()
    electron.session.defaultSession.emit('will-download', download)
    expect(download.prevented).toBe(true)
  })

  it('gets no permission but to write the clipboard, and no device', async () => {
    await run()
    const { handlers } = electron.session.defaultSession
    type Details = { readonly isMainFrame: boolean; readonly requestingUrl: string }
    const ask = handlers['request'] as (
      contents: null,
      name: string,
      answer: (allowed: boolean) => void,
      details: Details,
    ) => void
    const check = handlers['check'] as (
      contents: null,
      name: string,
      origin: string,
      details: Details,
    ) => boolean
    const may = (name: string, url: string, isMainFrame = true) => {
      const answer = vi.fn()
      ask(null, name, answer, { isMainFrame, requestingUrl: url })
      expect(answer).toHaveBeenCalledOnce()
      return [answer.mock.calls[0]?.[0], check(null, name, url, { isMainFrame, requestingUrl: url })]
    }
    for (const name of ['clipboard-read', 'deprecated-sync-clipboard-read', 'media', 'notifications', 'usb'])
      expect({ name, allowed: may(name, 'app://terminal/') }).toEqual({ name, allowed: [false, false] })
    expect(may('clipboard-sanitized-write', 'app://terminal/')).toEqual([true, true])
    expect(may('clipboard-sanitized-write', 'app://terminal')).toEqual([true, true])
    expect(may('clipboard-sanitized-write', 'app://terminal/', false)).toEqual([false, false])
    expect(may('clipboard-sanitized-write', 'app://terminal.evil.example/')).toEqual([false, false])
    expect(may('clipboard-sanitized-write', 'https://evil.example/')).toEqual([false, false])
    expect((handlers['device'] as () => boolean)()).toBe(false)
  })

  it('gets a port that reaches the desk, when its main frame asks', async () => {
    await run()
    const handed: { port: MessagePort }[] = []
    const frame = {
      origin: 'app://terminal',
      parent: null,
      postMessage: (_channel: string, _message: unknown, ports: { port: MessagePort }[]) =>
        handed.push(...ports),
    }
    electron.ipcMain.emit('openpit.port', {
      sender: theWindow().webContents,
      senderFrame: { ...frame, origin: 'https://evil.example' },
    })
    expect(handed).toHaveLength(0)
    electron.ipcMain.emit('openpit.port', { sender: theWindow().webContents, senderFrame: frame })
    const [handedOver] = handed
    if (!handedOver) throw new Error('no port')
    const client = connectContract({
      openTransport: () => Promise.resolve(portTransport(handedOver.port)),
      clock,
    })
    await vi.waitFor(async () =>
      expect(await client.call('session.signOut', {})).toMatchObject({ failure: { kind: 'refused' } }),
    )
    expect(fake.asked.at(-1)).toEqual({ door: 'shell', scope: 'desktop' })
    const down = new Promise<void>((resolve) => {
      client.onLink((state) => {
        if (state === 'down') resolve()
      })
    })
    theWindow().emit('closed')
    await down
    client.close()
  })
})

describe('the window', () => {
  it('has no menu whose keys could be taken for the dealer’s', async () => {
    await run()
    expect(theWindow().did).toContain('removeMenu')
    // macOS takes copy and paste from its menu.
    const menu = process.platform === 'darwin' ? [{ role: 'appMenu' }, { role: 'editMenu' }] : null
    expect(electron.Menu.setApplicationMenu).toHaveBeenCalledExactlyOnceWith(menu)
  })

  it('returns to its last place, on a screen that exists', async () => {
    saved['window.bounds'] = JSON.stringify({
      x: 5000,
      y: 100,
      width: 1200,
      height: 800,
      maximized: true,
    })
    await run()
    expect(theWindow().options).toMatchObject({ x: 360, y: 120, width: 1200, height: 800, show: false })
    expect(theWindow().did).toContain('maximize')
    theWindow().emit('ready-to-show')
    expect(theWindow().did.at(-1)).toBe('show')
  })

  it('saves its place after it was moved, and when it closes', async () => {
    await run()
    for (let step = 0; step < 50; step++) theWindow().emit('move')
    expect(saved).toEqual({})
    timers.advance(500)
    const { id, workArea } = electron.screen.getPrimaryDisplay()
    expect(JSON.parse(saved['window.bounds'] ?? '')).toEqual({
      ...theWindow().bounds,
      maximized: false,
      display: { id, workArea },
    })
    theWindow().bounds = { x: 1, y: 2, width: 1111, height: 777 }
    theWindow().maximized = true
    theWindow().emit('close')
    expect(JSON.parse(saved['window.bounds'] ?? '')).toMatchObject({ ...theWindow().bounds, maximized: true })
    expect(timers.planned).toBe(0)
  })
})

describe('several windows', () => {
  const ask = (which: string, window = theWindow()) =>
    window.webContents.openHandler?.({ url: `app://terminal/#${which}` })
  const loaded = () => FakeWindow.all.flatMap(({ did }) => did.filter((done) => done.startsWith('load')))
  const openNames = () => JSON.parse(saved['windows.open'] ?? '[]') as unknown

  it('open at the request of a page, each under a name of its own', async () => {
    await run()
    expect(ask('new')).toEqual({ action: 'deny' })
    ask('new', FakeWindow.all[1])
    expect(loaded()).toEqual([
      'load app://terminal/#main',
      'load app://terminal/#windowa',
      'load app://terminal/#windowb',
    ])
    expect(openNames()).toEqual(['main', 'windowa', 'windowb'])
    for (const which of ['', 'main', 'other', 'reopen']) ask(which)
    expect(FakeWindow.all).toHaveLength(3)
  })

  it('never take a name under which a workspace is stored', async () => {
    saved['workspace.windowa'] = '{}'
    await run()
    ask('new')
    expect(loaded().at(-1)).toBe('load app://terminal/#windowb')
  })

  it('come back at the next start, each at its own place', async () => {
    saved['windows.open'] = JSON.stringify(['main', 'windowa'])
    saved['window.bounds'] = JSON.stringify({ x: 0, y: 0, width: 1000, height: 700, maximized: false })
    saved['window.bounds.windowa'] = JSON.stringify({
      x: 100,
      y: 50,
      width: 1200,
      height: 800,
      maximized: false,
    })
    await run()
    expect(FakeWindow.all.map(({ options }) => options['x'])).toEqual([0, 100])
    expect(loaded()).toEqual(['load app://terminal/#main', 'load app://terminal/#windowa'])
  })

  it.each(['', 'nonsense', '{}', '[]', '[1, null, "../up", "A"]'])(
    'are the first one alone where the list of open windows is %j',
    async (text) => {
      saved['windows.open'] = text
      await run()
      expect(loaded()).toEqual(['load app://terminal/#main'])
    },
  )

  it('close one by one without a question; the last one asks while an order rests', async () => {
    play(fake, 'orders', (sink) => sink.snapshot([orderOf({ referenceId: reference('a') })]))
    await run()
    ask('new')
    const [first, second] = FakeWindow.all
    first?.close()
    expect(first?.destroyed).toBe(true)
    expect(openNames()).toEqual(['windowa'])
    expect(electron.app.quit).not.toHaveBeenCalled()
    second?.close()
    expect(second?.destroyed).toBe(false)
    expect(electron.app.quit).toHaveBeenCalledTimes(1)
  })

  it('open again under their name after they were closed, the last one first', async () => {
    await run()
    ask('new')
    ask('new')
    FakeWindow.all[1]?.close()
    FakeWindow.all[2]?.close()
    ask('reopen')
    ask('reopen')
    ask('reopen')
    expect(loaded().slice(3)).toEqual(['load app://terminal/#windowb', 'load app://terminal/#windowa'])
  })

  it('close by their own key without an end of the others; the last one asks while an order rests', async () => {
    play(fake, 'orders', (sink) => sink.snapshot([orderOf({ referenceId: reference('a') })]))
    await run()
    ask('new')
    ask('close', FakeWindow.all[1])
    expect(FakeWindow.all.map(({ destroyed }) => destroyed)).toEqual([false, true])
    expect(electron.app.quit).not.toHaveBeenCalled()
    ask('close')
    expect(FakeWindow.all[0]?.destroyed).toBe(false)
    expect(electron.app.quit).toHaveBeenCalledTimes(1)
  })

  it('stay in the list when the program ends', async () => {
    await run()
    ask('new')
    electron.app.emit('before-quit', preventable())
    await vi.waitFor(() => expect(electron.app.quit).toHaveBeenCalledTimes(1))
    for (const window of FakeWindow.all) window.close()
    expect(FakeWindow.all.map(({ destroyed }) => destroyed)).toEqual([true, true])
    expect(openNames()).toEqual(['main', 'windowa'])
  })

  it('get the focus in turn, round and round, also from the task bar', async () => {
    await run()
    ask('new')
    ask('new')
    const [first, second, third] = FakeWindow.all
    const focused = () => FakeWindow.all.filter(({ did }) => did.splice(0).includes('focus'))
    focused()
    ask('next', first)
    expect(focused()).toEqual([second])
    ask('next', third)
    expect(focused()).toEqual([first])
    if (third) third.minimized = true
    ask('previous', first)
    expect(third?.did).toEqual(['restore', 'focus'])
  })

  it('fill the screen and leave it, each for itself', async () => {
    await run()
    ask('new')
    const [first, second] = FakeWindow.all
    ask('fullscreen', second)
    await vi.waitFor(() => expect(second?.fullScreen).toBe(true))
    expect(first?.fullScreen).toBe(false)
    ask('fullscreen', second)
    await vi.waitFor(() => expect(second?.fullScreen).toBe(false))
  })

  it('with a title of the dealer keep their name for themselves', async () => {
    saved['window.title.windowa'] = 'Left screen'
    await run()
    ask('new')
    expect(loaded().at(-1)).toBe('load app://terminal/#windowb')
  })

  it('of a popped-out panel open once, come back, and alone may stay in front', async () => {
    await run()
    ask('pop.popoutabc')
    ask('pop.popoutabc')
    ask('pop.main')
    ask('pop.POPOUT')
    expect(loaded()).toEqual(['load app://terminal/#main', 'load app://terminal/#popoutabc'])
    const [main, popped] = FakeWindow.all
    ask('front', main)
    expect(main?.onTop).toBe(false)
    ask('front', popped)
    expect(popped?.onTop).toBe(true)
    renewElectron()
    await run()
    expect(FakeWindow.all.map(({ onTop }) => onTop)).toEqual([false, true])
    ask('front', FakeWindow.all[1])
    expect(FakeWindow.all[1]?.onTop).toBe(false)
    expect(saved['window.front.popoutabc']).toBe('')
  })

  it('whose page died are named to the others, and going there loads them again', async () => {
    await run()
    ask('new')
    const [first, second] = FakeWindow.all
    second?.webContents.die('oom')
    expect(saved['window.dead.windowa']).toBe('oom')
    expect(second?.webContents.did).toEqual([])
    ask('next', first)
    expect(second?.webContents.did).toEqual(['reload'])
    expect(saved['window.dead.windowa']).toBe('')
    expect(saved['window.dead.main']).toBeUndefined()
  })

  it('whose page died are dead no longer once they are closed, nor at the next start', async () => {
    saved['windows.open'] = '["main","windowb"]'
    for (const name of ['main', 'windowb', 'windowgone']) saved[`window.dead.${name}`] = 'crashed'
    await run()
    const dead = () => Object.keys(saved).filter((name) => name.startsWith('window.dead.') && saved[name])
    expect(dead()).toEqual([])
    ask('new')
    const [, , third] = FakeWindow.all
    third?.webContents.die('oom')
    expect(dead()).toEqual(['window.dead.windowa'])
    third?.close()
    expect(dead()).toEqual([])
  })

  it('are twelve at most, and the dealer hears why no more open', async () => {
    await run()
    for (let n = 0; n < 12; n++) ask('new')
    expect(FakeWindow.all).toHaveLength(12)
    expect(electron.dialog.showMessageBox).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: expect.stringContaining('12 windows are open') as string }),
    )
  })

  it('each get a port of their own, and lose it alone', async () => {
    await run()
    ask('new')
    const ports: unknown[] = []
    const frame = {
      origin: 'app://terminal',
      parent: null,
      postMessage: (_channel: string, _message: unknown, handed: unknown[]) => ports.push(...handed),
    }
    for (const { webContents } of FakeWindow.all)
      electron.ipcMain.emit('openpit.port', { sender: webContents, senderFrame: frame })
    expect(ports).toHaveLength(2)
    FakeWindow.all[1]?.close()
    electron.ipcMain.emit('openpit.port', { sender: FakeWindow.all[1]?.webContents, senderFrame: frame })
    expect(ports).toHaveLength(2)
  })
})

describe('the program', () => {
  it('runs once: a second start shows the first window and ends before it touches the data', async () => {
    await run()
    theWindow().minimized = true
    electron.app.emit('second-instance')
    expect(theWindow().did.slice(-2)).toEqual(['restore', 'focus'])
    renewElectron()
    electron.app.lock = false
    const composeDesk = vi.fn(() => Promise.resolve(fake.desk))
    await run({ composeDesk })
    expect(composeDesk).not.toHaveBeenCalled()
    expect(electron.app.exit).toHaveBeenCalledWith(0)
    expect(FakeWindow.all).toHaveLength(0)
  })

  it('keeps Chromium’s files beside the settings', async () => {
    await run()
    expect(electron.app.paths).toEqual({ userData: join(folder, 'chromium') })
  })

  it('refuses to run installed with variables that steer Electron or Node; ignores harmless ones', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    electron.app.isPackaged = true
    await run({ environment: { HOME: '/home/d', NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: '/ca.pem' } })
    expect(FakeWindow.all).toHaveLength(1)
    renewElectron()
    electron.app.isPackaged = true
    await run({ environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })
    const sentence =
      'The environment variable NODE_TLS_REJECT_UNAUTHORIZED is not allowed. Start the terminal without it.'
    expect(electron.app.exit).toHaveBeenCalledWith(2)
    expect(said).toHaveBeenCalledWith(`openpit: ${sentence}\n`)
    expect(electron.dialog.showErrorBox).toHaveBeenCalledWith('Openpit cannot start', sentence)
    expect(FakeWindow.all).toHaveLength(0)
    said.mockRestore()
  })

  it('closes the desk once before it ends', async () => {
    await run()
    const first = preventable()
    electron.app.emit('before-quit', first)
    expect(first.prevented).toBe(true)
    await vi.waitFor(() => expect(electron.app.quit).toHaveBeenCalledTimes(1))
    const second = preventable()
    electron.app.emit('before-quit', second)
    expect(second.prevented).toBe(false)
    expect(fake.closes).toBe(1)
  })

  it('shows the reason when the core cannot be built, and ends', async () => {
    await run({ composeDesk: () => Promise.reject(new Error('The data folder cannot be read.')) })
    expect(electron.dialog.showErrorBox).toHaveBeenCalledWith(
      'Openpit cannot start',
      'The data folder cannot be read.',
    )
    expect(electron.app.exit).toHaveBeenCalledWith(1)
    expect(FakeWindow.all).toHaveLength(0)
  })
})

describe('going away while orders rest', () => {
  const resting: Order[] = [
    orderOf({ referenceId: reference('a') }),
    orderOf({ referenceId: reference('b'), phase: 'unknown' }),
    orderOf({ referenceId: reference('c'), customerCode: code('C2007'), symbol: sym('ETHUSDC_PERP') }),
    orderOf({ referenceId: reference('d'), phase: 'closed', status: 'filled' }),
  ]
  const over = (order: Order): Order => ({ ...order, phase: 'closed', status: 'canceled' })
  const [STAY, CANCEL, LEAVE] = [0, 1, 2]
  const quit = () => {
    const event = preventable()
    electron.app.emit('before-quit', event)
    return event
  }
  const answers = (...buttons: (number | undefined)[]) => {
    for (const response of buttons)
      vi.mocked(electron.dialog.showMessageBox).mockResolvedValueOnce({ response: response ?? STAY })
  }
  const runResting = async () => {
    const held = play(fake, 'orders', (sink) => sink.snapshot(resting))
    const cancelled: string[] = []
    fake.handlers['order.cancelAll'] = ({ customerCode }) => {
      cancelled.push(customerCode)
      return Promise.resolve(ok({ count: 1 }))
    }
    await run()
    return { held, cancelled }
  }

  it('asks before quitting, with counts by customer and instrument, and stays on request', async () => {
    await runResting()
    answers(STAY)
    expect(quit().prevented).toBe(true)
    await vi.waitFor(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1))
    expect(vi.mocked(electron.dialog.showMessageBox).mock.calls[0]?.[0]).toMatchObject({
      message:
        '2 orders stay and 1 of unknown status may stay live at the venue. Nothing at the venue ends them while this terminal is away.',
      detail: 'C1042 BTCUSDC_PERP: 2, 1 of unknown status\nC2007 ETHUSDC_PERP: 1',
      buttons: ['Stay', 'Cancel all, then quit', 'Quit and leave them live'],
      defaultId: STAY,
      cancelId: STAY,
    })
    expect(fake.closes).toBe(0)
    expect(electron.app.quit).not.toHaveBeenCalled()
  })

  it('keeps a closed window until the question is answered', async () => {
    await runResting()
    const event = preventable()
    theWindow().emit('close', event)
    expect(event.prevented).toBe(true)
    expect(electron.app.quit).toHaveBeenCalledTimes(1)
  })

  it('cancels first on request, and ends once the last order is shown over', async () => {
    const { held, cancelled } = await runResting()
    answers(CANCEL)
    quit()
    await vi.waitFor(() => expect(cancelled).toEqual(['C1042', 'C2007']))
    expect(fake.closes).toBe(0)
    held[0]?.sink.delta(resting.slice(0, 2).map(over))
    expect(fake.closes).toBe(0)
    held[0]?.sink.delta(resting.slice(2, 3).map(over))
    await vi.waitFor(() => expect(electron.app.quit).toHaveBeenCalledTimes(1))
    expect(fake.closes).toBe(1)
    expect(quit().prevented).toBe(false)
  })

  it('asks once more where an order filled before it was canceled, and names the position', async () => {
    const positions = play(fake, 'positions', (sink) => sink.snapshot([]))
    const { held, cancelled } = await runResting()
    answers(CANCEL, STAY)
    quit()
    await vi.waitFor(() => expect(cancelled).toEqual(['C1042', 'C2007']))
    positions[0]?.sink.delta([{ ...flatPosition(code('C1042'), sym('BTCUSDC_PERP')), size: '2.5' as never }])
    held[0]?.sink.delta(
      resting
        .slice(0, 3)
        .map((order, n) => (n === 0 ? { ...over(order), filledAmount: '2.5' as never } : over(order))),
    )
    const asked = vi.mocked(electron.dialog.showMessageBox)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    expect(asked.mock.calls[1]?.[0]).toMatchObject({
      message:
        'Orders filled before they were canceled. Openpit neither closes nor watches positions while it is away.',
      detail: 'Positions, from the trades that were read:\nC1042: BTCUSDC_PERP long 2.5',
      buttons: ['Stay', 'Quit and keep the positions'],
    })
    expect(fake.closes).toBe(0)
  })

  it('asks again about the rest when cancels are not proven in time, and leaves it on request', async () => {
    const { held, cancelled } = await runResting()
    answers(CANCEL, LEAVE)
    quit()
    await vi.waitFor(() => expect(cancelled).toHaveLength(2))
    held[0]?.sink.delta(resting.slice(0, 2).map(over))
    await vi.waitFor(() => expect(timers.planned).toBe(1))
    timers.advance(10_000)
    await vi.waitFor(() => expect(fake.closes).toBe(1))
    expect(vi.mocked(electron.dialog.showMessageBox).mock.calls[1]?.[0]).toMatchObject({
      detail: 'C2007 ETHUSDC_PERP: 1',
    })
  })

  it('asks where no order is known and a list of open orders was not read to its end', async () => {
    play(fake, 'customers', (sink) => sink.snapshot([customerOf('C1042', 'Acme')]))
    const readings = play(fake, 'openOrderReadings', (sink) =>
      sink.snapshot([{ ...wholeReading('C1042'), state: 'unread', reason: 'no answer within 10 s' }]),
    )
    await run()
    const closed = { preventDefault: vi.fn() }
    theWindow().emit('close', closed)
    // Else the question would come once the window is gone.
    expect(closed.preventDefault).toHaveBeenCalled()
    answers(STAY)
    expect(quit().prevented).toBe(true)
    await vi.waitFor(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1))
    expect(vi.mocked(electron.dialog.showMessageBox).mock.calls[0]?.[0]).toMatchObject({
      message: expect.stringMatching(/orders may stay live .* the list of C1042 is not read/) as string,
      buttons: ['Stay', 'Read the lists again', 'Quit all the same'],
    })
    readings[0]?.sink.delta([wholeReading('C1042')])
    // Once the first question is answered.
    await vi.waitFor(() => {
      quit()
      expect(fake.closes).toBe(1)
    })
    expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1)
  })

  it('asks where no order is known and there may be unknown customers', async () => {
    play(fake, 'reads', (sink) =>
      sink.snapshot([{ name: 'customers', readAt: null, why: 'trades are not read to the first record.' }]),
    )
    await run()
    answers(STAY)
    expect(quit().prevented).toBe(true)
    await vi.waitFor(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1))
    expect(vi.mocked(electron.dialog.showMessageBox).mock.calls[0]?.[0]).toMatchObject({
      message: expect.stringMatching(/orders may stay live .* customers that are not known here/) as string,
    })
  })

  it('names the positions that stand with the orders, by customer, and what is not sure', async () => {
    play(fake, 'positions', (sink) =>
      sink.snapshot([
        { ...flatPosition(code('C2007'), sym('ETHUSDC_PERP')), size: '-12' as never },
        { ...flatPosition(code('C1042'), sym('BTCUSDC_PERP')), size: '2.5' as never },
        { ...flatPosition(code('C1042'), sym('ETHUSDC_PERP')), complete: false },
        flatPosition(code('C3311'), sym('BTCUSDC_PERP')),
      ]),
    )
    play(fake, 'reads', (sink) =>
      sink.snapshot([{ name: 'trades', readAt: null, why: 'no answer within 10 s.' }]),
    )
    await runResting()
    answers(STAY)
    quit()
    await vi.waitFor(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1))
    expect(vi.mocked(electron.dialog.showMessageBox).mock.calls[0]?.[0]).toMatchObject({
      detail: [
        'C1042 BTCUSDC_PERP: 2, 1 of unknown status',
        'C2007 ETHUSDC_PERP: 1',
        '',
        'Positions, from the trades that were read:',
        'C1042: BTCUSDC_PERP long 2.5, ETHUSDC_PERP perhaps flat (not sure: trades before are unknown)',
        'C2007: ETHUSDC_PERP short 12',
        'There may be other positions: not every trade is read. no answer within 10 s.',
      ].join('\n'),
    })
  })

  it('asks where no order rests and a position stands, and closes without a question where none does', async () => {
    const positions = play(fake, 'positions', (sink) =>
      sink.snapshot([{ ...flatPosition(code('C1042'), sym('BTCUSDC_PERP')), size: '2.5' as never }]),
    )
    await run()
    const closed = { preventDefault: vi.fn() }
    theWindow().emit('close', closed)
    expect(closed.preventDefault).toHaveBeenCalled()
    answers(STAY)
    quit()
    await vi.waitFor(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1))
    expect(vi.mocked(electron.dialog.showMessageBox).mock.calls[0]?.[0]).toMatchObject({
      message: 'Positions stand at the venue. Openpit neither closes nor watches positions while it is away.',
      detail: 'Positions, from the trades that were read:\nC1042: BTCUSDC_PERP long 2.5',
      buttons: ['Stay', 'Quit and keep the positions'],
    })
    expect(fake.closes).toBe(0)
    positions[0]?.sink.delta([flatPosition(code('C1042'), sym('BTCUSDC_PERP'))])
    await vi.waitFor(() => {
      quit()
      expect(fake.closes).toBe(1)
    })
    expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1)
  })

  it('names no customer and cancels nothing while the session is locked', async () => {
    const locked = { since: 1, by: 'ann', asks: 'password', cause: 'key', wrong: 0 } as const
    const session = play(fake, 'session', (sink) => sink.snapshot({ ...readySession, locked }))
    const { cancelled } = await runResting()
    electron.powerMonitor.emit('suspend')
    answers(STAY)
    quit()
    await vi.waitFor(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1))
    expect(vi.mocked(electron.dialog.showMessageBox).mock.calls[0]?.[0]).toMatchObject({
      message: expect.stringMatching(/^The session is locked\. Orders and positions may stay live/) as string,
      detail: '',
      buttons: ['Stay', 'Quit all the same'],
    })
    expect(JSON.stringify(FakeNotification.shown)).not.toContain('C1042')
    session[0]?.sink.delta(readySession)
    answers(CANCEL)
    await vi.waitFor(() => {
      quit()
      expect(cancelled).toEqual(['C1042', 'C2007'])
    })
  })

  it('takes an open question away when the session locks, and says which brackets wait for a fill', async () => {
    const session = play(fake, 'session', (sink) => sink.snapshot(readySession))
    const bracket = {
      takeProfitPrice: '66000' as never,
      stopLossPrice: '58000' as never,
      released: '0' as never,
    }
    play(fake, 'orders', (sink) =>
      sink.snapshot([
        orderOf({ referenceId: reference('a'), bracket }),
        orderOf({ referenceId: reference('b') }),
      ]),
    )
    await run()
    const asked = vi.mocked(electron.dialog.showMessageBox)
    asked.mockImplementationOnce((box) => {
      const { signal } = box as { signal: AbortSignal }
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ response: STAY }))
      })
    })
    quit()
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      detail: [
        'C1042 BTCUSDC_PERP: 2',
        '',
        '1 bracket waits for a fill. Only Openpit places take profit and stop loss: a fill while this terminal is away has neither until the next sign-in has read it.',
        'C1042 BTCUSDC_PERP buy 1: take profit 66000, stop loss 58000',
      ].join('\n'),
    })
    const locked = { since: 1, by: 'ann', asks: 'password', cause: 'rest', wrong: 0 } as const
    session[0]?.sink.delta({ ...readySession, locked })
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    expect(JSON.stringify(asked.mock.calls[1])).not.toContain('C1042')
    expect(fake.closes).toBe(0)
  })

  it('cancels nothing and asks again without names where the session locks while the question is open', async () => {
    const session = play(fake, 'session', (sink) => sink.snapshot(readySession))
    const { cancelled } = await runResting()
    const asked = vi.mocked(electron.dialog.showMessageBox)
    asked.mockImplementationOnce(() => {
      const locked = { since: 1, by: 'ann', asks: 'password', cause: 'rest', wrong: 0 } as const
      session[0]?.sink.delta({ ...readySession, locked })
      return Promise.resolve({ response: CANCEL })
    })
    asked.mockResolvedValueOnce({ response: STAY })
    quit()
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    expect(cancelled).toEqual([])
    expect(JSON.stringify(asked.mock.calls[1])).not.toContain('C1042')
    expect(fake.closes).toBe(0)
  })

  it('asks once, however often the key is pressed', async () => {
    await runResting()
    vi.mocked(electron.dialog.showMessageBox).mockReturnValue(new Promise(() => undefined))
    for (let press = 0; press < 3; press++) quit()
    expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1)
  })

  it('states the live orders before sleep and on waking, and never calls it safe', async () => {
    const { held } = await runResting()
    electron.powerMonitor.emit('suspend')
    electron.powerMonitor.emit('resume')
    expect(fake.resumes).toBe(1)
    expect(FakeNotification.shown).toMatchObject([
      {
        body: expect.stringContaining(
          '2 orders stay and 1 of unknown status may stay live at the venue. Nothing at the venue ends them',
        ),
      },
      { title: 'Orders stayed live during sleep' },
    ])
    held[0]?.sink.delta(resting.map(over))
    electron.powerMonitor.emit('suspend')
    expect(FakeNotification.shown).toHaveLength(2)
  })
})
