/** Stands in for the module `electron`, whose import needs its binary: records what the shell asks for and lets a test answer as Electron would. */

import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { vi } from 'vitest'

export class FakeContents extends EventEmitter {
  readonly id: number
  openHandler: ((details: { url: string }) => { action: string }) | null = null
  constructor(id: number) {
    super()
    this.id = id
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler
  }
}

export class FakeWindow extends EventEmitter {
  static readonly all: FakeWindow[] = []
  readonly webContents: FakeContents
  readonly options: Record<string, unknown>
  readonly did: string[] = []
  bounds = { x: 10, y: 20, width: 1000, height: 700 }
  maximized = false
  minimized = false
  destroyed = false
  constructor(options: Record<string, unknown>) {
    super()
    this.options = options
    this.webContents = new FakeContents(FakeWindow.all.length + 1)
    FakeWindow.all.push(this)
    electron.app.emit('web-contents-created', {}, this.webContents)
  }
  loadURL(url: string): Promise<void> {
    this.did.push(`load ${url}`)
    return Promise.resolve()
  }
  removeMenu = () => void this.did.push('removeMenu')
  show = () => void this.did.push('show')
  focus = () => void this.did.push('focus')
  restore = () => void this.did.push('restore')
  maximize = () => void this.did.push('maximize')
  isDestroyed = () => this.destroyed
  isMinimized = () => this.minimized
  isMaximized = () => this.maximized
  getNormalBounds = () => this.bounds
}

class FakeApp extends EventEmitter {
  isPackaged = false
  lock = true
  readonly paths: Record<string, string> = {}
  readonly exit = vi.fn<(code: number) => void>()
  readonly quit = vi.fn<() => void>()
  readonly enableSandbox = vi.fn<() => void>()
  readonly setPath = (name: string, path: string) => void (this.paths[name] = path)
  readonly requestSingleInstanceLock = () => this.lock
  readonly whenReady = () => Promise.resolve()
}

class FakeSession extends EventEmitter {
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
class FakeChannelMain {
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

export class FakeNotification {
  static readonly shown: { title: string; body: string }[] = []
  readonly what: { title: string; body: string }
  constructor(what: { title: string; body: string }) {
    this.what = what
  }
  show = () => void FakeNotification.shown.push(this.what)
}

const fresh = () => ({
  app: new FakeApp(),
  BrowserWindow: FakeWindow,
  MessageChannelMain: FakeChannelMain,
  Menu: {
    setApplicationMenu: vi.fn<(menu: unknown) => void>(),
    buildFromTemplate: (items: unknown) => items,
  },
  dialog: {
    showErrorBox: vi.fn<(title: string, text: string) => void>(),
    showMessageBox: vi.fn<(question: Record<string, unknown>) => Promise<{ response: number }>>(),
  },
  powerMonitor: new EventEmitter(),
  Notification: FakeNotification,
  ipcMain: new EventEmitter(),
  ipcRenderer: Object.assign(new EventEmitter(), { send: vi.fn<(channel: string) => void>() }),
  protocol: { registerSchemesAsPrivileged: vi.fn<(schemes: unknown) => void>() },
  session: { defaultSession: new FakeSession() },
  screen: {
    displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
    getPrimaryDisplay: () => electron.screen.displays[0],
    getAllDisplays: () => electron.screen.displays,
  },
})

/** The module as the code under test sees it; `renew` makes all of it anew. */
export const electron = fresh()
export function renewElectron(): void {
  Object.assign(electron, fresh())
  FakeWindow.all.length = 0
  FakeNotification.shown.length = 0
}
