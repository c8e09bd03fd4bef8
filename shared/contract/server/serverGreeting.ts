/** Checks the greeting of a window: token, secret and version. Serves nothing. */

import type { Clock } from '../../base/clock.ts'
import { CONTRACT_VERSION } from '../contract.ts'
import { failureOf, type Failure } from '../failure.ts'
import { clientFrame, type ClientFrame, type ServerFrame } from '../frames.ts'
import type { Transport } from '../transport.ts'

export type Greeting = Extract<ClientFrame, { kind: 'hello' }>

/** Whether token and secret of the greeting are right; may be called more than once. */
export type Admits = (greeting: Greeting) => boolean

/** Ms that a window has to greet. */
export const GREETING_TIME = 5_000
const WRONG_ADDRESS =
  'This address is not valid for the running terminal, or was used before. Open the newest address that the terminal printed.'

/** Why the window is refused, with the reason for the log; null when it is admitted. */
export function whyRefused(
  greeting: Greeting,
  admits: Admits | undefined,
): { readonly failure: Failure; readonly reason: string } | null {
  if (admits && !admits(greeting))
    return { failure: failureOf('not-permitted', WRONG_ADDRESS), reason: 'the token is wrong' }
  if (greeting.version === CONTRACT_VERSION) return null
  return {
    failure: failureOf(
      'version-mismatch',
      `This window has version ${greeting.version} and the terminal has version ${CONTRACT_VERSION}. Reload the window.`,
    ),
    reason: 'the versions differ',
  }
}

export interface RefusalOptions {
  readonly clock: Clock
  readonly admits?: Admits
  /** Called once when the window is gone. */
  readonly onClose?: (reason: string) => void
  /** Sent to a window whose token is right. */
  readonly failure: Failure
}

/** Answers the greeting of one window with the reason why the terminal cannot serve it, and closes the transport. */
export function refuseContract(transport: Transport, options: RefusalOptions): void {
  const stopWaiting = options.clock.after(GREETING_TIME, () => transport.close('no greeting came in time'))
  transport.onClose((reason) => {
    stopWaiting()
    options.onClose?.(reason)
  })
  transport.onFrame((raw) => {
    const parsed = clientFrame.safeParse(raw)
    const admitted = parsed.success && parsed.data.kind === 'hello' && (options.admits?.(parsed.data) ?? true)
    const refusal: ServerFrame = {
      kind: 'refusal',
      id: 0,
      failure: admitted ? options.failure : failureOf('not-permitted', WRONG_ADDRESS),
    }
    transport.send(refusal)
    transport.close(admitted ? 'there is no desk' : 'the token is wrong')
  })
}
