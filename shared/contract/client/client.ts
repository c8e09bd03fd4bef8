/** The window's end of the contract: joins the link to the core with calls and subscriptions. Draws and stores nothing. */

import type { Result } from '../../base/result.ts'
import { ClientCalls } from './clientCalls.ts'
import { ClientLink, type ClientLinkOptions, type LinkedFrame } from './clientLink.ts'
import { ClientSubscriptions } from './clientSubscriptions.ts'
import type { CommandName } from '../contract.ts'
import type { Failure } from '../failure.ts'
import type { ContractClient } from '../ports.ts'

export type { Proof } from './clientLink.ts'

export interface ClientOptions extends ClientLinkOptions {
  /** Receives what a topic's listener threw; its subscription is opened again. */
  readonly report?: (error: unknown) => void
}

export function connectContract(options: ClientOptions): ContractClient {
  const link: ClientLink = new ClientLink(options, {
    onUp: () => subscriptions.openAll(),
    onLost: () => calls.lost(),
    onDown: (refusal) => subscriptions.lost(refusal),
    onFrame: receive,
  })
  const calls = new ClientCalls(link, options.clock)
  const subscriptions = new ClientSubscriptions({
    link,
    clock: options.clock,
    ...(options.report ? { report: options.report } : {}),
  })

  function receive(frame: LinkedFrame): void {
    switch (frame.kind) {
      case 'reply':
        return calls.replied(frame.id, frame.body)
      case 'refusal':
        // Calls and subscriptions share one range of ids.
        if (!subscriptions.ended(frame.id, frame.failure.kind)) calls.refused(frame.id, frame.failure)
        return
      case 'ended':
        subscriptions.ended(frame.id, frame.why)
        return
      case 'snapshot':
      case 'delta':
        return subscriptions.received(frame)
    }
  }

  void link.connect()

  return {
    call: (name: CommandName, request: unknown) =>
      calls.call(name, request) as Promise<Result<never, Failure>>,
    open: (name, key, listener) => subscriptions.open(name, key, listener),
    onLink: (listener) => link.listen(listener),
    close() {
      subscriptions.clear()
      link.close()
    },
  }
}
