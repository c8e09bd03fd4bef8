/** The saved part of a window's workspace, and how that of an earlier release is read. Never holds the customer: every window starts with none. */

import { z } from 'zod'
import { decimal, signOf } from '../../../shared/base/decimal.ts'
import { interval } from '../../../shared/domain/candles/candle.ts'
import { decimalText, symbol } from '../../../shared/domain/scalars.ts'
import {
  firstPanels,
  INSTRUMENT_LINKS,
  panelState,
  plainPanel,
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

/** The named workspace that a window shows. */
const shownSpace = z.object({
  id: z.string().regex(/^[a-z]{1,20}$/),
  /** How often its content had been saved when the window opened or saved it; 0: as it comes. */
  saved: z.number().int().min(0),
  /** The fingerprint of that content. Null: not drawn yet; empty: unknown, so that the window counts as changed. */
  base: z.string().max(40).nullable(),
})
export type ShownSpace = z.infer<typeof shownSpace>

/** The workspace that a window starts with. */
export const FIRST_SPACE = 'dealing'

/** Windows of releases without named workspaces: their own layout becomes the first workspace. */
const EARLIER_SPACE: ShownSpace = { id: FIRST_SPACE, saved: 0, base: '' }

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
  /** How time and sales shows prints. */
  sales: salesChoices.catch(DEFAULT_SALES),
  /** The docking layout; null for the one it comes with. */
  layout: z.json().nullable(),
  space: shownSpace.default(EARLIER_SPACE).catch(EARLIER_SPACE),
})
export type StoredWorkspace = z.infer<typeof storedWorkspace>

/** What a named workspace holds: no customer, and nothing of one window alone. */
export type WorkspaceContent = Omit<StoredWorkspace, 'space'>

/** Releases with two ladders, one chart and one ticket of fixed ids. */
const workspaceOfTwoLadders = z.object({
  instruments: z.strictObject({ '1': symbol.nullable(), '2': symbol.nullable() }),
  sizes: z.record(z.string(), sizesOfInstrument),
  grouping: z.strictObject({ '1': z.number().int().min(1), '2': z.number().int().min(1) }),
  interval,
  onlyCustomer: z.boolean(),
  layout: z.json().nullable(),
})

/** Releases in which all quote boards of a window showed one list. */
const listOfWindow = z.object({ quoteList: z.string().min(1) })

/** The panels with the list of such a window; a quote board with a list of its own keeps it. */
function withListOfWindow(json: unknown, panels: PanelStates): PanelStates {
  const list = listOfWindow.safeParse(json).data?.quoteList
  if (list === undefined) return panels
  return Object.fromEntries(
    Object.entries(panels).map(([id, panel]) => [
      id,
      panel.kind === 'quoteBoard' ? { ...panel, quoteList: panel.quoteList ?? list } : panel,
    ]),
  )
}

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
  const { instruments, sizes, onlyCustomer } = old
  const kindsSeen: string[] = []
  const layout =
    old.layout === null ? null : renameTabs(old.layout, (id) => void kindsSeen.push(kindOfFixedId(id)))
  if (kindsSeen.includes('quoteBoard')) panels['quoteBoard:1'] = plainPanel('quoteBoard')
  return {
    version: 2,
    instruments,
    sizes,
    panels,
    kindsSeen: [...new Set(kindsSeen)],
    onlyCustomer,
    sales: DEFAULT_SALES,
    layout,
    space: EARLIER_SPACE,
  }
}

export const contentOf = (workspace: Omit<WorkspaceContent, 'version'>): WorkspaceContent => ({
  version: 2,
  instruments: workspace.instruments,
  sizes: workspace.sizes,
  panels: workspace.panels,
  kindsSeen: workspace.kindsSeen,
  onlyCustomer: workspace.onlyCustomer,
  sales: workspace.sales,
  layout: workspace.layout,
})

export const storedPart = (workspace: Omit<StoredWorkspace, 'version'>): StoredWorkspace => ({
  ...contentOf(workspace),
  space: workspace.space,
})

type Presets = StoredWorkspace['sizes'][string]
const isUsable = (preset: Presets): boolean => preset.sizes.every((size) => signOf(decimal(size)) > 0)

/** Without the presets of which one is no size: that instrument has its usual presets again. */
const usableSizes = (sizes: StoredWorkspace['sizes']): StoredWorkspace['sizes'] =>
  Object.fromEntries(Object.entries(sizes).filter(([, preset]) => isUsable(preset)))

/** Reads what was kept by this or an earlier release; null when the text is not ours any more. */
export function readStored(text: string): StoredWorkspace | null {
  try {
    return readStoredJson(JSON.parse(text))
  } catch {
    return null
  }
}

export function readStoredJson(json: unknown): StoredWorkspace | null {
  const now = storedWorkspace.safeParse(json)
  const old = workspaceOfTwoLadders.safeParse(json)
  const read = now.success ? now.data : old.success ? migrate(old.data) : null
  return read && { ...read, sizes: usableSizes(read.sizes), panels: withListOfWindow(json, read.panels) }
}

export interface ReadContent {
  readonly content: WorkspaceContent
  /** One sentence for each part that could not be read. */
  readonly leftOut: readonly string[]
}

/** Reads what can be read of a content, part by part; null where none of its panels can. */
export function readContent(json: unknown): ReadContent | null {
  const whole = readStoredJson(json)
  if (whole) {
    const { space: _, ...content } = whole
    return { content, leftOut: usualInstead(json) }
  }
  if (typeof json !== 'object' || json === null) return null
  const source = json as Readonly<Record<string, unknown>>
  const leftOut: string[] = []
  const entries = <V>(name: string, read: (key: string, value: unknown) => V | undefined) => {
    const part = source[name]
    if (part === undefined) return {}
    if (typeof part !== 'object' || part === null) {
      leftOut.push(`Left out: ${name}.`)
      return {}
    }
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, value]) => {
        const entry = read(key, value)
        if (entry === undefined) leftOut.push(`Left out: ${key} of ${name}.`)
        return entry === undefined ? [] : [[key, entry]]
      }),
    )
  }
  const fields = storedWorkspace.shape
  const part = <V>(name: string, schema: z.ZodType<V>, otherwise: V): V => {
    const read = schema.safeParse(source[name])
    if (!read.success && source[name] !== undefined) leftOut.push(`Left out: ${name}.`)
    return read.success ? read.data : otherwise
  }
  const panels = entries(
    'panels',
    (id, value) => panelStates.safeParse({ [id]: value }).data?.[id as InstanceId],
  )
  if (Object.keys(panels).length === 0) return null
  return {
    content: {
      version: 2,
      instruments: entries('instruments', (link, value) => {
        const read = fields.instruments.safeParse({ [link]: value })
        return read.success ? (read.data[link as keyof typeof read.data] ?? null) : undefined
      }),
      sizes: entries('sizes', (_, value) => {
        const read = sizesOfInstrument.safeParse(value).data
        return read && isUsable(read) ? read : undefined
      }),
      panels: withListOfWindow(json, panels),
      kindsSeen: part('kindsSeen', fields.kindsSeen, []),
      onlyCustomer: part('onlyCustomer', fields.onlyCustomer, false),
      sales: part('sales', salesChoices, DEFAULT_SALES),
      layout: part('layout', fields.layout, null),
    },
    leftOut: [...leftOut, ...usualInPanels(source['panels'])],
  }
}

const record = z.record(z.string(), z.unknown())

/** What is read with its usual value in the place of one that cannot be read: one sentence each. */
function usualInstead(json: unknown): readonly string[] {
  const source = record.safeParse(json).data ?? {}
  const sizes = z.record(z.string(), sizesOfInstrument).safeParse(source['sizes']).data ?? {}
  return [
    ...Object.entries(sizes).flatMap(([name, preset]) =>
      isUsable(preset) ? [] : [`Left out: ${name} of sizes.`],
    ),
    ...usualInPanels(source['panels']),
  ]
}

/** A panel keeps what it has when one of its values cannot be read. */
function usualInPanels(panels: unknown): readonly string[] {
  return Object.entries(record.safeParse(panels).data ?? {}).flatMap(([id, panel]) => {
    const values = record.safeParse(panel).data
    if (!values || !panelStates.safeParse({ [id]: panel }).success) return []
    return Object.entries(panelState.shape).flatMap(([name, field]) => {
      const known: z.core.$ZodType = field instanceof z.ZodCatch ? field.unwrap() : field
      const isRead = values[name] === undefined || z.safeParse(known, values[name]).success
      return isRead ? [] : [`Left out: ${name} of ${id}.`]
    })
  })
}

export interface ReadWindow {
  readonly stored: StoredWorkspace
  /** One sentence for each part that could not be read. */
  readonly leftOut: readonly string[]
}

/** Reads what can be read of the text of a window's own workspace; null: nothing. Where a part is missing it counts as no named workspace's, so that none is overwritten. */
export function readWindow(text: string): ReadWindow | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const whole = readStoredJson(json)
  if (whole) return { stored: whole, leftOut: usualInstead(json) }
  const read = readContent(json)
  if (!read) return null
  const version = record.safeParse(json).data?.['version']
  const newer =
    typeof version === 'number' && version > 2
      ? [`A newer Openpit saved it (version ${version}; this release reads up to 2).`]
      : []
  return { stored: { ...read.content, space: EARLIER_SPACE }, leftOut: [...newer, ...read.leftOut] }
}
