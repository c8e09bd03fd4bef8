/** Serves the contract on sockets that the loopback gateway accepted. Admits a window only through `admits`. */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Clock } from '../../shared/base/clock.ts'
import { failureOf } from '../../shared/contract/failure.ts'
import { clientFrame } from '../../shared/contract/frames.ts'
import { serveContract } from '../../shared/contract/server/server.ts'
import { refuseContract, type Greeting } from '../../shared/contract/server/serverGreeting.ts'
import { decodeFrame, socketTransport } from '../../shared/contract/socketTransport.ts'
import { MAX_FRAME, type Transport } from '../../shared/contract/transport.ts'
import type { Desk } from '../deskTypes.ts'

export interface WindowSocketsOptions {
  /** Windows wait for it after their greeting. When it fails, every window receives the reason. */
  readonly desk: Promise<Pick<Desk, 'handlers' | 'sources' | 'allows'>>
  readonly clock: Clock
  /** Whether a greeting is admitted. Called more than once per greeting. */
  readonly admits: (greeting: Greeting) => boolean
  readonly report: (sentence: string, error: unknown) => void
}

/** Limit of sockets that greeted. A window has two: its page's and its paint worker's. */
const MAX_GREETED = 64
/** Limit of sockets that have not greeted. Above it the newest replaces the oldest, so that silent sockets block no window. */
const MAX_SILENT = 16

export interface WindowSockets {
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

export function openWindowSockets({ desk, clock, admits, report }: WindowSocketsOptions): WindowSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false })
  const transports = new Set<Transport>()
  /** The `transports` that have not greeted, oldest first. */
  const silent = new Set<Transport>()
  let windows = 0

  /** A right greeting takes its slot at its first frame, even before the core exists. */
  function hearGreeting(transport: Transport, data: unknown): void {
    const read = clientFrame.safeParse(decodeFrame(data))
    if (!read.success || read.data.kind !== 'hello' || !admits(read.data)) return
    silent.delete(transport)
    if (transports.size - silent.size <= MAX_GREETED) return
    const sentence = `There are ${MAX_GREETED / 2} windows already. Close one, then open this one again.`
    transport.send({ kind: 'refusal', id: 0, failure: failureOf('overflow', sentence) })
    transport.close('too many windows are open')
  }

  async function serve(transport: Transport): Promise<void> {
    const onClose = () => {
      transports.delete(transport)
      silent.delete(transport)
    }
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
      const sentence = error instanceof Error ? error.message : 'the trading core could not start'
      const failure = failureOf('not-connected', `The terminal could not start: ${sentence}`)
      refuseContract(transport, { failure, clock, admits, onClose })
    }
  }

  return {
    take(request, socket, head) {
      sockets.handleUpgrade(request, socket, head, (opened) => {
        // Runs before the contract receives the same frame.
        opened.once('message', (data: unknown, isBinary: boolean) => {
          if (!isBinary) hearGreeting(transport, String(data))
        })
        const transport = socketTransport(opened)
        transports.add(transport)
        silent.add(transport)
        const [oldest] = silent
        if (silent.size > MAX_SILENT) oldest?.close('it did not greet, and others wait')
        void serve(transport)
      })
    },
    close() {
      for (const transport of transports) transport.close('the terminal is closing')
      sockets.close()
    },
  }
}
