/** Opens a window's two links to the core, for its page and its paint worker: ports from the preload, else sockets to the gateway. No other module opens a link. */

import './jitless.ts'
import type { Clock } from '../../shared/base/clock.ts'
import { seededRandom } from '../../shared/base/random.ts'
import { connectContract, type Proof } from '../../shared/contract/client/client.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import { portTransport } from '../../shared/contract/portTransport.ts'
import { socketTransport } from '../../shared/contract/socketTransport.ts'
import type { Transport } from '../../shared/contract/transport.ts'
import { inShell } from './inShell.ts'
import type { PaintTransport, WorkerTransport } from './paintTransport.ts'

/** The names of the messages between page and preload (`electron/preload.ts`). */
const PAGE = { ask: 'openpit.askPort', answer: 'openpit.port' } as const
const PAINT = { ask: 'openpit.askPaintPort', answer: 'openpit.paintPort' } as const
const CONTRACT_PATH = '/contract'
const SECRET_KEPT = 'openpit.secret'
/** Ms to wait for a port. Preload and main process answer at once or not at all. */
const PORT_TIME = 5_000

/** Connects this window's page to the core. After a failure the link stays down and tries again. */
export function connect(clock: Clock): ContractClient {
  return inShell
    ? join(clock, async () => portTransport(await askPort(clock, PAGE)), null)
    : join(clock, openSocket, ownProof())
}

/** How the page's paint worker reaches the core. */
export const paintTransport = (clock: Clock): PaintTransport =>
  inShell ? { kind: 'ports', ask: () => askPort(clock, PAINT) } : { kind: 'socket', proof: ownProof() }

/** Connects the paint worker to the core over its own transport, so that quotes never wait for a busy page. */
export const connectPaint = (
  clock: Clock,
  transport: WorkerTransport,
  bringPort: () => Promise<MessagePort>,
): ContractClient =>
  transport.kind === 'ports'
    ? join(clock, async () => portTransport(await bringPort()), null)
    : join(clock, openSocket, transport.proof)

const join = (clock: Clock, openTransport: () => Promise<Transport>, proof: Proof | null): ContractClient =>
  connectContract({
    openTransport,
    clock,
    random: seededRandom(clock.now()),
    ...(proof === null ? {} : { proof }),
    report: reportError,
  })

function askPort(clock: Clock, { ask, answer }: typeof PAGE | typeof PAINT): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      window.removeEventListener('message', hear)
      stop()
    }
    const hear = (event: MessageEvent) => {
      const port = event.ports[0]
      if (event.source !== window || event.origin !== location.origin || event.data !== answer || !port)
        return
      finish()
      resolve(port)
    }
    const stop = clock.after(PORT_TIME, () => {
      finish()
      reject(new Error('The shell sent no port.'))
    })
    window.addEventListener('message', hear)
    window.postMessage(ask, location.origin)
  })
}

function openSocket(): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}${CONTRACT_PATH}`)
    socket.addEventListener('open', () => resolve(socketTransport(socket)), { once: true })
    socket.addEventListener('close', () => reject(new Error('The core does not answer.')), { once: true })
  })
}

let taken: Proof | null = null
/**
 * The token of the address, which is valid once, and this window's own secret, which is valid for the rest of the run. Removes the token from the
 * address and stores only the secret for reloads, so that the browser's history holds no valid token.
 */
function ownProof(): Proof {
  if (taken) return taken
  const token = location.hash.slice(1) || null
  const secret = sessionStorage.getItem(SECRET_KEPT) ?? mintSecret()
  sessionStorage.setItem(SECRET_KEPT, secret)
  history.replaceState(null, '', location.pathname)
  taken = { token, secret }
  return taken
}

const mintSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
