/** One window's link to the core: connects, greets, and connects again with a back-off after every loss. Knows no command and no topic. */

import type { Clock, Stop } from '../../base/clock.ts'
import type { Random } from '../../base/random.ts'
import { CONTRACT_VERSION } from '../contract.ts'
import type { Failure } from '../failure.ts'
import { serverFrame, type ClientFrame, type ServerFrame } from '../frames.ts'
import type { Transport } from '../transport.ts'

/** How a window proves that the dealer opened it. */
export interface Proof {
  /** From the address that the window was opened at; valid once. Null for a window that was admitted before. */
  readonly token: string | null
  /** The window's own secret, valid from then on. */
  readonly secret: string
}

export interface ClientLinkOptions {
  /** Opens a transport to the core. Rejects when there is none now; the link tries again later. */
  readonly openTransport: () => Promise<Transport>
  readonly clock: Clock
  /** Spreads reconnects; without it they come at even steps. */
  readonly random?: Random
  /** Sent in the greeting, where the gateway requires it. */
  readonly proof?: Proof
}

/** What uses the link: called with each frame, and when the link goes up or down. */
export interface LinkUser {
  /** The core welcomed this window. */
  onUp(): void
  /** The transport is gone; called before the link's listeners. */
  onLost(): void
  /** The transport is gone; called after the link's listeners. `refusal`: why the core refused the window, null for any other loss. */
  onDown(refusal: Failure | null): void
  onFrame(frame: LinkedFrame): void
}

/** What the core sends after its welcome. */
export type LinkedFrame = Exclude<ServerFrame, { kind: 'welcome' }>

export type LinkListener = (state: 'up' | 'down', refusal: Failure | null) => void

/** Ms that a link or subscription must last before earlier failures are forgotten. */
export const STABLE_AFTER = 10_000
/** Ms between attempts: doubled from the first to the last. */
const FIRST_WAIT = 100
const LAST_WAIT = 5_000
/** Ms that the core has to answer the greeting. */
const WELCOME_TIME = 10_000

export class ClientLink {
  private readonly options: ClientLinkOptions
  private readonly user: LinkUser
  private readonly listeners = new Set<LinkListener>()
  private transport: Transport | null = null
  private up = false
  private closed = false
  private attempt = 0
  private nextId = 1
  private refused: Failure | null = null
  private stopTimer: Stop = () => {}

  /** `connect` starts it. */
  constructor(options: ClientLinkOptions, user: LinkUser) {
    this.options = options
    this.user = user
  }

  get isUp(): boolean {
    return this.up
  }

  /** Why the core refused this window; null when it did not. */
  get refusal(): Failure | null {
    return this.refused
  }

  /** A number for a call or subscription, unique on the present transport. */
  takeId(): number {
    return this.nextId++
  }

  /** Does nothing without a transport. Throws when the transport cannot encode the frame. */
  send(frame: ClientFrame): void {
    this.transport?.send(frame)
  }

  /** Ms to wait after so many failed attempts. */
  retryWait(attempts: number): number {
    const { random } = this.options
    const longest = Math.min(LAST_WAIT, FIRST_WAIT * 2 ** Math.min(attempts, 10))
    return longest * (random ? 0.5 + random.next() / 2 : 1)
  }

  async connect(): Promise<void> {
    let transport: Transport
    try {
      transport = await this.options.openTransport()
    } catch {
      // The core is starting, closing or gone. The link stays down, which every window shows.
      if (!this.closed) this.connectLater()
      return
    }
    if (this.closed) return transport.close('the window closed')
    this.transport = transport
    transport.onFrame((raw) => {
      if (this.transport === transport) this.receive(raw)
    })
    transport.onClose(() => {
      if (this.transport === transport) this.lost()
    })
    // The transport may have closed while the listeners were set.
    if (this.transport !== transport) return
    this.stopTimer = this.options.clock.after(WELCOME_TIME, () => transport.close('no welcome came in time'))
    this.greet()
  }

  /** Calls the listener at once with the present state, then on every change. */
  listen(listener: LinkListener): Stop {
    this.listeners.add(listener)
    listener(this.up ? 'up' : 'down', this.refused)
    return () => this.listeners.delete(listener)
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    this.stopTimer()
    this.transport?.close('the window closed')
    this.stopTimer()
  }

  private greet(): void {
    const { proof } = this.options
    this.send({
      kind: 'hello',
      id: 0,
      version: CONTRACT_VERSION,
      ...(proof ? { secret: proof.secret } : {}),
      ...(proof?.token ? { token: proof.token } : {}),
    })
  }

  private connectLater(): void {
    this.stopTimer()
    this.stopTimer = this.options.clock.after(this.retryWait(this.attempt++), () => void this.connect())
  }

  private receive(raw: unknown): void {
    const parsed = serverFrame.safeParse(raw)
    if (!parsed.success) return this.transport?.close('a frame could not be read')
    const frame = parsed.data
    if (frame.kind === 'welcome') return this.welcomed()
    if (frame.kind === 'refusal' && frame.id === 0) {
      this.refused = frame.failure
      return this.reportState()
    }
    this.user.onFrame(frame)
  }

  private welcomed(): void {
    this.stopTimer()
    this.refused = null
    this.up = true
    this.stopTimer = this.options.clock.after(STABLE_AFTER, () => {
      this.attempt = 0
    })
    this.reportState()
    this.user.onUp()
  }

  private lost(): void {
    this.transport = null
    this.nextId = 1
    const wasUp = this.up
    this.up = false
    if (!this.closed) this.connectLater()
    this.user.onLost()
    if (wasUp) this.reportState()
    this.user.onDown(this.refused)
  }

  private reportState(): void {
    // A copy: a listener that joins meanwhile got the present state when it joined.
    for (const listener of Array.from(this.listeners)) listener(this.up ? 'up' : 'down', this.refused)
  }
}
