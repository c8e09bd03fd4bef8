/** Hands the page its message ports and those of its paint worker. Exposes no function to the page, and carries no message itself. */

import { ipcRenderer } from 'electron'

/** The same channel names as in `renderer/live/connect.ts` and `gateway/portGateway.ts`. A preload is a single file and cannot import them. */
const CHANNELS: Readonly<Record<string, string>> = {
  'openpit.askPort': 'openpit.port',
  'openpit.askPaintPort': 'openpit.paintPort',
}

/** The part of the page's globals that a preload uses. This project compiles without the DOM. */
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
