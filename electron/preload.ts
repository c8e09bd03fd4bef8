/** Hands the page its message ports, its own and its paint worker's. Exposes no function to the page, and carries no message itself. */

import { ipcRenderer } from 'electron'

/** The words that `renderer/live/connect.ts` and `gateway/portGateway.ts` know too; a preload is one file and imports neither. */
const CHANNELS: Readonly<Record<string, string>> = {
  'openpit.askPort': 'openpit.port',
  'openpit.askPaintPort': 'openpit.paintPort',
}

/** The page's globals that a preload sees, as far as it needs them; this project is compiled without the DOM. */
interface PageWindow {
  readonly location: { readonly origin: string }
  addEventListener(
    type: 'message',
    listener: (event: { source: unknown; origin: string; data: unknown }) => void,
  ): void
  postMessage(message: unknown, origin: string, transfer: unknown[]): void
}
const page = globalThis as unknown as PageWindow

page.addEventListener('message', ({ source, origin, data }) => {
  if (source !== page || origin !== page.location.origin || typeof data !== 'string') return
  const channel = Object.hasOwn(CHANNELS, data) ? CHANNELS[data] : undefined
  if (channel !== undefined) ipcRenderer.send(channel)
})

for (const channel of Object.values(CHANNELS))
  ipcRenderer.on(channel, ({ ports }) => {
    page.postMessage(channel, page.location.origin, [...ports])
  })
