/**
 * Rules of blocks: nothing of one leaves before its plan is on disk, no customer has its order twice, no customer who is not in the plan has one, and in
 * the end every row was requested or is shown as not sent.
 */

import { compare, decimal } from '../../../shared/base/decimal.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import type { BlockRow } from '../../../shared/domain/orders/rows/blockTag.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { HttpRequest } from '../../../electron/broker/rest/http.ts'
import type { SimTerminal } from '../world/terminal.ts'
import { keyOf, type SimVenue } from '../world/venue.ts'

export interface BlockRules {
  /** An entry of the journal is on disk for good. */
  onDurable(entry: JournalEntry): void
  /** The first byte of a request leaves. */
  onWire(request: HttpRequest): void
  /** A window heard that its block was taken. */
  onTaken(blockId: string): void
  /** What does not hold in the end, a sentence each. */
  judge(desk: SimTerminal, venue: SimVenue): readonly string[]
  /** Orders of blocks that left. */
  readonly orders: number
}

const BLOCK_IN_ID = /-(B[a-z0-9]{1,9})-/

/** What a window that opens now is shown. */
export function blocksOf({ core }: Pick<SimTerminal, 'core'>): readonly BlockRecord[] {
  let shown: readonly BlockRecord[] = []
  const sink = {
    snapshot: (all: readonly BlockRecord[]) => {
      shown = all
    },
    delta: () => undefined,
    end: () => undefined,
  }
  core.sources.blocks(null, sink, { windowId: 'new', allows: () => true }).close()
  return shown
}

function rowFaults(block: BlockRecord, desk: SimTerminal, venue: SimVenue): readonly string[] {
  return block.rows.flatMap(({ customerCode, amount, state, referenceId }) => {
    const name = `${block.blockId} of ${customerCode}`
    const atVenue = [...venue.orders.values()].filter(
      (order) => order.customerCode === customerCode && order.referenceId.includes(`-${block.blockId}-`),
    )
    if (atVenue.length > 1) return [`${name}: the venue has ${atVenue.length} orders`]
    if (state === 'waiting') return [`${name}: forgotten, its turn never came`]
    const [truth] = atVenue
    if (truth && compare(decimal(truth.amount ?? '0'), decimal(amount)) !== 0)
      return [`${name}: the venue has ${truth.amount}, and the plan says ${amount}`]
    if (state === 'not-sent') return truth ? [`${name}: shown as not sent, the venue has it`] : []
    if (referenceId === null || !desk.orders.has(keyOf(customerCode, referenceId)))
      return [`${name}: requested, and the desk shows no order`]
    return truth && truth.referenceId !== referenceId
      ? [`${name}: the venue has it as ${truth.referenceId}`]
      : []
  })
}

export function openBlockRules(report: (sentence: string) => void): BlockRules {
  /** Rows of the plans on disk, by block. */
  const plans = new Map<string, readonly BlockRow[]>()
  const left = new Set<string>()
  return {
    get orders() {
      return left.size
    },
    onDurable({ body }) {
      if (body.type === 'block' && body.event.kind === 'planned')
        plans.set(body.blockId, body.event.plan.rows)
    },
    onWire({ method, path, body }) {
      if (method !== 'POST' || !path.endsWith('/orders') || body === null) return
      const sent = JSON.parse(body) as { readonly reference_id?: string; readonly amount?: string | number }
      const blockId = BLOCK_IN_ID.exec(sent.reference_id ?? '')?.[1]
      if (blockId === undefined) return
      const customer = decodeURIComponent(path.split('/').at(-2) ?? '')
      const rows = plans.get(blockId)
      if (!rows) return report(`${sent.reference_id} left before the plan of its block was on disk`)
      const row = rows.find(({ customerCode }) => customerCode === customer)
      if (!row || compare(decimal(row.amount), decimal(String(sent.amount ?? '0'))) !== 0)
        report(
          `${customer} was sent ${sent.amount}, and the plan of ${blockId} says ${row?.amount ?? 'nothing'}`,
        )
      const name = `${blockId} ${customer}`
      if (left.has(name)) report(`${customer} was sent the order of ${blockId} twice`)
      left.add(name)
    },
    onTaken(blockId) {
      if (!plans.has(blockId)) report(`${blockId} was reported as taken before its plan was on disk`)
    },
    judge(desk, venue) {
      const shown = new Map(blocksOf(desk).map((block) => [block.blockId, block]))
      return [...plans.keys()].flatMap((blockId) => {
        const block = shown.get(blockId)
        if (!block) return [`${blockId}: the desk does not know the block`]
        const open = block.state === 'sending' || block.state === 'paused'
        return [
          ...(open ? [`${blockId}: ${block.state} in the end, ${block.why}`] : []),
          ...rowFaults(block, desk, venue),
        ]
      })
    },
  }
}
