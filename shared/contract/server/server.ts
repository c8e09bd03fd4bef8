/** The core's end of the contract: checks every frame of one window and hands it to calls or subscriptions. Knows no command by name. */

import type { Clock } from '../../base/clock.ts'
import { CONTRACT_VERSION } from '../contract.ts'
import { clientFrame, faultOf, fitsWithin, type ClientFrame, type ServerFrame } from '../frames.ts'
import type { Caller, CommandHandlers, TopicSources } from '../ports.ts'
import { ServerCalls } from './serverCalls.ts'
import { GREETING_TIME, whyRefused, type Admits, type Greeting } from './serverGreeting.ts'
import { ServerSubscriptions } from './serverSubscriptions.ts'
import { MAX_FRAME, type Transport } from '../transport.ts'

export interface ServerOptions {
  readonly handlers: CommandHandlers
  readonly sources: TopicSources
  readonly caller: Caller
  readonly clock: Clock
  /** Left out where the transport itself proves who the caller is. */
  readonly admits?: Admits
  /** Receives the defects that a handler or source threw (C8). Never receives a request, which may hold a password. */
  readonly report: (sentence: string, error: unknown) => void
  /** Called once when the window is gone, with the reason. */
  readonly onClose?: (reason: string) => void
}

/** Serves one window until its transport closes. No frame can make this throw. */
export function serveContract(transport: Transport, options: ServerOptions): void {
  const { handlers, sources, caller, clock, report } = options
  const send = (frame: ServerFrame) => transport.send(frame)
  const calls = new ServerCalls({ handlers, caller, clock, send, report })
  const subscriptions = new ServerSubscriptions({ sources, caller, send, report })
  const stopWaiting = clock.after(GREETING_TIME, () => transport.close('no greeting came in time'))
  let greeted = false
  let newest = 0

  function greet(greeting: Greeting): void {
    if (greeted) return transport.close('a second greeting came')
    stopWaiting()
    const refused = whyRefused(greeting, options.admits)
    if (refused) {
      send({ kind: 'refusal', id: 0, failure: refused.failure })
      return transport.close(refused.reason)
    }
    greeted = true
    send({ kind: 'welcome', id: 0, version: CONTRACT_VERSION })
  }

  function take(frame: Exclude<ClientFrame, Greeting>): void {
    switch (frame.kind) {
      case 'call':
      case 'open':
        if (frame.id <= newest) return transport.close('an id was used twice')
        newest = frame.id
        if (frame.kind === 'open') subscriptions.open(frame)
        else void calls.answer(frame)
        return
      case 'credit':
        return subscriptions.credit(frame.id, frame.place)
      case 'close':
        return subscriptions.close(frame.id)
    }
  }

  transport.onClose((reason) => {
    stopWaiting()
    subscriptions.closeAll()
    options.onClose?.(reason)
  })

  transport.onFrame((raw) => {
    if (!fitsWithin(raw, MAX_FRAME)) return transport.close('a frame was larger than 1 MiB')
    const parsed = clientFrame.safeParse(raw)
    if (!parsed.success) return transport.close(`a frame could not be read: ${faultOf(parsed.error).message}`)
    const frame = parsed.data
    if (frame.kind === 'hello') return greet(frame)
    if (!greeted) return transport.close('a frame came before the greeting')
    take(frame)
  })
}
