/** Wraps a broker adapter for a replay: passes reads on and refuses every mutation. */

import type { Broker } from '../core/ports/broker.ts'
import type { SendOutcome } from '../core/ports/brokerAnswers.ts'

const REFUSED: SendOutcome<never> = {
  kind: 'not-sent',
  message: 'Not sent: this is a replay of a recording, and nothing can be sent in it.',
}
const refuse = (): Promise<SendOutcome<never>> => Promise.resolve(REFUSED)

/** Every mutation of the port by name: a new one does not compile until it is listed here too. */
type Mutations = {
  readonly [
    Name in keyof Broker as Broker[Name] extends (...words: never[]) => Promise<SendOutcome<infer _>>
      ? Name
      : never
  ]: Broker[Name]
}

const NOTHING: Mutations = {
  createOrder: refuse,
  amendOrder: refuse,
  cancelOrder: refuse,
  transfer: refuse,
  writeFeeProfile: refuse,
  registerWebhook: refuse,
  removeWebhook: refuse,
}

export const readOnly = (broker: Broker): Broker => ({ ...broker, ...NOTHING })
