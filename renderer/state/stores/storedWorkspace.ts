/** The saved part of a window's workspace, and how that of an earlier release is read. Never holds the customer: every window starts with none. */

import { z } from 'zod'
import { decimal, signOf } from '../../../shared/base/decimal.ts'
import { interval } from '../../../shared/domain/candles/candle.ts'
import { decimalText, symbol } from '../../../shared/domain/scalars.ts'
import {
  firstPanels,
  INSTRUMENT_LINKS,
  panelState,
  type InstanceId,
  type PanelStates,
} from './panelInstances.ts'
import { DEFAULT_SALES, salesChoices } from './salesChoices.ts'

const sizesOfInstrument = z.strictObject({
  sizes: z.array(decimalText).min(1).max(6),
  index: z.number().int().min(0).max(5),
  /** The sizes of the settings over which these were typed, as one text. */
  over: z.string().max(400).default(''),
})
const panelStates = z.record(
  z.string().regex(/^[^:]{1,40}:[1-9]\d{0,3}$/),
  panelState,
) as unknown as z.ZodType<PanelStates>

/** Saved as JSON under the window's own setting. */
const storedWorkspace = z.object({
  version: z.literal(2),
  /** Instrument per link; a link that is missing has none. */
  instruments: z.partialRecord(z.enum(INSTRUMENT_LINKS), symbol.nullable()),
  sizes: z.record(z.string(), sizesOfInstrument),
  /** The open panels by id. A panel of an unknown kind is kept for a release that knows it. */
  panels: panelStates,
  /** The kinds of panels that the window offered when it was saved, so that a new kind of a later release is added once. */
  kindsSeen: z.array(z.string()),
  /** Blotters show this customer's rows only. */
  onlyCustomer: z.boolean(),
  /** The list that the quote board shows; empty: every instrument. */
  quoteList: z.string().default(''),
  /** How time and sales shows prints. */
  sales: salesChoices.catch(DEFAULT_SALES),
  /** The docking layout; null for the one it comes with. */
  layout: z.json().nullable(),
})
export type StoredWorkspace = z.infer<typeof storedWorkspace>

/** Releases with two ladders, one chart and one ticket of fixed ids. */
const workspaceOfTwoLadders = z.object({
  instruments: z.strictObject({ '1': symbol.nullable(), '2': symbol.nullable() }),
  sizes: z.record(z.string(), sizesOfInstrument),
  grouping: z.strictObject({ '1': z.number().int().min(1), '2': z.number().int().min(1) }),
  interval,
  onlyCustomer: z.boolean(),
  quoteList: z.string().default(''),
  layout: z.json().nullable(),
})

/** A tab of a saved layout: its id was the id of its panel. */
const tabOfFixedId = z.looseObject({ type: z.literal('tab'), id: z.string(), component: z.string() })

/** The id of the panel that a tab of those releases held. */
function instanceOfFixedId(id: string): InstanceId {
  if (id === 'ladder1') return 'ladder:1'
  return id === 'ladder2' ? 'ladder:2' : `${id}:1`
}

const kindOfFixedId = (id: string): string => (id === 'ladder1' || id === 'ladder2' ? 'ladder' : id)

/** The layout with the ids of panels in the place of the fixed ids. `seen` receives the fixed id of each tab. */
function renameTabs(layout: z.core.util.JSONType, seen: (id: string) => void): z.core.util.JSONType {
  if (Array.isArray(layout)) return layout.map((part) => renameTabs(part, seen))
  if (layout === null || typeof layout !== 'object') return layout
  const tab = tabOfFixedId.safeParse(layout)
  if (tab.success) {
    seen(tab.data.id)
    return { ...layout, id: instanceOfFixedId(tab.data.id), component: kindOfFixedId(tab.data.id) }
  }
  return Object.fromEntries(Object.entries(layout).map(([name, part]) => [name, renameTabs(part, seen)]))
}

function migrate(old: z.infer<typeof workspaceOfTwoLadders>): StoredWorkspace {
  const panels: Record<InstanceId, PanelStates[InstanceId]> = { ...firstPanels }
  const put = (id: InstanceId, changes: Partial<PanelStates[InstanceId]>) => {
    const panel = panels[id]
    if (panel) panels[id] = { ...panel, ...changes }
  }
  put('ladder:1', { grouping: old.grouping['1'] })
  put('ladder:2', { grouping: old.grouping['2'] })
  put('chart:1', { interval: old.interval })
  const { instruments, sizes, onlyCustomer, quoteList } = old
  const kindsSeen: string[] = []
  const layout =
    old.layout === null ? null : renameTabs(old.layout, (id) => void kindsSeen.push(kindOfFixedId(id)))
  return {
    version: 2,
    instruments,
    sizes,
    panels,
    kindsSeen: [...new Set(kindsSeen)],
    onlyCustomer,
    quoteList,
    sales: DEFAULT_SALES,
    layout,
  }
}

export const storedPart = (workspace: Omit<StoredWorkspace, 'version'>): StoredWorkspace => ({
  version: 2,
  instruments: workspace.instruments,
  sizes: workspace.sizes,
  panels: workspace.panels,
  kindsSeen: workspace.kindsSeen,
  onlyCustomer: workspace.onlyCustomer,
  quoteList: workspace.quoteList,
  sales: workspace.sales,
  layout: workspace.layout,
})

/** Without the presets of which one is no size: that instrument has its usual presets again. */
const usableSizes = (sizes: StoredWorkspace['sizes']): StoredWorkspace['sizes'] =>
  Object.fromEntries(
    Object.entries(sizes).filter(([, preset]) => preset.sizes.every((size) => signOf(decimal(size)) > 0)),
  )

/** Reads what was kept by this or an earlier release; null when the text is not ours any more. */
export function readStored(text: string): StoredWorkspace | null {
  try {
    const json: unknown = JSON.parse(text)
    const now = storedWorkspace.safeParse(json)
    const old = workspaceOfTwoLadders.safeParse(json)
    const read = now.success ? now.data : old.success ? migrate(old.data) : null
    return read && { ...read, sizes: usableSizes(read.sizes) }
  } catch {
    return null
  }
}
