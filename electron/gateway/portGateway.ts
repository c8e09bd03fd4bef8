/** Serves the contract to desktop windows over message ports. Answers only the main frame of a window of ours, on our own origin. */

import type { Clock } from '../../shared/base/clock.ts'
import { portTransport, type EmitterPort } from '../../shared/contract/portTransport.ts'
import { serveContract } from '../../shared/contract/server.ts'
import type { Transport } from '../../shared/contract/transport.ts'
import type { Desk } from '../desk.ts'

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
  /** Hands a port to the frame that asked, or refuses. A window that asks again (after a reload, or a lost port) leaves its last port. */
  ask(webContentsId: number, frame: AskingFrame<Port> | null): void
  /** The window is gone. */
  leave(webContentsId: number): void
}

/** The word between main, preload and page; it carries nothing but the port. */
export const PORT_CHANNEL = 'openpit.port'

export function createPortGateway<Port extends EmitterPort>(
  options: PortGatewayOptions<Port>,
): PortGateway<Port> {
  const { desk, clock, origin, isOurs, channel, report } = options
  const open = new Map<number, Transport>()

  function leave(webContentsId: number): void {
    open.get(webContentsId)?.close('the window left')
    open.delete(webContentsId)
  }

  return {
    ask(webContentsId, frame) {
      if (!frame || frame.parent !== null || frame.origin !== origin || !isOurs(webContentsId)) {
        report('A frame that is not a window of the terminal asked for a port; it got none.', null)
        return
      }
      leave(webContentsId)
      const { port1, port2 } = channel()
      const transport = portTransport(port1)
      open.set(webContentsId, transport)
      serveContract(transport, {
        handlers: desk.handlers,
        sources: desk.sources,
        caller: { windowId: `shell-${webContentsId}`, allows: (scope) => desk.allows('shell', scope) },
        clock,
        report,
        onClose() {
          if (open.get(webContentsId) === transport) open.delete(webContentsId)
        },
      })
      frame.postMessage(PORT_CHANNEL, null, [port2])
    },
    leave,
  }
}
