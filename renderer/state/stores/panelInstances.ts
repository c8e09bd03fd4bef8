/** The open panels of a window as data: ids, what each keeps for itself, and which instrument and customer it shows. Pure; draws nothing. */

import { z } from 'zod'
import { interval } from '../../../shared/domain/candles/candle.ts'
import {
  CUSTOMER_LINKS,
  customerLink,
  INSTRUMENT_LINKS,
  instrumentLink,
  type CustomerLink,
  type InstrumentLink,
} from '../../../shared/domain/panelLinks.ts'
import { chartChoices } from './chartChoices.ts'
import { ladderChoices } from '../ladder/ladderChoices.ts'
import { tableChoices } from '../tableChoices.ts'
import { symbol, type CustomerCode, type Symbol } from '../../../shared/domain/scalars.ts'

export { CUSTOMER_LINKS, INSTRUMENT_LINKS, type CustomerLink, type InstrumentLink }

/** The kind of a panel and its number: `ladder:3`. A kind that opens once has the number 1. */
export type InstanceId = `${string}:${number}`

/** What a panel keeps for itself. A field that cannot be read has its usual value; fields of a later release stay as they are. */
export const panelState = z.looseObject({
  kind: z.string().min(1).max(40),
  /** Null: the panel has an instrument of its own, or follows none. */
  instrumentLink: instrumentLink.nullable().catch(null),
  /** Null: the panel follows the customer of its window. */
  customerLink: customerLink.nullable().catch(null),
  /** The instrument of a panel without a link. */
  symbol: symbol.nullable().catch(null),
  /** Ticks per row of a ladder. */
  grouping: z.number().int().min(1).max(100_000).catch(10),
  /** Of a chart. */
  interval: interval.catch('1m'),
  /** Name of the list of a quote board; left out: every instrument. */
  quoteList: z.string().optional().catch(undefined),
  /** The quote board shows tiles instead of the table. */
  quoteTiles: z.boolean().optional().catch(undefined),
  /** Of a chart whose dealer chose something. */
  chart: chartChoices.optional().catch(undefined),
  /** Of a ladder whose dealer chose something. */
  ladder: ladderChoices.optional().catch(undefined),
  /** Of a table that the dealer changed. */
  table: tableChoices.optional().catch(undefined),
})
export type PanelState = z.infer<typeof panelState>

export type PanelStates = Readonly<Record<InstanceId, PanelState>>

export const plainPanel = (kind: string, link: InstrumentLink | null = null): PanelState => ({
  kind,
  instrumentLink: link,
  customerLink: null,
  symbol: null,
  grouping: 10,
  interval: '1m',
})

/** The panels that a new window opens with links. The dock adds the others. */
export const firstPanels: PanelStates = {
  'ladder:1': plainPanel('ladder', '1'),
  'ladder:2': plainPanel('ladder', '2'),
  'chart:1': plainPanel('chart', '1'),
  'ticket:1': plainPanel('ticket', '1'),
  'watchlist:1': plainPanel('watchlist', '1'),
}

export const kindOf = (id: InstanceId): string => id.slice(0, id.lastIndexOf(':'))
export const numberOf = (id: InstanceId): number => Number(id.slice(id.lastIndexOf(':') + 1))

/** What decides which instrument and customer a panel shows. */
export interface PanelTargets {
  /** The customer that the window deals for. */
  readonly customer: CustomerCode | null
  readonly instruments: Readonly<Partial<Record<InstrumentLink, Symbol | null>>>
  readonly linkedCustomers: Readonly<Partial<Record<CustomerLink, CustomerCode | null>>>
  readonly panels: PanelStates
}

export interface PanelTarget {
  readonly customer: CustomerCode | null
  readonly symbol: Symbol | null
}

/** A panel that is not open shows what its window shows. */
export const NO_PANEL: PanelState = plainPanel('', '1')

export function symbolIn({ panels, instruments }: PanelTargets, id: InstanceId): Symbol | null {
  const { instrumentLink: link, symbol: own } = panels[id] ?? NO_PANEL
  return link === null ? own : (instruments[link] ?? null)
}

export function customerIn(
  { panels, linkedCustomers, customer }: PanelTargets,
  id: InstanceId,
): CustomerCode | null {
  const link = panels[id]?.customerLink ?? null
  return link === null ? customer : (linkedCustomers[link] ?? null)
}

/** The instrument and customer of a panel. */
export const targetIn = (workspace: PanelTargets, id: InstanceId): PanelTarget => ({
  customer: customerIn(workspace, id),
  symbol: symbolIn(workspace, id),
})

/** The open panels of a kind, the lowest number first. */
export const instancesOf = (panels: PanelStates, kind: string): readonly InstanceId[] =>
  (Object.keys(panels) as InstanceId[])
    .filter((id) => kindOf(id) === kind)
    .toSorted((a, b) => numberOf(a) - numberOf(b))

/** The id of the next panel of a kind: the lowest free number. */
export function nextInstance(panels: PanelStates, kind: string): InstanceId {
  for (let number = 1; ; number++) if (!panels[`${kind}:${number}`]) return `${kind}:${number}`
}

/** The panel of a kind that a key or a word brings to the front: the one that had the focus last, else the first; null: none is open. */
export function instanceInUse(
  { panels, lastFocused }: { readonly panels: PanelStates; readonly lastFocused: LastFocused },
  kind: string,
): InstanceId | null {
  const last = lastFocused[kind]
  return last !== undefined && panels[last] ? last : (instancesOf(panels, kind)[0] ?? null)
}

/** The panel of each kind that had the focus last. */
export type LastFocused = Readonly<Partial<Record<string, InstanceId>>>

/** What another panel of a kind starts with. A ladder takes the first link that no ladder of the window has; other panels copy their source. */
export function anotherPanel(panels: PanelStates, kind: string, source: InstanceId | null): PanelState {
  const copied = {
    ...(source === null
      ? (firstPanels[`${kind}:1`] ?? plainPanel(kind))
      : (panels[source] ?? plainPanel(kind))),
  }
  if (kind !== 'ladder') return copied
  const taken = instancesOf(panels, kind).map((id) => panels[id]?.instrumentLink)
  const free = INSTRUMENT_LINKS.find((link) => !taken.includes(link))
  return free === undefined ? copied : { ...copied, instrumentLink: free }
}
