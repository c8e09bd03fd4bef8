/** The windows behind the loopback gateway: takes over a socket that the door let pass and serves the contract on it. Admits nobody by itself. */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Clock } from '../../shared/base/clock.ts'
import { failureOf } from '../../shared/contract/failure.ts'
import { refuseContract, serveContract } from '../../shared/contract/server.ts'
import { socketTransport } from '../../shared/contract/socketTransport.ts'
import { MAX_FRAME, type Transport } from '../../shared/contract/transport.ts'
import type { Desk } from '../desk.ts'

export interface WindowSocketsOptions {
  /** Windows wait for it with their greeting. Its failure is theirs: each is told why. */
  readonly desk: Promise<Pick<Desk, 'handlers' | 'sources' | 'allows'>>
  readonly clock: Clock
  /** Whether the token of a greeting is right. */
  readonly admits: (token: string | undefined) => boolean
  readonly report: (sentence: string, error: unknown) => void
}

export interface WindowSockets {
  readonly count: number
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

export function openWindowSockets({ desk, clock, admits, report }: WindowSocketsOptions): WindowSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false })
  const transports = new Set<Transport>()
  let windows = 0

  async function serve(transport: Transport): Promise<void> {
    const onClose = () => transports.delete(transport)
    try {
      const { handlers, sources, allows } = await desk
      serveContract(transport, {
        handlers,
        sources,
        caller: { windowId: `loopback-${++windows}`, allows: (scope) => allows('loopback', scope) },
        clock,
        admits,
        report,
        onClose,
      })
    } catch (error) {
      const sentence = error instanceof Error ? error.message : 'the desk could not be built'
      const failure = failureOf('not-connected', `The terminal could not start: ${sentence}`)
      refuseContract(transport, { failure, clock, admits, onClose })
    }
  }

  return {
    get count() {
      return transports.size
    },
    take(request, socket, head) {
      sockets.handleUpgrade(request, socket, head, (opened) => {
        const transport = socketTransport(opened)
        transports.add(transport)
        void serve(transport)
      })
    },
    close() {
      for (const transport of transports) transport.close('the terminal is closing')
      sockets.close()
    },
  }
}
