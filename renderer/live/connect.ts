/** A window's links to the core, one of its page and one of its paint worker: ports from the preload, else sockets to the gateway that served the page. Nothing else in a window may open one. */

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

/** The words between page and preload (`electron/preload.ts`). */
const PAGE = { ask: 'openpit.askPort', answer: 'openpit.port' } as const
const PAINT = { ask: 'openpit.askPaintPort', answer: 'openpit.paintPort' } as const
const CONTRACT_PATH = '/contract'
const SECRET_KEPT = 'openpit.secret'
/** The preload and main answer within a turn or not at all, ms. */
const PORT_TIME = 5_000

/** Connects this window's page to the core. Failures show as a link that stays down; it goes on trying. */
export function connect(clock: Clock): ContractClient {
  return inShell
    ? join(clock, async () => portTransport(await askPort(clock, PAGE)), null)
    : join(clock, openSocket, ownProof())
}

/** How the page's paint worker reaches the core. */
export const paintTransport = (clock: Clock): PaintTransport =>
  inShell ? { kind: 'ports', ask: () => askPort(clock, PAINT) } : { kind: 'socket', proof: ownProof() }

/** Connects the paint worker to the core, over a transport of its own. Quotes never wait for a busy page. */
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
      reject(new Error('The shell handed over no port.'))
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
 * The token of the address, which is good once, and this window's own secret, which is good for the rest of the run. The token is taken out of
 * the address, and only the secret is kept for reloads: what the browser writes into its history is worth nothing once the page is there.
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
