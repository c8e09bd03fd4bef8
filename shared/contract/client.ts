/** The window's end of the contract: calls, and subscriptions that open again by themselves (C2). Draws and stores nothing. */

import type { Clock, Stop } from '../base/clock.ts'
import type { Random } from '../base/random.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { commands, CONTRACT_VERSION, topics, type CommandName, type TopicName } from './contract.ts'
import type { Command, Topic } from './define.ts'
import { failureOf, type Failure, type FailureKind } from './failure.ts'
import { serverFrame, type ClientFrame, type ServerFrame } from './frames.ts'
import type { ContractClient } from './ports.ts'
import type { Transport } from './transport.ts'

/** How a window proves that the dealer opened it. */
export interface Proof {
  /** Of the address that the window was opened at; it is good once. Null for a window that was let in before. */
  readonly token: string | null
  /** The window's own, from then on. */
  readonly secret: string
}

export interface ClientOptions {
  /** Opens the road to the core; rejects when there is none now, and is asked again later. */
  readonly openTransport: () => Promise<Transport>
  readonly clock: Clock
  /** Spreads reconnects; without it they come at even steps. */
  readonly random?: Random
  /** Sent in the greeting, where the gateway asks for it. */
  readonly proof?: Proof
  /** Hears of a listener that threw; its subscription is opened again. */
  readonly report?: (error: unknown) => void
}

/** Waits between attempts, ms: doubled from the first to the last. */
const FIRST_WAIT = 100
const LAST_WAIT = 5_000
/** A link or subscription that held this long counts as sound again, ms. */
const SOUND = 10_000
/** A core that does not answer the greeting is given up after this long, ms. */
const WELCOME_TIME = 10_000

interface AnyListener {
  snapshot(value: unknown): void
  delta(change: unknown): void
  stale?(why: FailureKind): void
}

interface Subscription {
  readonly name: TopicName
  readonly topic: Topic
  readonly key: unknown
  readonly listener: AnyListener
  /** Null while it is not open at the core. */
  id: number | null
  /** Place of the newest message, −1 before the snapshot. */
  seen: number
  credited: number
  openedAt: number
  attempt: number
  retry: Stop | null
}

interface PendingCall {
  readonly command: Command
  readonly settle: (result: Result<unknown, Failure>) => void
}

export function connectContract(options: ClientOptions): ContractClient {
  const { clock, random } = options
  const subscriptions = new Set<Subscription>()
  const byId = new Map<number, Subscription>()
  const calls = new Map<number, PendingCall>()
  const linkListeners = new Set<(state: 'up' | 'down', refusal: Failure | null) => void>()
  let transport: Transport | null = null
  let up = false
  let closed = false
  let attempt = 0
  let nextId = 1
  let refusal: Failure | null = null
  let stopTimer: Stop = () => {}

  const send = (frame: ClientFrame) => transport?.send(frame)
  const wait = (tries: number): number =>
    Math.min(LAST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10)) * (random ? 0.5 + random.next() / 2 : 1)

  async function connect(): Promise<void> {
    let road: Transport
    try {
      road = await options.openTransport()
    } catch {
      // There is no road now: the core is starting, closing or gone. The link stays down, which every window shows.
      if (!closed) later()
      return
    }
    if (closed) return road.close('the window closed')
    transport = road
    road.onFrame((raw) => {
      if (transport === road) receive(raw)
    })
    road.onClose(() => {
      if (transport === road) lost()
    })
    // It may have closed while the listeners were set.
    if (transport !== road) return
    stopTimer = clock.after(WELCOME_TIME, () => road.close('no welcome came in time'))
    send({
      kind: 'hello',
      id: 0,
      version: CONTRACT_VERSION,
      ...(options.proof ? { secret: options.proof.secret } : {}),
      ...(options.proof?.token ? { token: options.proof.token } : {}),
    })
  }

  function later(): void {
    stopTimer()
    stopTimer = clock.after(wait(attempt++), () => void connect())
  }

  function welcomed(): void {
    stopTimer()
    refusal = null
    up = true
    stopTimer = clock.after(SOUND, () => {
      attempt = 0
    })
    tellLink()
    for (const subscription of subscriptions) openNow(subscription)
  }

  function lost(): void {
    transport = null
    nextId = 1
    const wasUp = up
    up = false
    const pending = [...calls.values()]
    calls.clear()
    byId.clear()
    if (!closed) later()
    for (const { command, settle } of pending) settle(fail(lostInFlight(command)))
    if (wasUp) tellLink()
    for (const subscription of subscriptions) {
      const wasOpen = subscription.id !== null || subscription.retry !== null
      subscription.retry?.()
      subscription.retry = null
      subscription.id = null
      if (refusal) tellStale(subscription, refusal.kind)
      else if (wasOpen) tellStale(subscription, 'not-connected')
    }
  }

  function tellLink(): void {
    // One that joins meanwhile has been told by then.
    for (const listener of Array.from(linkListeners)) listener(up ? 'up' : 'down', refusal)
  }

  function openNow(subscription: Subscription): void {
    if (!up || subscription.id !== null || !subscriptions.has(subscription)) return
    subscription.retry?.()
    subscription.retry = null
    subscription.id = nextId++
    subscription.seen = -1
    subscription.credited = -1
    subscription.openedAt = clock.monotonic()
    byId.set(subscription.id, subscription)
    send({ kind: 'open', id: subscription.id, topic: subscription.name, key: subscription.key })
  }

  /** The one path of gap, overflow, refusal and a listener that threw: what is shown is old, open again. */
  function reopen(subscription: Subscription, why: FailureKind, tellCore: boolean): void {
    const { id } = subscription
    if (id === null) return
    byId.delete(id)
    subscription.id = null
    if (tellCore) send({ kind: 'close', id })
    if (clock.monotonic() - subscription.openedAt >= SOUND) subscription.attempt = 0
    const tries = subscription.attempt++
    tellStale(subscription, why)
    if (!subscriptions.has(subscription)) return
    if (tries === 0) openNow(subscription)
    else subscription.retry = clock.after(wait(tries - 1), () => openNow(subscription))
  }

  function tellStale({ listener }: Subscription, why: FailureKind): void {
    try {
      listener.stale?.(why)
    } catch (error) {
      options.report?.(error)
    }
  }

  function credit(subscription: Subscription): void {
    if (subscription.id === null || subscription.seen <= subscription.credited) return
    subscription.credited = subscription.seen
    send({ kind: 'credit', id: subscription.id, place: subscription.seen })
  }

  function message(frame: Extract<ServerFrame, { kind: 'snapshot' | 'delta' }>): void {
    const subscription = byId.get(frame.id)
    if (!subscription) return
    const { topic, listener } = subscription
    const isSnapshot = frame.kind === 'snapshot'
    // A snapshot replaces everything, so whatever was lost before it does not matter.
    const inPlace = isSnapshot
      ? frame.place > subscription.seen
      : frame.place === subscription.seen + 1 && subscription.seen >= 0
    if (!inPlace) return reopen(subscription, 'overflow', true)
    const body = (isSnapshot ? topic.snapshot : topic.delta).safeParse(frame.body)
    if (!body.success) return reopen(subscription, 'internal', true)
    subscription.seen = frame.place
    try {
      if (isSnapshot) listener.snapshot(body.data)
      else listener.delta(body.data)
    } catch (error) {
      options.report?.(error)
      return reopen(subscription, 'internal', true)
    }
    if (isSnapshot || topic.credit === 'receipt') credit(subscription)
  }

  function refused(id: number, failure: Failure): void {
    if (id === 0) {
      refusal = failure
      return tellLink()
    }
    const subscription = byId.get(id)
    if (subscription) return reopen(subscription, failure.kind, false)
    calls.get(id)?.settle(fail(failure))
    calls.delete(id)
  }

  function receive(raw: unknown): void {
    const parsed = serverFrame.safeParse(raw)
    if (!parsed.success) return transport?.close('a frame could not be read')
    const frame = parsed.data
    switch (frame.kind) {
      case 'welcome':
        return welcomed()
      case 'refusal':
        return refused(frame.id, frame.failure)
      case 'reply': {
        const call = calls.get(frame.id)
        if (!call) return
        calls.delete(frame.id)
        const body = call.command.reply.safeParse(frame.body)
        call.settle(body.success ? ok(body.data) : fail(unreadableReply(call.command)))
        return
      }
      case 'snapshot':
      case 'delta':
        return message(frame)
      case 'ended': {
        const subscription = byId.get(frame.id)
        if (subscription) reopen(subscription, frame.why, false)
      }
    }
  }

  void connect()

  return {
    call(name: CommandName, request: unknown): Promise<Result<never, Failure>> {
      if (!up)
        return Promise.resolve(
          fail(refusal ?? failureOf('not-connected', 'The link to the core is down; nothing was sent.')),
        )
      const id = nextId++
      return new Promise((settle) => {
        calls.set(id, { command: commands[name], settle: settle as PendingCall['settle'] })
        try {
          send({ kind: 'call', id, name, at: clock.now(), body: request })
        } catch {
          // The road could not write it down, so nothing left.
          calls.delete(id)
          settle(fail(failureOf('invalid-request', 'The request holds something that cannot be sent.')))
        }
      })
    },
    open(name, key, listener) {
      const subscription: Subscription = {
        name,
        topic: topics[name],
        key,
        listener: listener,
        id: null,
        seen: -1,
        credited: -1,
        openedAt: 0,
        attempt: 0,
        retry: null,
      }
      subscriptions.add(subscription)
      openNow(subscription)
      return {
        painted: () => credit(subscription),
        close() {
          if (!subscriptions.delete(subscription)) return
          subscription.retry?.()
          if (subscription.id === null) return
          byId.delete(subscription.id)
          send({ kind: 'close', id: subscription.id })
          subscription.id = null
        },
      }
    },
    onLink(listener) {
      linkListeners.add(listener)
      listener(up ? 'up' : 'down', refusal)
      return () => linkListeners.delete(listener)
    },
    close() {
      if (closed) return
      closed = true
      stopTimer()
      subscriptions.clear()
      byId.clear()
      transport?.close('the window closed')
      stopTimer()
    },
  }
}

const lostInFlight = (command: Command): Failure =>
  command.scope === 'trade'
    ? failureOf(
        'unknown-outcome',
        'The link to the core broke before its answer came; the order may have been sent. Look before sending another.',
      )
    : failureOf('not-connected', 'The link to the core broke before its answer came.')

const unreadableReply = (command: Command): Failure =>
  command.scope === 'trade'
    ? failureOf(
        'unknown-outcome',
        'The answer of the core could not be read; the order may have been sent. Look before sending another.',
      )
    : failureOf('internal', 'The answer of the core could not be read.')
