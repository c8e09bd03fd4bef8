/** Serves the contract to desktop windows over message ports. Serves only the main frame of the terminal's windows, on the page's own origin. */

import type { Clock } from '../../shared/base/clock.ts'
import { portTransport, type EmitterPort } from '../../shared/contract/portTransport.ts'
import { serveContract } from '../../shared/contract/server/server.ts'
import type { Transport } from '../../shared/contract/transport.ts'
import type { Desk } from '../deskTypes.ts'

/** The frame that requests a port: the used part of Electron's `WebFrameMain`. */
export interface AskingFrame<Port> {
  readonly origin: string
  readonly parent: unknown
  postMessage(channel: string, message: unknown, transfer: Port[]): void
}

export interface PortGatewayOptions<Port extends EmitterPort> {
  readonly desk: Pick<Desk, 'handlers' | 'sources' | 'allows'>
  readonly clock: Clock
  /** The only origin that gets a port. */
  readonly origin: string
  /** Whether a web contents id belongs to a window of the terminal. */
  readonly isOurs: (webContentsId: number) => boolean
  /** Creates a pair of ports: `port1` stays here, `port2` goes to the page. */
  readonly channel: () => { readonly port1: Port; readonly port2: Port }
  readonly report: (sentence: string, error: unknown) => void
}

export interface PortGateway<Port> {
  /** Gives a port to the requesting frame, or refuses. A second request on a channel (after a reload or a lost port) closes the earlier port. */
  openPort(channel: PortChannel, webContentsId: number, frame: AskingFrame<Port> | null): void
  /** Closes the ports of a closed window. */
  closePorts(webContentsId: number): void
}

/** Channels between main process, preload and page. Each carries only a port: the page's, or its paint worker's, which is read-only. */
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

  function closePort(name: PortChannel, webContentsId: number): void {
    open[name].get(webContentsId)?.close('the window left')
    open[name].delete(webContentsId)
  }

  return {
    openPort(name, webContentsId, frame) {
      if (!frame || frame.parent !== null || frame.origin !== origin || !isOurs(webContentsId)) {
        report('A frame outside the windows of the terminal requested a port. The request was refused.', null)
        return
      }
      closePort(name, webContentsId)
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
    closePorts(webContentsId) {
      for (const name of PORT_CHANNELS) closePort(name, webContentsId)
    },
  }
}
