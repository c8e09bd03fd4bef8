/** Changes of the window's own choices, with the rule that a change of customer, instrument or trust disarms (docs/keyboard.md#arming). Sends nothing. */

import { momentOf, type Moment, type Stop } from '../../../shared/base/clock.ts'
import { decimal, multiply, toText } from '../../../shared/base/decimal.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { haltSentence, scopeWords } from '../../../shared/domain/orders/halt.ts'
import { haltOf } from './halting.ts'
import { timeWithZone } from '../../format/times.ts'
import { tell } from '../stores/noticeStore.ts'
import type { ServerStores } from '../stores/serverMirrors.ts'
import type { WindowSession } from '../windowSession.ts'
import {
  numberOf,
  targetIn,
  type InstanceId,
  type InstrumentLink,
  type PanelState,
} from '../stores/panelInstances.ts'
import { sizesText, type SettingsInForce } from '../stores/settingsStore.ts'
import type { SizePresets, Workspace, WorkspaceStore } from '../stores/workspaceStore.ts'
import { capOf } from '../../keys/caps.ts'
import { pinPanel } from '../stores/panelStore.ts'

/** Ms by which a time service may set the clock unnoticed. */
const CLOCK_SLACK_MS = 1_000
/** Ms between two looks that no hidden tab of a browser needs: the machine slept, and both clocks went on. */
const SLEPT_AFTER = 120_000

/** What happened to the clocks between two looks that takes trust away; null: nothing. */
function clockTrouble(before: Moment, now: Moment): string | null {
  const passed = now.monotonic - before.monotonic
  const step = now.wall - before.wall - passed
  if (step < -CLOCK_SLACK_MS) return 'the clock of this machine was set back'
  return step > CLOCK_SLACK_MS || passed > SLEPT_AFTER
    ? 'this machine slept, or its clock was set forward'
    : null
}

/** Why trading keys went off by themselves. */
const idleWords = (minutes: number): string =>
  `${minutes === 1 ? 'a minute' : `${minutes} minutes`} passed without an order`

export function chooseCustomer(workspace: WorkspaceStore, customer: CustomerCode | null): void {
  if (workspace.getState().customer === customer) return
  workspace.setState({ customer })
}

/** Sets the instrument of a link, and so of every panel that joined it. */
export function chooseInstrument(workspace: WorkspaceStore, link: InstrumentLink, instrument: Symbol): void {
  if (workspace.getState().instruments[link] === instrument) return
  workspace.setState((was) => ({ instruments: { ...was.instruments, [link]: instrument } }))
}

/** Sets the instrument of a panel: that of its link, else its own. */
export function chooseInstrumentOf(workspace: WorkspaceStore, id: InstanceId, instrument: Symbol): void {
  const panel = workspace.getState().panels[id]
  if (!panel) return
  if (panel.instrumentLink !== null) chooseInstrument(workspace, panel.instrumentLink, instrument)
  else if (panel.symbol !== instrument) changePanel(workspace, id, { symbol: instrument })
}

/** Changes what an open panel keeps for itself. */
export const changePanel = (workspace: WorkspaceStore, id: InstanceId, change: Partial<PanelState>): void =>
  workspace.setState(({ panels }) => {
    const panel = panels[id]
    return panel ? { panels: { ...panels, [id]: { ...panel, ...change } } } : {}
  })

export type ArmRefusal = string

/** Why a ladder may not be armed now, for reasons other than its book; null when it may. */
function armRefusal(stores: ServerStores, workspace: Workspace, id: InstanceId): ArmRefusal | null {
  const { customer, symbol } = targetIn(workspace, id)
  if (customer === null) return `Choose a customer first (${capOf('F2')}).`
  if (symbol === null) return `Choose an instrument first (${capOf('F3')}).`
  const halt = haltOf(stores, { customerCode: customer, symbol })
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
  if ((session?.locked ?? null) !== null)
    return { refusal: 'The session is locked.', happened: 'the session was locked' }
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

/** Arms a ladder, or returns the reason why not. The only way to arm. A press that was meant to disarm never arms a ladder that was disarmed just before. */
export function arm(session: WindowSession, id: InstanceId): ArmRefusal | null {
  const { server, workspace, clock } = session
  const refusal =
    armRefusal(server, workspace.getState(), id) ?? bookRefusal(session, id) ?? session.unasked.refusal(id)
  if (refusal !== null) return refusal
  workspace.setState((was) => ({ armed: { ...was.armed, [id]: clock.now() }, disarmedBecause: null }))
  return null
}

function bookRefusal({ books, workspace }: WindowSession, id: InstanceId): ArmRefusal | null {
  const { panels, hidden } = workspace.getState()
  const whyNot = panels[id] && !hidden.has(id) ? books.get(id) : undefined
  if (!whyNot) return `Ladder ${numberOf(id)} is not on screen. Open it (${capOf('F5')}), then arm it.`
  const why = whyNot()
  return why === null ? null : `Not armed. ${why}.`
}

/** F10: arms the ladder or reports why it may not be armed; disarms an armed ladder. Null: no ladder is open. */
export function toggleArmed(session: WindowSession, id: InstanceId | null): void {
  if (id !== null && session.workspace.getState().armed[id] !== undefined)
    return disarm(session.workspace, null, id)
  const refusal =
    id === null
      ? `No ladder is open. Open one (${capOf('F5')}), then arm it.`
      : (goneRefusal(session, id) ?? arm(session, id))
  if (refusal !== null) tell(session.notices, session.clock, 'warning', refusal)
}

/** F10 after the ladder that had the focus was closed must not arm the next one, which may have another customer. */
function goneRefusal({ workspace }: WindowSession, id: InstanceId): ArmRefusal | null {
  const { lastFocused, panels } = workspace.getState()
  const meant = lastFocused.ladder ?? id
  return panels[meant]
    ? null
    : `Not armed: ladder ${numberOf(meant)}, which had the focus last, was closed. Go to a ladder (${capOf('F5')}), then arm it.`
}

const armedLadders = ({ armed }: Pick<Workspace, 'armed'>) => Object.keys(armed) as InstanceId[]

/** Switches trading keys off, on one ladder or on all; `because` is null when the dealer asked. */
export function disarm(workspace: WorkspaceStore, because: string | null, id?: InstanceId): void {
  const { armed } = workspace.getState()
  const gone = armedLadders({ armed }).filter((ladder) => id === undefined || ladder === id)
  if (gone.length === 0) return
  const left = { ...armed }
  for (const ladder of gone) delete left[ladder]
  workspace.setState({ armed: left, disarmedBecause: because })
}

/** Disarms by itself, on one ladder or on all: a key that follows at once does not arm again. */
export function disarmUnasked({ workspace, unasked }: WindowSession, because: string, id?: InstanceId): void {
  for (const ladder of armedLadders(workspace.getState()))
    if (id === undefined || ladder === id)
      unasked.happened(ladder, `ladder ${numberOf(ladder)} was disarmed, because ${because}`)
  disarm(workspace, because, id)
}

/** Disarms when the venue, the private streams or the link to the core can no longer be trusted, when a halt comes, and after the minutes without an order that the dealer set. */
export function watchTrust(session: WindowSession): Stop {
  const { server: stores, workspace, settings, clock, dealt } = session
  const idleMinutes = () => settings.getState().settings.values['arming.idleMinutes']
  let latest = momentOf(clock)
  const check = () => {
    const moment = momentOf(clock)
    const slept = clockTrouble(latest, moment)
    latest = moment
    const now = moment.wall
    if (Object.keys(workspace.getState().armed).length === 0) return
    // What the window shows may be old, and the time without an order is measured by this clock.
    if (slept !== null) return disarmUnasked(session, slept)
    const trouble = troubleOf(stores, false)
    // The text stays on screen after the trouble ends, so it gives the time and says nothing about the present.
    if (trouble) return disarmUnasked(session, `${trouble.happened} (${timeWithZone(now)})`)
    for (const id of armedLadders(workspace.getState())) {
      const { customer, symbol } = targetIn(workspace.getState(), id)
      const halt = customer !== null && symbol !== null && haltOf(stores, { customerCode: customer, symbol })
      if (halt) {
        const what = halt.mode === 'locked' ? 'trading' : scopeWords(halt.scope)
        disarmUnasked(session, `${what} is ${halt.mode}`, id)
      }
      const since = workspace.getState().armed[id]
      if (since !== undefined && now - Math.max(since, dealt.at) >= 60_000 * idleMinutes())
        disarmUnasked(session, idleWords(idleMinutes()), id)
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

/**
 * The size presets of an instrument: those typed in this window, else those of the settings, else multiples of a hundredfold of its lot. Sizes
 * that were typed before the settings changed count no more.
 */
export function presetsOf(
  workspace: Workspace,
  { settings }: SettingsInForce,
  instrument: Instrument,
): SizePresets {
  const own = workspace.sizes[instrument.symbol]
  const set = sizesText(settings, instrument.symbol)
  if (own?.over === set) return own
  const lot = multiply(decimal(instrument.lotSize ?? '0.001'), decimal('100'))
  const sizes =
    set === ''
      ? PRESET_STEPS.map((step) => toText(multiply(step, lot)))
      : set.split(' ').map((size) => toText(decimal(size)))
  return { sizes, index: Math.min(own?.index ?? 0, sizes.length - 1) }
}

/** Shows the customer of the window only, or all, in every table. A table that was opened for one customer alone shows all again. */
export function toggleOnlyCustomer(
  { panels, workspace }: Pick<WindowSession, 'panels' | 'workspace'>,
  table: InstanceId,
): void {
  if (panels.getState().customers[table] !== undefined) return pinPanel(panels, table, null)
  workspace.setState(({ onlyCustomer }) => ({ onlyCustomer: !onlyCustomer }))
}
