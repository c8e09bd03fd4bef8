/** The core's end of the contract: checks every frame, asks the scope, calls handlers and runs subscriptions. Knows no command by name. */

import type { Clock } from '../base/clock.ts'
import { MAX_ACT_AGE } from '../domain/actAge.ts'
import { commands, CONTRACT_VERSION, topics, type CommandName, type TopicName } from './contract.ts'
import type { Command, Scope, Topic } from './define.ts'
import { failureOf, type Failure, type FailureKind } from './failure.ts'
import { clientFrame, faultOf, fitsWithin, type ClientFrame, type ServerFrame } from './frames.ts'
import { createOutbox, RECEIPT_WINDOW, type Outbox } from './outbox.ts'
import type { Caller, CommandHandlers, TopicFeed, TopicSources } from './ports.ts'
import { MAX_FRAME, type Transport } from './transport.ts'

export interface ServerOptions {
  readonly handlers: CommandHandlers
  readonly sources: TopicSources
  readonly caller: Caller
  readonly clock: Clock
  /** Whether token and secret of the greeting are right; asked more than once. Left out where the road itself proves who is there. */
  readonly admits?: (greeting: Greeting) => boolean
  /** Hears of defects: a handler or source that threw (C8). Never gets a request, which may hold a password. */
  readonly report: (sentence: string, error: unknown) => void
  /** Hears once that the window is gone, and why. */
  readonly onClose?: (reason: string) => void
}

export type Greeting = Extract<ClientFrame, { kind: 'hello' }>

/** A window that says nothing is let go after this long, ms. */
const GREETING_TIME = 5_000
const WRONG_ADDRESS =
  'This address is not valid for the running terminal, or was used before. Open the newest address that it printed.'
/** Calls that one window may have under way, and subscriptions it may hold. */
const MAX_OPEN = 512

/** The contract with its types laid aside: what the machinery needs of any command or topic. */
type AnyHandler = (
  request: unknown,
  caller: Caller,
) => Promise<{ ok: true; value: unknown } | { ok: false; failure: Failure }>
type AnySource = (
  key: unknown,
  sink: { snapshot(value: unknown): void; delta(change: unknown): void; end(why: FailureKind): void },
  caller: Caller,
) => TopicFeed

interface Subscription {
  readonly outbox: Outbox
  feed: TopicFeed | null
  closed: boolean
}

export interface RefusalOptions extends Pick<ServerOptions, 'clock' | 'admits' | 'onClose'> {
  /** Told to a window whose token is right. */
  readonly failure: Failure
}

/** Answers the greeting of one window by why there is no desk to serve, and closes. */
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

/** Serves one window until its transport closes. Nothing that comes over the transport can throw out of here. */
export function serveContract(transport: Transport, options: ServerOptions): void {
  const { handlers, sources, caller, clock, report } = options
  const subscriptions = new Map<number, Subscription>()
  const calls = new Set<number>()
  let greeted = false
  let newest = 0

  const send = (frame: ServerFrame) => transport.send(frame)
  const refuse = (id: number, failure: Failure) => send({ kind: 'refusal', id, failure })
  const stopWaiting = clock.after(GREETING_TIME, () => transport.close('no greeting came in time'))

  function hello(frame: Greeting): void {
    if (greeted) return transport.close('a second greeting came')
    stopWaiting()
    if (options.admits && !options.admits(frame)) {
      refuse(0, failureOf('not-permitted', WRONG_ADDRESS))
      return transport.close('the token is wrong')
    }
    if (frame.version !== CONTRACT_VERSION) {
      refuse(
        0,
        failureOf(
          'version-mismatch',
          `This window speaks version ${frame.version} and the core version ${CONTRACT_VERSION}. Reload the window.`,
        ),
      )
      return transport.close('the versions differ')
    }
    greeted = true
    send({ kind: 'welcome', id: 0, version: CONTRACT_VERSION })
  }

  async function answer({ id, name, at, body }: Extract<ClientFrame, { kind: 'call' }>): Promise<void> {
    if (!Object.hasOwn(commands, name))
      return refuse(id, failureOf('invalid-request', `There is no command "${name}".`))
    const command: Command = commands[name as CommandName]
    if (!caller.allows(command.scope))
      return refuse(id, failureOf('not-permitted', NOT_PERMITTED[command.scope]))
    const request = command.request.safeParse(body)
    if (!request.success) {
      const { message, field } = faultOf(request.error)
      return refuse(id, failureOf('invalid-request', message, { field }))
    }
    // Window and core share one machine's clock: an age in either direction means that nobody knows when the key was pressed.
    const age = Math.abs(clock.now() - at)
    if (command.expires && age > MAX_ACT_AGE)
      return refuse(
        id,
        failureOf(
          'refused',
          `This reached the desk ${Math.round(age / 1000)} s after the key, which is too late: the desk did not act on it. Look at what there is now, then ask again.`,
        ),
      )
    if (calls.size >= MAX_OPEN)
      return refuse(id, failureOf('overflow', 'Too many requests are under way. Wait for an answer.'))
    calls.add(id)
    try {
      const result = await (handlers[name as CommandName] as AnyHandler)(request.data, caller)
      if (result.ok) send({ kind: 'reply', id, body: result.value })
      else refuse(id, result.failure)
    } catch (error) {
      report(`The handler of ${name} threw.`, error)
      refuse(
        id,
        command.scope === 'trade'
          ? failureOf(
              'internal',
              'The terminal failed while it handled this. Look the order up before sending another.',
            )
          : failureOf('internal', 'The terminal failed while it handled this. The rest goes on.'),
      )
    } finally {
      calls.delete(id)
    }
  }

  function open({ id, topic: name, key: body }: Extract<ClientFrame, { kind: 'open' }>): void {
    if (!Object.hasOwn(topics, name))
      return refuse(id, failureOf('invalid-request', `There is no topic "${name}".`))
    const topic: Topic = topics[name as TopicName]
    if (!caller.allows('read')) return refuse(id, failureOf('not-permitted', NOT_PERMITTED.read))
    const key = topic.key.safeParse(body)
    if (!key.success) {
      const { message, field } = faultOf(key.error)
      return refuse(id, failureOf('invalid-request', message, { field }))
    }
    if (subscriptions.size >= MAX_OPEN)
      return refuse(id, failureOf('overflow', 'This window holds too many subscriptions.'))

    const end = (why: FailureKind) => {
      if (subscription.closed) return
      send({ kind: 'ended', id, why })
      drop(id)
    }
    /** A source runs our code on the other side of the seam: what it throws ends this subscription and nothing else. */
    const guarded = (run: () => void) => {
      if (subscription.closed) return
      try {
        run()
      } catch (error) {
        report(`The source of ${name} threw.`, error)
        end('internal')
      }
    }
    let started = false
    const subscription: Subscription = {
      closed: false,
      feed: null,
      outbox: createOutbox({
        delivery: topic.delivery,
        window: topic.credit === 'paint' ? 1 : RECEIPT_WINDOW,
        send: (kind, place, value) => send({ kind, id, place, body: value }),
        overflow: () => end('overflow'),
        ready: () => guarded(() => subscription.feed?.ready?.()),
      }),
    }
    subscriptions.set(id, subscription)
    guarded(() => {
      const feed = (sources[name as TopicName] as AnySource)(
        key.data,
        {
          snapshot(value) {
            started = true
            guarded(() => subscription.outbox.snapshot(value))
          },
          delta(change) {
            guarded(() => {
              if (!started) throw new Error('a delta came before the first snapshot')
              subscription.outbox.delta(change)
            })
          },
          end,
        },
        caller,
      )
      // The source may have ended the subscription before it returned.
      if (subscription.closed) feed.close()
      else subscription.feed = feed
    })
  }

  function drop(id: number): void {
    const subscription = subscriptions.get(id)
    if (!subscription) return
    subscriptions.delete(id)
    subscription.closed = true
    subscription.outbox.close()
    try {
      subscription.feed?.close()
    } catch (error) {
      report('A source threw while it closed.', error)
    }
  }

  transport.onClose((reason) => {
    stopWaiting()
    for (const id of subscriptions.keys()) drop(id)
    options.onClose?.(reason)
  })

  transport.onFrame((raw) => {
    if (!fitsWithin(raw, MAX_FRAME)) return transport.close('a frame was larger than 1 MiB')
    const parsed = clientFrame.safeParse(raw)
    if (!parsed.success) return transport.close(`a frame could not be read: ${faultOf(parsed.error).message}`)
    const frame = parsed.data
    if (frame.kind === 'hello') return hello(frame)
    if (!greeted) return transport.close('a frame came before the greeting')
    switch (frame.kind) {
      case 'call':
      case 'open':
        if (frame.id <= newest) return transport.close('an id was used twice')
        newest = frame.id
        if (frame.kind === 'open') open(frame)
        else void answer(frame)
        return
      case 'credit':
        // A subscription that ended while its credit was under way.
        subscriptions.get(frame.id)?.outbox.credit(frame.place)
        return
      case 'close':
        drop(frame.id)
    }
  })
}

const NOT_PERMITTED: Readonly<Record<Scope, string>> = {
  trade:
    'This window may not trade here: nothing can be sent in a replay, and a browser window trades on the paper broker only, unless the terminal was started with --allow-live-trading.',
  desktop: 'This window may not change the settings of this machine.',
  read: 'This window may not look at that.',
}
