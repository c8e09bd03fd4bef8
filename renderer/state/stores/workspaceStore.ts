/** What the dealer chose in this window: customer, instruments, sizes, layout. Arming is never saved: a restored window comes up disarmed. */

import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EpochMs } from '../../../shared/base/clock.ts'
import { interval } from '../../../shared/domain/candles/candle.ts'
import { decimalText, symbol, type CustomerCode } from '../../../shared/domain/scalars.ts'
import { decimal, signOf, type DecimalText } from '../../../shared/base/decimal.ts'

export const LADDER_IDS = ['1', '2'] as const
export type LadderId = (typeof LADDER_IDS)[number]

const sizesOfInstrument = z.strictObject({
  sizes: z.array(decimalText).min(1).max(6),
  index: z.number().int().min(0).max(5),
})

/** The part that is saved between runs, as JSON under the window's own setting. Never the customer: every window starts with none. */
export const storedWorkspace = z.object({
  /** Instrument per link digit: `1` drives ladder 1, chart and ticket; `2` the second ladder. */
  instruments: z.strictObject({ '1': symbol.nullable(), '2': symbol.nullable() }),
  sizes: z.record(z.string(), sizesOfInstrument),
  grouping: z.strictObject({ '1': z.number().int().min(1), '2': z.number().int().min(1) }),
  interval,
  /** Blotters show this customer's rows only. */
  onlyCustomer: z.boolean(),
  /** The docking layout; null for the one it comes with. */
  layout: z.json().nullable(),
})
export type StoredWorkspace = z.infer<typeof storedWorkspace>

export interface Workspace extends StoredWorkspace {
  /** The customer that this window deals for; null until the dealer chooses one. */
  readonly customer: CustomerCode | null
  /** Since when each armed ladder is armed, wall clock ms. */
  readonly armed: Readonly<Partial<Record<LadderId, EpochMs>>>
  /** Why trading keys went off last; null when the dealer did it or nothing happened. */
  readonly disarmedBecause: string | null
  readonly activeLadder: LadderId
  /** Whether what was kept has been read (or there was nothing): until then nothing is saved. */
  readonly restored: boolean
}

export type WorkspaceStore = StoreApi<Workspace>

export const createWorkspaceStore = (): WorkspaceStore =>
  createStore<Workspace>(() => ({
    customer: null,
    instruments: { '1': null, '2': null },
    sizes: {},
    grouping: { '1': 10, '2': 10 },
    interval: '1m',
    onlyCustomer: false,
    layout: null,
    armed: {},
    disarmedBecause: null,
    activeLadder: '1',
    restored: false,
  }))

export const storedPart = (workspace: Workspace): StoredWorkspace => ({
  instruments: workspace.instruments,
  sizes: workspace.sizes,
  grouping: workspace.grouping,
  interval: workspace.interval,
  onlyCustomer: workspace.onlyCustomer,
  layout: workspace.layout,
})

/** Without the presets of which one is no size: that instrument has its usual presets again. */
const usableSizes = (sizes: StoredWorkspace['sizes']): StoredWorkspace['sizes'] =>
  Object.fromEntries(
    Object.entries(sizes).filter(([, preset]) => preset.sizes.every((size) => signOf(decimal(size)) > 0)),
  )

/** Reads what was kept; null when the text is not ours any more. */
export function readStored(text: string): StoredWorkspace | null {
  try {
    const read = storedWorkspace.safeParse(JSON.parse(text))
    return read.success ? { ...read.data, sizes: usableSizes(read.data.sizes) } : null
  } catch {
    return null
  }
}

export interface SizePresets {
  readonly sizes: readonly DecimalText[]
  readonly index: number
}
