/** Hands the page its message port. Exposes no function to the page, and carries no message itself. */

import { ipcRenderer } from 'electron'

/** The words that `renderer/connect.ts` and `gateway/portGateway.ts` know too; a preload is one file and imports neither. */
const PAGE_ASKS = 'openpit.askPort'
const PORT = 'openpit.port'

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
  if (source === page && origin === page.location.origin && data === PAGE_ASKS) ipcRenderer.send(PORT)
})

ipcRenderer.on(PORT, ({ ports }) => {
  page.postMessage(PORT, page.location.origin, [...ports])
})
