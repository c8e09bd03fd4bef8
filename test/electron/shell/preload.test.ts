/** The preload: passes ports from main to its own page, and nothing else either way. */

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { electron } from './electronStub.ts'

vi.mock('electron', async () => (await import('./electronStub.ts')).electronModule())

let hear: (event: { source: unknown; origin: string; data: unknown }) => void
const posted = vi.fn()
const { ipcRenderer } = electron

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'app://terminal' })
  vi.stubGlobal('postMessage', posted)
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof hear) => {
    hear = listener
  })
  await import('../../../electron/preload.ts')
})
beforeEach(() => {
  posted.mockClear()
  vi.mocked(ipcRenderer.send).mockClear()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

it('requests a port for its own page only', () => {
  const asks = { source: globalThis as unknown, origin: 'app://terminal', data: 'openpit.askPort' as unknown }
  for (const event of [
    { ...asks, source: {} },
    { ...asks, origin: 'https://evil.example' },
    { ...asks, data: 'openpit.port' },
    { ...asks, data: { channel: 'anything' } },
  ])
    hear(event)
  expect(ipcRenderer.send).not.toHaveBeenCalled()
  hear(asks)
  expect(ipcRenderer.send).toHaveBeenCalledExactlyOnceWith('openpit.port')
})

it('requests the port of the paint worker by a separate message', () => {
  hear({ source: globalThis, origin: 'app://terminal', data: 'openpit.askPaintPort' })
  expect(ipcRenderer.send).toHaveBeenCalledExactlyOnceWith('openpit.paintPort')
  const port = {}
  ipcRenderer.emit('openpit.paintPort', { ports: [port] })
  expect(posted).toHaveBeenCalledExactlyOnceWith('openpit.paintPort', 'app://terminal', [port])
})

it('hands the port to its own origin only', () => {
  const port = {}
  ipcRenderer.emit('openpit.port', { ports: [port] })
  expect(posted).toHaveBeenCalledExactlyOnceWith('openpit.port', 'app://terminal', [port])
})
