/**
 * Runs a built desktop entry as Electron would, in a process of its own: `node underElectron.ts ENTRY [words]`, with `PACKAGED=1` as an
 * installed program. Plays the page of each window that opens, and takes orders from the test over Node's channel.
 */

import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { clockOf } from '../../../shared/base/clock.ts'
import { connectContract } from '../../../shared/contract/client/client.ts'
import type { CommandName } from '../../../shared/contract/contract.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { portTransport } from '../../../shared/contract/portTransport.ts'
import type { MessagePort } from 'node:worker_threads'
import { electron } from './electronModule.ts'
import { FakeWindow } from './fakeElectron.ts'

export type Order =
  | { do: 'call'; id: number; name: CommandName; body: unknown }
  | { do: 'choose'; path: string }
  | { do: 'quit' }
export type News =
  | { is: 'evaluated' | 'window' | 'ready' }
  | { is: 'reply'; id: number; reply: unknown }
  | { is: 'topic'; topic: 'session' | 'notices' | 'updates'; value: unknown }
  | { is: 'error-box'; text: string }
  | { is: 'question'; text: string }
  | { is: 'exit'; code: number }

const tell = (news: News): void => void process.send?.(news)
const [entry = '', ...words] = process.argv.slice(2)
const { app } = electron
app.isPackaged = process.env['PACKAGED'] === '1'
delete process.env['PACKAGED']
// Where electron-builder puts `app-update.yml`.
Object.defineProperty(process, 'resourcesPath', { value: process.env['RESOURCES'] ?? '/program' })
process.argv = [process.argv[0] ?? '', ...(app.isPackaged ? [] : ['/program']), ...words]
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '0.0.0' } })

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? { url: new URL('./electronModule.ts', import.meta.url).href, shortCircuit: true }
      : next(name, context),
})

let client: ContractClient | null = null
/** What the page of a window does first: asks for its port, and speaks the contract over it. */
function playPage(window: FakeWindow): void {
  tell({ is: 'window' })
  const frame = {
    origin: 'app://terminal',
    parent: null,
    postMessage(_channel: string, _message: unknown, [handed]: { port: MessagePort }[]) {
      if (!handed) return
      client = connectContract({
        openTransport: () => Promise.resolve(portTransport(handed.port)),
        clock: clockOf(globalThis),
      })
      for (const topic of ['session', 'notices', 'updates'] as const) {
        const listener = (value: unknown) => tell({ is: 'topic', topic, value })
        client.open(topic, null, { snapshot: listener, delta: listener })
      }
    },
  }
  electron.ipcMain.emit('openpit.port', { sender: window.webContents, senderFrame: frame })
}

/** As Electron: `before-quit`, then every window is asked to close, then the program ends. */
function quit(): void {
  const stopped = { stopped: false, preventDefault: () => void (stopped.stopped = true) }
  app.emit('before-quit', stopped)
  if (stopped.stopped) return
  for (const window of FakeWindow.all) {
    window.emit('close', stopped)
    if (stopped.stopped) return
    window.destroyed = true
    window.emit('closed')
  }
  exit(0)
}
function exit(code: number): void {
  tell({ is: 'exit', code })
  process.disconnect?.()
  process.exit(code)
}
let chosen = ''
Object.assign(app, { quit, exit })
Object.assign(electron.dialog, {
  /** A dealer who stays. */
  showMessageBox: (...asked: { message?: string }[]) => {
    tell({ is: 'question', text: asked.map(({ message }) => message ?? '').join('') })
    return Promise.resolve({ response: 0 })
  },
  showErrorBox: (_title: string, text: string) => tell({ is: 'error-box', text }),
  showSaveDialog: () => Promise.resolve({ canceled: chosen === '', filePath: chosen }),
})
FakeWindow.prototype.loadURL = function (this: FakeWindow) {
  setImmediate(() => playPage(this))
  return Promise.resolve()
}

process.on('message', (order: Order) => {
  if (order.do === 'quit') return quit()
  if (order.do === 'choose') return void (chosen = order.path)
  void client
    ?.call(order.name, order.body as never)
    .then((reply) => tell({ is: 'reply', id: order.id, reply }))
})

await import(pathToFileURL(entry).href)
tell({ is: 'evaluated' })
app.becomeReady()
tell({ is: 'ready' })
