/** Serves the contract to desktop windows over message ports. Answers only the main frame of a window of ours, on our own origin. */

import type { Clock } from '../../shared/base/clock.ts'
import { portTransport, type EmitterPort } from '../../shared/contract/portTransport.ts'
import { serveContract } from '../../shared/contract/server/server.ts'
import type { Transport } from '../../shared/contract/transport.ts'
import type { Desk } from '../deskTypes.ts'

/** The frame that asks, as Electron's `WebFrameMain` has it. */
export interface AskingFrame<Port> {
  readonly origin: string
  readonly parent: unknown
  postMessage(channel: string, message: unknown, transfer: Port[]): void
}

export interface PortGatewayOptions<Port extends EmitterPort> {
  readonly desk: Pick<Desk, 'handlers' | 'sources' | 'allows'>
  readonly clock: Clock
  /** The one origin that may ask. */
  readonly origin: string
  /** Whether a web contents id belongs to a window that we made. */
  readonly isOurs: (webContentsId: number) => boolean
  /** A fresh pair: the first stays here, the second goes to the page. */
  readonly channel: () => { readonly port1: Port; readonly port2: Port }
  readonly report: (sentence: string, error: unknown) => void
}

export interface PortGateway<Port> {
  /** Hands a port to the frame that asked, or refuses. A window that asks again (after a reload, or a lost port) leaves its last port of that channel. */
  ask(channel: PortChannel, webContentsId: number, frame: AskingFrame<Port> | null): void
  /** The window is gone. */
  leave(webContentsId: number): void
}

/** The words between main, preload and page; they carry nothing but a port: the page's, and its paint worker's, which may look only. */
export const PORT_CHANNELS = ['openpit.port', 'openpit.paintPort'] as const
export type PortChannel = (typeof PORT_CHANNELS)[number]

export function createPortGateway<Port extends EmitterPort>(
  options: PortGatewayOptions<Port>,
): PortGateway<Port> {
  const { desk, clock, origin, isOurs, channel, report } = options
  const open: Readonly<Record<PortChannel, Map<number, Transport>>> = {
    'openpit.port': new Map(),
    'openpit.paintPort': new Map(),
  }

  function leave(name: PortChannel, webContentsId: number): void {
    open[name].get(webContentsId)?.close('the window left')
    open[name].delete(webContentsId)
  }

  return {
    ask(name, webContentsId, frame) {
      if (!frame || frame.parent !== null || frame.origin !== origin || !isOurs(webContentsId)) {
        report('A frame that is not a window of the terminal asked for a port; it got none.', null)
        return
      }
      leave(name, webContentsId)
      const { port1, port2 } = channel()
      const transport = portTransport(port1)
      open[name].set(webContentsId, transport)
      serveContract(transport, {
        handlers: desk.handlers,
        sources: desk.sources,
        caller: {
          windowId: `shell-${webContentsId}`,
          allows: (scope) => (name === 'openpit.port' || scope === 'read') && desk.allows('shell', scope),
        },
        clock,
        report,
        onClose() {
          if (open[name].get(webContentsId) === transport) open[name].delete(webContentsId)
        },
      })
      frame.postMessage(name, null, [port2])
    },
    leave(webContentsId) {
      for (const name of PORT_CHANNELS) leave(name, webContentsId)
    },
  }
}
