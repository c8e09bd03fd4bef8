/** Starts the paper broker on loopback, with HTTP and streams on one port. Holds no rules. */

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import { createApiServer } from './api/apiServer.ts'
import { controlCommands } from './control/controlCommands.ts'
import { openControlServer, type ControlServer } from './control/controlServer.ts'
import { sourceFor } from './exchange/randomDraws.ts'
import type { Exchange } from './exchange/exchange.ts'
import { NO_REQUEST_FAULTS, requestFaults } from './api/requestFaults.ts'
import { faultyStreams } from './stream/streamFaults.ts'
import { openPaperCore, type PaperCoreOptions } from './paperCore.ts'
import type { ChannelErrorCode } from './stream/channels.ts'
import { STREAM_PATH, serveStreams } from './stream/streamServer.ts'

export interface PaperBrokerOptions extends PaperCoreOptions {
  /** 0 takes any free port. */
  readonly port?: number
  /** Opens the control endpoint with this token (docs/paper-broker.md). Without a token there is no such endpoint. */
  readonly controlToken?: string
  /** Injects faults into requests and streams, drawn from a seed. `say` receives one sentence for each fault. */
  readonly faults?: { readonly seed: number; readonly say: (sentence: string) => void }
}

export interface PaperBroker {
  readonly restUrl: string
  readonly streamUrl: string
  readonly username: string
  readonly password: string
  readonly customers: readonly CustomerCode[]
  /** What was lost of the accounts of earlier runs, one sentence each. */
  readonly losses: readonly string[]
  /** Update messages sent on a stream channel, counted once for each subscription that received them. */
  readonly sent: (channel: string) => number
  /** Ends a pending deposit or withdrawal as cancelled, as the exchange behind a broker may. False when no transfer of that code is pending. */
  readonly cancelTransfer: (code: string) => boolean
  /** Delivers an event to the webhooks that subscribed to its type (docs/api.md#webhook-events). The broker itself never sends one. */
  readonly emitWebhook: (type: string, payload: object) => void
  /** Closes the channel's subscription at every client, with a code of docs/api.md#7.channelScoped; `subscribe` opens it again. Returns the number closed. */
  readonly failChannel: (channel: string, code: ChannelErrorCode) => number
  /** Throws on an unknown symbol. */
  readonly setInstrumentStatus: Exchange['setStatus']
  readonly control: Pick<ControlServer, 'url' | 'token'> | null
  /** Resolves when the port is free and the state is on disk. */
  close(): Promise<void>
}

/** Starts a broker on 127.0.0.1. Rejects with one sentence when the port is taken or the state cannot be used. */
export async function startPaperBroker(options: PaperBrokerOptions): Promise<PaperBroker> {
  const { exchange, clock, onFault, faults } = options
  const core = openPaperCore(options)
  const server = createApiServer({
    api: core.api,
    clock,
    faults: faults ? requestFaults(sourceFor(faults.seed, 'requests'), faults.say) : NO_REQUEST_FAULTS,
    onFault,
  })
  const streams = faults
    ? faultyStreams(core.streams, {
        clock,
        random: sourceFor(faults.seed, 'streams'),
        say: faults.say,
        symbols: exchange.instruments.map(({ symbol }) => symbol),
      })
    : core.streams
  serveStreams(server, streams, core.apiVariant, clock)
  let port: number
  try {
    port = await listen(server, options.port ?? 0)
  } catch (error) {
    streams.close()
    core.close()
    throw error
  }
  const control = options.controlToken
    ? await openControlServer(
        controlCommands({
          exchange,
          transfers: core.brokerage.transfers,
          sessions: core.sessions,
          webhooks: core.webhooks,
        }),
        options.controlToken,
        onFault,
      )
    : null
  const stopExchange = exchange.start()
  let closing: Promise<void> | null = null
  return {
    restUrl: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}${STREAM_PATH}`,
    username: core.username,
    password: core.password,
    customers: core.brokerage.context.store.accounts.customers(),
    losses: core.losses,
    sent: streams.sent,
    setInstrumentStatus: (symbol, status) => exchange.setStatus(symbol, status),
    cancelTransfer: (code) => core.brokerage.transfers.cancel(code),
    emitWebhook: (type, payload) => core.webhooks.emit(type, payload),
    failChannel: streams.fail,
    control: control && { url: control.url, token: control.token },
    close() {
      closing ??= new Promise((resolve) => {
        stopExchange()
        control?.close()
        streams.close()
        server.close(() => {
          core.close()
          resolve()
        })
        server.closeAllConnections()
      })
      return closing
    },
  }
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken. Choose another with --port, or 0 for any free port.`)
          : new Error(`Cannot listen on port ${port}: ${error.message}`),
      ),
    )
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
