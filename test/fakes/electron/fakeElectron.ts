/** Stands in for the module `electron`, whose import needs its binary: keeps Electron's own rules, records what the shell asks for, and lets a test answer as Electron would. */

import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { request, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { FakeScreen } from './fakeScreen.ts'

/** Makes a function whose calls can be looked at: `vi.fn` in a test, the function itself elsewhere. */
export type Spy = <F extends (...args: never[]) => unknown>(run: F) => F

export class FakeContents extends EventEmitter {
  readonly id: number
  readonly did: string[] = []
  private crashed = false
  openHandler: ((details: { url: string }) => { action: string }) | null = null
  constructor(id: number) {
    super()
    this.id = id
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler
  }
  /** `webContents.isCrashed()`: true from `render-process-gone` until a page is loaded again (electronjs.org/docs/latest/api/web-contents). */
  isCrashed = () => this.crashed
  reload(): void {
    this.did.push('reload')
    this.crashed = false
    this.emit('did-finish-load')
  }
  die(reason: string): void {
    this.crashed = true
    this.emit('render-process-gone', {}, { reason, exitCode: 9 })
  }
  forcefullyCrashRenderer(): void {
    this.did.push('crash')
    this.crashed = true
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }
}

export class FakeWindow extends EventEmitter {
  static readonly all: FakeWindow[] = []
  static app: FakeApp
  /** The window with the focus; null: none of the program's. */
  static focused: FakeWindow | null = null
  static getFocusedWindow = () => FakeWindow.focused
  readonly webContents: FakeContents
  readonly options: Record<string, unknown>
  readonly did: string[] = []
  bounds = { x: 10, y: 20, width: 1000, height: 700 }
  maximized = false
  minimized = false
  destroyed = false
  fullScreen = false
  onTop = false
  constructor(options: Record<string, unknown>) {
    super()
    const { app } = FakeWindow
    app.mustBeReady('Cannot create BrowserWindow before app is ready')
    this.options = options
    const { x = 10, y = 20, width = 1000, height = 700 } = options as Partial<FakeWindow['bounds']>
    this.bounds = { x, y, width, height }
    this.webContents = new FakeContents(FakeWindow.all.length + 1)
    FakeWindow.all.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  /** Closes as Electron does: asks first, and is gone unless a listener of `close` prevents that. */
  close(): void {
    let isPrevented = false
    this.emit('close', { preventDefault: () => void (isPrevented = true) })
    if (isPrevented) return
    this.destroyed = true
    if (FakeWindow.focused === this) FakeWindow.focused = null
    this.emit('closed')
  }
  loadURL(url: string): Promise<void> {
    this.did.push(`load ${url}`)
    return Promise.resolve()
  }
  removeMenu = () => void this.did.push('removeMenu')
  show = () => void this.did.push('show')
  focus(): void {
    this.did.push('focus')
    FakeWindow.focused = this
  }
  restore = () => void this.did.push('restore')
  maximize = () => void this.did.push('maximize')
  isDestroyed = () => this.destroyed
  isMinimized = () => this.minimized
  isMaximized = () => this.maximized
  /** `win.setFullScreen` only asks the window system: `win.isFullScreen()` changes with `enter-full-screen` or `leave-full-screen`, later (electronjs.org/docs/latest/api/browser-window). */
  isFullScreen = () => this.fullScreen
  setFullScreen(flag: boolean): void {
    queueMicrotask(() => {
      this.fullScreen = flag
      this.emit(flag ? 'enter-full-screen' : 'leave-full-screen')
    })
  }
  /** `win.setAlwaysOnTop(flag)` holds at once, also before the window is shown. */
  isAlwaysOnTop = () => this.onTop
  setAlwaysOnTop = (flag: boolean) => void (this.onTop = flag)
  unmaximize = () => void this.did.push('unmaximize')
  getNormalBounds = () => this.bounds
  /** `win.setBounds` moves and resizes, and `move` and `resize` follow (electronjs.org/docs/latest/api/browser-window). */
  setBounds(bounds: FakeWindow['bounds']): void {
    this.bounds = bounds
    this.emit('move')
    this.emit('resize')
  }
}

/**
 * `ready` comes when the entry module has been evaluated, never before: Electron loads the entry as an ES module, waits for it, and only
 * then goes on to `ready` (electronjs.org/docs/latest/tutorial/esm, electron/electron#40719). A test that loads the code under test calls
 * `becomeReady` after that.
 */
export class FakeApp extends EventEmitter {
  isPackaged = false
  lock = true
  readonly paths: Record<string, string> = {}
  readonly exit: (code: number) => void
  readonly quit: () => void
  readonly enableSandbox: () => void
  readonly setAppUserModelId: (id: string) => void
  private ready = false
  private readonly becoming = Promise.withResolvers<void>()
  constructor(spy: Spy) {
    super()
    this.exit = spy((_code: number) => {})
    this.quit = spy(() => {})
    this.enableSandbox = spy(() => this.mustNotBeReady('app.enableSandbox()'))
    this.setAppUserModelId = spy((_id: string) => {})
  }
  readonly setPath = (name: string, path: string) => void (this.paths[name] = path)
  readonly getPath = (name: string) => this.paths[name] ?? tmpdir()
  readonly getAppPath = () => '/program'
  readonly getVersion = () => '0.0.0'
  /** Processes as Chromium counts them: `workingSetSize` in kilobytes, a page's process is a `Tab`. */
  metrics: { type: string; memory: { workingSetSize: number } }[] = []
  readonly getAppMetrics = () => this.metrics
  readonly requestSingleInstanceLock = () => this.lock
  readonly whenReady = () => this.becoming.promise
  readonly isReady = () => this.ready
  becomeReady(): void {
    this.ready = true
    this.becoming.resolve()
    this.emit('ready')
  }
  mustBeReady(sentence: string): void {
    if (!this.ready) throw new Error(sentence)
  }
  mustNotBeReady(what: string): void {
    if (this.ready) throw new Error(`${what} can only be called before app is ready`)
  }
}

export class FakeSession extends EventEmitter {
  readonly handlers: Record<string, unknown> = {}
  readonly schemes: Record<string, (request: { url: string; method: string }) => Promise<Response>> = {}
  readonly protocol = {
    handle: (scheme: string, handler: (request: { url: string; method: string }) => Promise<Response>) =>
      void (this.schemes[scheme] = handler),
  }
  setPermissionRequestHandler = (handler: unknown) => void (this.handlers['request'] = handler)
  setPermissionCheckHandler = (handler: unknown) => void (this.handlers['check'] = handler)
  setDevicePermissionHandler = (handler: unknown) => void (this.handlers['device'] = handler)
  setDisplayMediaRequestHandler = (handler: unknown) => void (this.handlers['display'] = handler)
  setSpellCheckerEnabled = (on: boolean) => void (this.handlers['spelling'] = on)
}

/** Electron's port, made of Node's. */
export class FakeChannelMain {
  readonly port1: unknown
  readonly port2: unknown
  constructor() {
    const { port1, port2 } = new MessageChannel()
    const emitter = (port: typeof port1) => ({
      postMessage: (message: unknown) => port.postMessage(message),
      start: () => port.start(),
      close: () => port.close(),
      on: (event: string, listener: (event: { data: unknown }) => void) =>
        port.on(event, (data: unknown) => listener({ data })),
      port,
    })
    this.port1 = emitter(port1)
    this.port2 = emitter(port2)
  }
}

interface NotificationWords {
  title: string
  body: string
  silent?: boolean
  urgency?: string
}

/** `new Notification` shows nothing before `show()`; the system may show none at all, or fail (electronjs.org/docs/latest/api/notification). */
export class FakeNotification extends EventEmitter {
  static readonly shown: NotificationWords[] = []
  static readonly standing: FakeNotification[] = []
  static app: FakeApp
  static supported = true
  static isSupported = () => FakeNotification.supported
  readonly what: NotificationWords
  constructor(what: NotificationWords) {
    super()
    FakeNotification.app.mustBeReady('Cannot create Notification before app is ready')
    this.what = what
  }
  show(): void {
    FakeNotification.shown.push(this.what)
    FakeNotification.standing.push(this)
  }
  close(): void {
    const at = FakeNotification.standing.indexOf(this)
    if (at >= 0) FakeNotification.standing.splice(at, 1)
  }
}

/** A utility process, made of a process of Node. As in Electron, it has no standard input, and its streams lose their listeners on `exit`. */
export class FakeUtilityProcess extends EventEmitter {
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  readonly child: ChildProcess
  constructor(path: string, words: string[]) {
    super()
    const shim = fileURLToPath(new URL('./parentPort.ts', import.meta.url))
    this.child = fork(path, words, {
      execArgv: ['--import', shim],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.child.stdout?.pipe(this.stdout)
    this.child.stderr?.pipe(this.stderr)
    this.child.once('exit', (code) => {
      this.emit('exit', code ?? 1)
      this.stdout.removeAllListeners()
      this.stderr.removeAllListeners()
    })
  }
  get pid(): number | undefined {
    return this.child.pid
  }
  postMessage = (message: unknown) => void (this.child.connected && this.child.send(message as object))
  kill = () => this.child.kill()
}

export interface SaveAnswer {
  canceled: boolean
  filePath: string
}

export interface NetRequest extends RequestOptions {
  readonly session?: unknown
  readonly redirect?: string
}

function fresh(spy: Spy) {
  const app = new FakeApp(spy)
  FakeWindow.app = app
  FakeNotification.app = app
  const defaultSession = new FakeSession()
  return {
    app,
    BrowserWindow: FakeWindow,
    MessageChannelMain: FakeChannelMain,
    Menu: {
      setApplicationMenu: spy((_menu: unknown) => {}),
      buildFromTemplate: (items: unknown) => items,
    },
    dialog: {
      showErrorBox: spy((_title: string, _text: string) => {}),
      showMessageBox: spy((..._asked: unknown[]): Promise<{ response: number }> => {
        app.mustBeReady('dialog module can only be used after app is ready')
        return Promise.resolve({ response: 0 })
      }),
      showSaveDialog: spy((..._asked: unknown[]): Promise<SaveAnswer> => {
        app.mustBeReady('dialog module can only be used after app is ready')
        return Promise.resolve({ canceled: true, filePath: '' })
      }),
    },
    powerMonitor: new EventEmitter(),
    Notification: FakeNotification,
    ipcMain: new EventEmitter(),
    ipcRenderer: Object.assign(new EventEmitter(), { send: spy((_channel: string) => {}) }),
    protocol: {
      registerSchemesAsPrivileged: spy((_schemes: unknown) =>
        app.mustNotBeReady('protocol.registerSchemesAsPrivileged'),
      ),
    },
    session: {
      get defaultSession() {
        app.mustBeReady('Session can only be received when app is ready')
        return defaultSession
      },
      /** A session of its own, beside that of the windows. */
      fromPartition(_name: string) {
        app.mustBeReady('Session can only be received when app is ready')
        return new FakeSession()
      },
    },
    shell: {},
    /** Electron's own updater, which the package informs as it quits. */
    autoUpdater: new EventEmitter(),
    net: {
      /** Chromium's network stack, made of Node's: a request with the same options, events and end (electronjs.org/docs/latest/api/net). */
      request({ session: _session, redirect: _redirect, ...options }: NetRequest) {
        app.mustBeReady('net module can only be used after app is ready')
        return request(options)
      },
    },
    utilityProcess: {
      fork(path: string, words: string[], options: { stdio: string[] }) {
        app.mustBeReady('utilityProcess cannot be created before app is ready.')
        if (options.stdio[0] !== 'ignore') throw new Error('stdin value other than ignore is not supported.')
        return new FakeUtilityProcess(path, words)
      },
    },
    screen: new FakeScreen((sentence) => app.mustBeReady(sentence)),
  }
}

export type FakeElectron = ReturnType<typeof fresh>

/** A module as the code under test sees it. */
export function fakeElectron(spy: Spy): FakeElectron {
  FakeWindow.all.length = 0
  FakeWindow.focused = null
  FakeNotification.shown.length = 0
  FakeNotification.standing.length = 0
  FakeNotification.supported = true
  return fresh(spy)
}
