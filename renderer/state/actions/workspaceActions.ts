/** Changes of the window's own choices, with the rule that a change of customer, instrument or trust disarms (docs/keyboard.md#arming). Sends nothing. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import { decimal, multiply, toText } from '../../../shared/base/decimal.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { haltSentence, scopeWords } from '../../../shared/domain/orders/halt.ts'
import { haltOf } from './halting.ts'
import { timeOfDay } from '../../format/times.ts'
import { tell } from '../stores/noticeStore.ts'
import type { ServerStores } from '../stores/serverMirrors.ts'
import type { WindowSession } from '../windowSession.ts'
import {
  LADDER_IDS,
  type LadderId,
  type SizePresets,
  type Workspace,
  type WorkspaceStore,
} from '../stores/workspaceStore.ts'

/** Trading keys go off after this long without an order. */
export const IDLE_DISARM_MS = 600_000

export function chooseCustomer(workspace: WorkspaceStore, customer: CustomerCode | null): void {
  if (workspace.getState().customer === customer) return
  workspace.setState({ customer })
  disarm(workspace, 'the customer changed')
}

export function chooseInstrument(workspace: WorkspaceStore, link: LadderId, instrument: Symbol): void {
  const was = workspace.getState()
  if (was.instruments[link] === instrument) return
  workspace.setState({ instruments: { ...was.instruments, [link]: instrument } })
  disarm(workspace, 'the instrument changed', link)
}

export type ArmRefusal = string

/** Why a ladder may not be armed now, for reasons other than its book; null when it may. */
function armRefusal(stores: ServerStores, workspace: Workspace, link: LadderId): ArmRefusal | null {
  if (workspace.customer === null) return 'Choose a customer first (F2).'
  const symbol = workspace.instruments[link]
  if (symbol === null) return 'Choose an instrument first (F3).'
  const halt = haltOf(stores, { customerCode: workspace.customer, symbol })
  return halt ? haltSentence(halt) : distrust(stores)
}

/** Why trading keys are blocked: the present refusal, and the event in words that stay true afterwards. */
interface Trouble {
  readonly refusal: string
  readonly happened: string
}

/** Null when all is well. A trade-out may go with a private channel down: the core asks for a typed word. */
function troubleOf(stores: ServerStores, tradeOut: boolean): Trouble | null {
  if (stores.link.getState().state === 'down')
    return { refusal: 'The link to the core is lost.', happened: 'the link to the core was lost' }
  const session = stores.session.getState().value
  const replay = session?.venues.find((venue) => venue.id === session.venueId)?.replay
  if (replay?.plays === 'session')
    return {
      refusal: 'This is a replay of a recording: nothing can be sent in it.',
      happened: 'this is a replay',
    }
  if (replay?.state === 'paused')
    return {
      refusal:
        'The replay is paused: the market stands still and takes no orders. Resume it on the replay bar.',
      happened: 'the replay was paused',
    }
  if (replay?.state === 'over')
    return {
      refusal:
        'The recording is over: the market stands still and takes no orders. Move back on the replay bar.',
      happened: 'the recording ended',
    }
  if (session?.phase === 'channels-down') {
    const refusal = session.message ?? 'A private channel is down: nothing new is sent. Canceling works.'
    if (!tradeOut) return { refusal, happened: 'a private channel was down' }
  } else if (session?.phase !== 'ready')
    return {
      refusal: 'The venue is not ready: sign in and wait for the reconciliation.',
      happened:
        session?.phase === 'reconciling' ? 'everything was read back from the venue' : 'the session ended',
    }
  if (!session.mayTrade)
    return {
      refusal: 'This window may look but not trade: start the terminal with trading allowed.',
      happened: 'this window may not trade',
    }
  const down = stores.connection
    .getState()
    .value?.streams.find((stream) => isPrivateStream(stream.channel) && stream.state !== 'live')
  if (!down || tradeOut) return null
  return {
    refusal: `The ${down.channel} stream is ${down.state}.`,
    happened: `the ${down.channel} stream was ${down.state}`,
  }
}

/** Why no key may send an order now, on any ladder; null when all is well. */
export const distrust = (stores: ServerStores, tradeOut = false): string | null =>
  troubleOf(stores, tradeOut)?.refusal ?? null

/** Private streams are per account, public ones per symbol: only the latter have a `:` in their channel. */
export const isPrivateStream = (channel: string): boolean => !channel.includes(':')

/** Arms a ladder, or returns the reason why not. The only way to arm. */
export function arm(session: WindowSession, link: LadderId): ArmRefusal | null {
  const { server, workspace, clock } = session
  const refusal = armRefusal(server, workspace.getState(), link) ?? bookRefusal(session, link)
  if (refusal !== null) return refusal
  workspace.setState((was) => ({ armed: { ...was.armed, [link]: clock.now() }, disarmedBecause: null }))
  return null
}

function bookRefusal({ books }: WindowSession, link: LadderId): ArmRefusal | null {
  const whyNot = books.get(link)
  if (!whyNot) return `Ladder ${link} is not on screen. Open it (F5), then arm it.`
  const why = whyNot()
  return why === null ? null : `Not armed. ${why}.`
}

/** F10: arms the ladder or reports why it may not be armed; disarms an armed ladder. */
export function toggleArmed(session: WindowSession, link: LadderId): void {
  if (session.workspace.getState().armed[link] !== undefined) return disarm(session.workspace, null, link)
  const refusal = arm(session, link)
  if (refusal !== null) tell(session.notices, session.clock, 'warning', refusal)
}

/** Switches trading keys off, on one ladder or on all; `because` is null when the dealer asked. */
export function disarm(workspace: WorkspaceStore, because: string | null, link?: LadderId): void {
  const { armed } = workspace.getState()
  const gone = (link === undefined ? LADDER_IDS : [link]).filter((ladder) => armed[ladder] !== undefined)
  if (gone.length === 0) return
  const left = { ...armed }
  for (const ladder of gone) delete left[ladder]
  workspace.setState({ armed: left, disarmedBecause: because })
}

/** Disarms when the venue, the private streams or the link to the core can no longer be trusted, when a halt comes, and after ten minutes without an order. */
export function watchTrust(
  stores: ServerStores,
  workspace: WorkspaceStore,
  clock: Clock,
  lastDealtAt: () => number,
): Stop {
  const check = () => {
    if (Object.keys(workspace.getState().armed).length === 0) return
    const now = clock.now()
    const trouble = troubleOf(stores, false)
    // The text stays on screen after the trouble ends, so it gives the time and says nothing about the present.
    if (trouble) return disarm(workspace, `${trouble.happened} (${timeOfDay(now)} UTC)`)
    const { customer, instruments } = workspace.getState()
    for (const link of LADDER_IDS) {
      const symbol = instruments[link]
      const halt = customer !== null && symbol !== null && haltOf(stores, { customerCode: customer, symbol })
      if (halt) disarm(workspace, `${scopeWords(halt.scope)} is ${halt.mode}`, link)
      const since = workspace.getState().armed[link]
      if (since !== undefined && now - Math.max(since, lastDealtAt()) >= IDLE_DISARM_MS)
        disarm(workspace, 'ten minutes passed without an order', link)
    }
  }
  const stops = [
    stores.link.subscribe(check),
    stores.session.subscribe(check),
    stores.connection.subscribe(check),
    stores.halts.subscribe(check),
    stores.customers.subscribe(check),
    clock.every(5_000, check),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const PRESET_STEPS = ['1', '5', '10', '25', '50', '100'].map((text) => decimal(text))

/** The size presets of an instrument: the dealer's own, else multiples of a hundredfold of its lot. */
export function presetsOf(workspace: Workspace, instrument: Instrument): SizePresets {
  const own = workspace.sizes[instrument.symbol]
  if (own) return own
  const lot = multiply(decimal(instrument.lotSize ?? '0.001'), decimal('100'))
  return { sizes: PRESET_STEPS.map((step) => toText(multiply(step, lot))), index: 0 }
}
