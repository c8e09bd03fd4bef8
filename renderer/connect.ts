/** The page's one link to the core: a port from the preload, else a socket to the gateway that served the page. Nothing else in the page may open one. */

import './jitless.ts'
import type { Clock } from '../shared/base/clock.ts'
import { seededRandom } from '../shared/base/random.ts'
import { connectContract } from '../shared/contract/client.ts'
import type { ContractClient } from '../shared/contract/ports.ts'
import { portTransport } from '../shared/contract/portTransport.ts'
import { socketTransport } from '../shared/contract/socketTransport.ts'
import type { Transport } from '../shared/contract/transport.ts'

/** The words between page and preload (`electron/preload.ts`). */
const ASK = 'openpit.askPort'
const ANSWER = 'openpit.port'
/** The scheme under which the desktop shell serves the page. */
const SHELL = 'app:'
const CONTRACT_PATH = '/contract'
const TOKEN_KEPT = 'openpit.token'
/** The preload and main answer within a turn or not at all, ms. */
const PORT_TIME = 5_000

/** Whether the desktop shell serves this page. */
export const inShell = location.protocol === SHELL

/** Connects this window to the core. Failures show as a link that stays down; it goes on trying. */
export function connect(clock: Clock): ContractClient {
  const token = inShell ? null : takeToken()
  return connectContract({
    openTransport: inShell ? () => openPort(clock) : openSocket,
    clock,
    random: seededRandom(clock.now()),
    ...(token === null ? {} : { token }),
    report: reportError,
  })
}

function openPort(clock: Clock): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      window.removeEventListener('message', hear)
      stop()
    }
    const hear = (event: MessageEvent) => {
      const port = event.ports[0]
      if (event.source !== window || event.origin !== location.origin || event.data !== ANSWER || !port)
        return
      finish()
      resolve(portTransport(port))
    }
    const stop = clock.after(PORT_TIME, () => {
      finish()
      reject(new Error('The shell handed over no port.'))
    })
    window.addEventListener('message', hear)
    window.postMessage(ASK, location.origin)
  })
}

function openSocket(): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}${CONTRACT_PATH}`)
    socket.addEventListener('open', () => resolve(socketTransport(socket)), { once: true })
    socket.addEventListener('close', () => reject(new Error('The core does not answer.')), { once: true })
  })
}

/** The token of the address; kept for reloads of this tab and taken out of the address, so that no history or picture shows it. */
function takeToken(): string | null {
  const given = location.hash.slice(1)
  if (given === '') return sessionStorage.getItem(TOKEN_KEPT)
  sessionStorage.setItem(TOKEN_KEPT, given)
  history.replaceState(null, '', location.pathname)
  return given
}
