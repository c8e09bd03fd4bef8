/** Reports to the rules what happens in a simulated world: requests, frames, writes to the disk, and what the desk shows. Judges nothing. */

import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { BracketRules } from '../rules/bracketRules.ts'
import type { BlockRules } from '../rules/blockRules.ts'
import type { ClaimRules } from '../rules/claimRules.ts'
import type { FreshnessRules } from '../rules/freshnessRules.ts'
import type { Watch } from '../rules/oracles.ts'
import type { RecordRules } from '../rules/recordRules.ts'
import type { ScaleRules } from '../rules/scaleRules.ts'
import type { Trace } from '../trace.ts'
import type { DeskOptions } from './terminal.ts'
import type { SimDiskOptions } from './disk.ts'
import type { Machine } from './machine.ts'
import type { RequestsOptions } from './network/requests.ts'
import type { StreamsOptions } from './network/streams.ts'
import type { SimVenue } from './venue.ts'
import type { VirtualTime } from './virtualTime.ts'

export interface ObserversOptions {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly venue: SimVenue
  readonly watch: Watch
  readonly claims: ClaimRules
  readonly news: FreshnessRules
  readonly records: RecordRules
  readonly brackets: BracketRules
  readonly scales: ScaleRules
  readonly blocks: BlockRules
}

export interface Observers {
  readonly requests: Pick<RequestsOptions, 'onWire' | 'onAnswer' | 'onHide'>
  readonly streams: Pick<StreamsOptions, 'onWire' | 'onDesk'>
  readonly disk: Pick<SimDiskOptions, 'onDurable' | 'onCut' | 'onFailure'>
  desk(machine: Machine): Pick<DeskOptions, 'onOrder' | 'onReconciled'>
}

/** Eight digits and a space stand before the JSON of a record (electron/storage/journal/proof/record.ts). Null: a write torn with holes left a line that is none. */
function entryOf(line: string): JournalEntry | null {
  try {
    return (JSON.parse(line.slice(9)) as { entry: JournalEntry }).entry
  } catch {
    return null
  }
}

/** The entries of these lines that the rules read: an order's intent and its sending, and the plan of a block. To read every line would cost more than the rest of the disk. */
function orderEntries(lines: readonly string[]): readonly JournalEntry[] {
  return lines
    .filter(
      (line) =>
        line.includes('"kind":"sending"') ||
        line.includes('"kind":"intent"') ||
        line.includes('"kind":"planned"'),
    )
    .flatMap((line) => entryOf(line) ?? [])
}

export function createObservers(options: ObserversOptions): Observers {
  const { time, trace, venue, watch, claims, news, records, brackets, scales, blocks } = options
  return {
    requests: {
      onWire(machine, request, kind) {
        watch.onWire(machine, request, kind, time.elapsed)
        news.onWire(machine, request, time.elapsed)
        brackets.onWire(request, venue)
        scales.onWire(request)
        blocks.onWire(request)
      },
      onAnswer: (machine, request, { status, text }, sentAt) =>
        news.onAnswer(machine, request, status, text, sentAt),
      onHide: (id, until) => claims.onHide(id, until),
    },
    streams: {
      onWire(text) {
        const { nonce } = JSON.parse(text) as { nonce?: string }
        if (nonce !== undefined) watch.onNonce(nonce)
      },
      onDesk: (machine, heard) => news.onStream(machine, heard, time.elapsed),
    },
    disk: {
      onDurable(path, lines) {
        if (!path.endsWith('.journal')) return
        for (const line of lines) trace.detail('journal', line.slice(9, 400))
        for (const entry of orderEntries(lines)) {
          watch.onDurable(entry)
          records.onDurable(entry)
          scales.onDurable(entry)
          blocks.onDurable(entry)
        }
      },
      onCut: (path, bytes, kept) => records.onCut(path, bytes, kept),
      onFailure: (kind) => watch.onDiskFailure(kind, time.elapsed),
    },
    desk: (machine) => ({
      onOrder(order) {
        watch.onOrder(machine, order)
        news.onOrder(machine, order)
        brackets.onOrder(machine, order, venue)
      },
      onReconciled: (changed, shown) => records.onReconciled(machine, changed, shown, time.elapsed),
    }),
  }
}
