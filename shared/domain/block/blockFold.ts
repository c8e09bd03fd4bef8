/** The events of a block, and the folds that give its state after each event and each change of its orders. Pure. An event that comes twice changes nothing. */

import { z } from 'zod'
import { blockWarning, limitDecision } from '../orders/limitDecision.ts'
import type { Order } from '../orders/order.ts'
import { decimalText, epochMs, type ReferenceId } from '../scalars.ts'
import {
  amountChange,
  blockPhase,
  blockPlan,
  blockRowState,
  rowPrices,
  type BlockRowState,
  type RowEnd,
} from './blockRecord.ts'
import { rotationMove } from './rotationMove.ts'
import { endOf } from './rows/rowOrders.ts'
import { claims, countedByChange, countedOf } from './shares/counted.ts'
import { amountOfRow, areSamePrices, termsOfRetry } from './rows/rowTerms.ts'

const at = epochMs
/** Who asked, in the dealer's own words; null: nobody was named. */
const by = z.string().nullable()
/** Left out by releases that did not record it. */
const byIfKnown = by.optional()

/** The plan with the decision of the limits on the whole. */
const checkedPlan = blockPlan.extend({
  check: limitDecision,
  /** Warnings that the dealer answered for the whole. Left out by versions that stored only the names of limits: none is answered. */
  warnings: z.array(blockWarning).optional(),
  /** How it moves the rotation of its group, before its first row leaves. Left out: not at all, or by a release that did not record it. */
  rotation: rotationMove.optional(),
})

export const blockEvent = z.discriminatedUnion('kind', [
  /** The whole passed the checks. On disk before the first intent of its rows. */
  z.strictObject({ kind: z.literal('planned'), at, plan: checkedPlan }),
  z.strictObject({ kind: z.literal('paused'), at, why: z.string() }),
  z.strictObject({ kind: z.literal('resumed'), at, by: byIfKnown }),
  z.strictObject({ kind: z.literal('stopped'), at, why: z.string() }),
  /** The dealer canceled the block. `covered`: of each row, how many orders were made of it before; a later order is not canceled. */
  z.strictObject({
    kind: z.literal('cancel-asked'),
    at,
    by,
    covered: z.array(z.number().int().min(0)),
  }),
  /** Every row had its turn. */
  z.strictObject({ kind: z.literal('sent'), at }),
  z.strictObject({ kind: z.literal('closed'), at, by: byIfKnown }),
  /** The turn of a row came, and no order was made of it. `row`: from 1. */
  z.strictObject({ kind: z.literal('row-not-sent'), at, row: z.number().int().min(1), why: z.string() }),
  /** The dealer asked for rows to be sent once more. `attempt`: of the order that each then becomes. */
  z.strictObject({
    kind: z.literal('retry-asked'),
    at,
    by: byIfKnown,
    rows: z.array(z.strictObject({ row: z.number().int().min(1), attempt: z.number().int().min(2) })),
  }),
  /** The dealer changed the amount of the whole. On disk before the first change of an order leaves. */
  amountChange.extend({
    kind: z.literal('amount-changed'),
    at,
    by: byIfKnown,
    /** The how-manieth change of the amount of this block it is, from 1. Left out by releases that did not record it. */
    change: z.number().int().min(1).optional(),
  }),
  /**
   * The dealer moved the prices of the whole; null: that price stays. `rows`: those without a live order, from 1, and how many orders were made of each before.
   * They take the new prices where they are sent once more.
   */
  rowPrices.extend({
    kind: z.literal('prices-changed'),
    at,
    by: byIfKnown,
    rows: z.array(z.strictObject({ row: z.number().int().min(1), attempts: z.number().int().min(0) })),
  }),
  /** So many of its orders are being amended. On disk before the first change leaves. */
  z.strictObject({ kind: z.literal('amend-begun'), at, orders: z.number().int().min(1) }),
  /** It is known what became of each change, or a restart cut the amend off, which was reported. */
  z.strictObject({ kind: z.literal('amend-over'), at }),
])
export type BlockEvent = z.infer<typeof blockEvent>

/** `attempts`: orders that were made of the row. */
const storedRow = blockRowState.omit({ customerCode: true, amount: true, prices: true }).extend({
  attempts: z.number().int().min(0),
  /** Who asked for it to be sent once more, while it waits for that. */
  retriedBy: byIfKnown,
  /** Contracts since a change of the amount of the block. Left out: those of the plan. */
  amended: decimalText.optional(),
  /** Prices to which the block moved after the last order of the row was over; null: that price stays. Left out: it did not move since. */
  moved: rowPrices.optional(),
})

/** A block as the core keeps it, and as a new segment of the journal begins with it. */
export const block = z
  .strictObject({
    plan: checkedPlan,
    state: blockPhase,
    why: z.string().nullable(),
    /** One for each row of the plan. */
    rows: z.array(storedRow),
    /** Who resumed it last. Left out: nobody did, or a release that did not record it. */
    resumedBy: byIfKnown,
    /** The newest cancel of the whole. It is over once no order that it covers is live. Left out: the block was not canceled. */
    canceled: z.strictObject({ at, by, covered: z.array(z.number().int().min(0)) }).optional(),
    /** What it counts in the claims. Left out: what its plan gave. Null: nothing, because it was stopped before any row had its turn. */
    counted: claims.nullable().optional(),
    /** The amend of its orders that is not over. Left out: none is under way. */
    amending: z.strictObject({ at, orders: z.number().int().min(1) }).optional(),
    /** How often its amount changed. Left out: never, or only in releases that did not count. */
    changes: z.number().int().min(1).optional(),
  })
  .refine(({ plan, rows }) => plan.rows.length === rows.length, {
    error: 'must have a state for each row of its plan',
  })
export type Block = z.infer<typeof block>

/** The intent of one attempt of a row, from 1. It has a fixed name, so that it can never become two orders. */
export const intentOfBlockRow = (intentId: string, row: number, attempt: number): string =>
  attempt === 1 ? `${intentId} row ${row}` : `${intentId} row ${row} attempt ${attempt}`

/** Whether rows may still leave, now or once the dealer resumes it. */
export const isUnderWay = ({ state }: Pick<Block, 'state'>): boolean =>
  state === 'sending' || state === 'paused'

/** Whether rows had no turn yet. */
export const hasWaiting = ({ rows }: Pick<Block, 'rows'>): boolean =>
  rows.some(({ state }) => state === 'waiting')

/** Whether rows wait to be sent once more. */
export const isRetrying = ({ rows }: Pick<Block, 'rows'>): boolean => rows.some((row) => row.isRetried)

type StoredRow = Block['rows'][number]

/** A retry that came to nothing: the row is again what it was before. */
function retryGivenUp(row: StoredRow, why: string): StoredRow {
  if (!row.isRetried) return row
  const { retriedBy: _, ...before } = row
  return { ...before, isRetried: false, why: `It was not sent once more. ${why}` }
}

/** Whether the turn of any row came. */
export const hadTurn = ({ rows }: Pick<Block, 'rows'>): boolean =>
  rows.some(({ state, attempts }) => state !== 'waiting' || attempts > 0)

const withoutRetries = (known: Block, why: string): Block =>
  isRetrying(known) ? { ...known, rows: known.rows.map((row) => retryGivenUp(row, why)) } : known

const waitingNotSent = (rows: Block['rows'], why: string): Block['rows'] =>
  rows.map((row) => (row.state === 'waiting' ? { ...row, state: 'not-sent' as const, why } : row))

function after(known: Block, event: Exclude<BlockEvent, { kind: 'planned' }>): Block {
  const isOver = !isUnderWay(known)
  switch (event.kind) {
    case 'paused':
      return isOver
        ? withoutRetries(known, event.why)
        : { ...withoutRetries(known, event.why), state: 'paused', why: event.why }
    case 'resumed':
      return known.state === 'paused'
        ? {
            ...known,
            state: 'sending',
            why: null,
            ...(event.by === undefined ? {} : { resumedBy: event.by }),
          }
        : known
    case 'stopped':
      return isOver
        ? withoutRetries(known, event.why)
        : {
            ...known,
            ...(hadTurn(known) ? {} : { counted: null }),
            state: 'stopped',
            why: event.why,
            rows: waitingNotSent(withoutRetries(known, event.why).rows, event.why),
          }
    case 'cancel-asked':
      return { ...known, canceled: { at: event.at, by: event.by, covered: event.covered } }
    case 'sent':
      return isOver ? known : { ...known, state: 'sent', why: null }
    case 'closed':
      return { ...known, state: 'closed', why: null }
    case 'row-not-sent':
      return {
        ...known,
        rows: known.rows.map((row, index) =>
          index !== event.row - 1
            ? row
            : row.state === 'waiting'
              ? { ...row, state: 'not-sent', why: event.why }
              : retryGivenUp(row, event.why),
        ),
      }
    case 'amount-changed': {
      const { change } = event
      // A new segment of the journal can begin with its outcome, and have the entry behind.
      if (change !== undefined && change <= (known.changes ?? 0)) return known
      const amounts = new Map(event.rows.map(({ row, to }) => [row - 1, to]))
      return {
        ...known,
        counted: countedByChange(known, event).after,
        ...(change === undefined ? {} : { changes: change }),
        rows: known.rows.map((row, index) => {
          const amended = amounts.get(index)
          return amended === undefined ? row : { ...row, amended }
        }),
      }
    }
    case 'prices-changed': {
      const { limitPrice, triggerPrice } = event
      const attempts = new Map(event.rows.map((each) => [each.row - 1, each.attempts]))
      return {
        ...known,
        rows: known.rows.map((row, index) =>
          row.attempts === attempts.get(index)
            ? {
                ...row,
                moved: {
                  limitPrice: limitPrice ?? row.moved?.limitPrice ?? null,
                  triggerPrice: triggerPrice ?? row.moved?.triggerPrice ?? null,
                },
              }
            : row,
        ),
      }
    }
    case 'amend-begun':
      return { ...known, amending: { at: event.at, orders: event.orders } }
    case 'amend-over': {
      const { amending: _, ...rest } = known
      return rest
    }
    case 'retry-asked': {
      const attempts = new Map(event.rows.map(({ row, attempt }) => [row - 1, attempt]))
      const retriedBy = event.by === undefined ? {} : { retriedBy: event.by }
      return {
        ...known,
        // It was stopped before any row had its turn, and gives its lots after all.
        ...(known.counted === null ? { counted: countedOf({ plan: known.plan }) } : {}),
        rows: known.rows.map((row, index) =>
          // One that became an order before is known already: this entry came twice.
          row.attempts < (attempts.get(index) ?? 0)
            ? { ...row, isRetried: true, why: null, ...retriedBy }
            : row,
        ),
      }
    }
  }
}

/** Folds an event in; changes the given map. */
export function foldBlockEvent(blocks: Map<string, Block>, id: string, event: BlockEvent): void {
  const known = blocks.get(id)
  if (event.kind === 'planned') {
    if (known) return
    const rows = event.plan.rows.map(() => NO_TURN)
    blocks.set(id, { plan: event.plan, state: 'sending', why: null, rows })
  } else if (known) blocks.set(id, after(known, event))
}

/** Folds in how one of its orders is now; changes the given map. Returns the id of the block that changed; null: none did. */
export function foldBlockOrder(blocks: Map<string, Block>, now: Order): string | null {
  const { block: tag, referenceId } = now
  if (!tag) return null
  const known = blocks.get(tag.id)
  const row = known?.rows[tag.row - 1]
  if (!known || !row) return null
  const end = endOf(now)
  const isEarlier = tag.attempt < row.attempts
  const next: StoredRow = isEarlier
    ? { ...row, earlier: withEnd(row.earlier ?? [], referenceId, end) }
    : rowAfter(row, now, end)
  if (JSON.stringify(next) === JSON.stringify(row)) return null
  const rows = known.rows.with(tag.row - 1, next)
  blocks.set(tag.id, { ...known, rows })
  const isOnlyEnd = !isEarlier && row.referenceId === referenceId && row.state === next.state
  const isSameRow = areSameShown(
    rowForWindows(known, tag.row - 1),
    rowForWindows({ plan: known.plan, rows }, tag.row - 1),
  )
  // Windows see each end at the order itself. They get those of the block with its next change, the last of them at once.
  return isOnlyEnd && isSameRow && rows.some((each) => each.state === 'requested' && !each.end)
    ? null
    : tag.id
}

const areSameShown = (a: BlockRowState, b: BlockRowState): boolean =>
  JSON.stringify([a.amount, a.prices]) === JSON.stringify([b.amount, b.prices])

/** The row after a change of the newest order that was made of it. */
function rowAfter(
  row: StoredRow,
  { block: tag, referenceId, phase, refusal }: Order,
  end: RowEnd | null,
): StoredRow {
  const isNotSent = phase === 'not-sent'
  const state = isNotSent ? ('not-sent' as const) : ('requested' as const)
  // A change that the venue refused, or one of this order alone.
  const last = end?.terms?.amount
  const amended = row.amended === undefined || !last ? row.amended : last
  const sized = amended === undefined ? {} : { amended }
  if (row.referenceId === referenceId && row.state === state) return { ...row, ...sized, end }
  const earlier =
    row.referenceId === null || row.referenceId === referenceId
      ? row.earlier
      : withEnd(row.earlier ?? [], row.referenceId, row.end ?? null)
  return {
    referenceId,
    state,
    why: isNotSent ? (refusal?.message ?? 'It was not sent.') : null,
    isRetried: false,
    end,
    ...(earlier === undefined ? {} : { earlier }),
    attempts: tag?.attempt ?? row.attempts,
    ...sized,
  }
}

function withEnd(
  earlier: NonNullable<StoredRow['earlier']>,
  referenceId: ReferenceId,
  end: RowEnd | null,
): NonNullable<StoredRow['earlier']> {
  const index = earlier.findIndex((each) => each.referenceId === referenceId)
  return index < 0 ? [...earlier, { referenceId, end }] : earlier.with(index, { referenceId, end })
}

/** Who deals the next order of a row: the dealer who asked for it once more, or resumed the block, or sent it. Undefined: an older release did not record it. */
export function dealerOfRow({ plan, rows, resumedBy }: Block, index: number): string | null | undefined {
  const row = rows[index]
  const asked = row?.isRetried ? row.retriedBy : resumedBy
  return asked === undefined ? plan.dealer : asked
}

function rowForWindows({ plan, rows }: Pick<Block, 'plan' | 'rows'>, index: number): BlockRowState {
  const [planned, row] = [plan.rows[index], rows[index] ?? NO_TURN]
  if (!planned) throw new Error(`the block has no row ${index + 1}`)
  const { attempts: _attempts, retriedBy: _retriedBy, amended: _amended, moved: _moved, ...state } = row
  const terms = termsOfRetry(plan.draft, planned, row)
  const { limitPrice, triggerPrice } = terms ?? plan.draft
  return {
    ...planned,
    amount: amountOfRow(planned, row),
    ...state,
    ...(areSamePrices(plan.draft, { limitPrice, triggerPrice })
      ? {}
      : { prices: { limitPrice, triggerPrice } }),
  }
}

/** The rows as windows see them. */
export const rowsOfBlock = (known: Pick<Block, 'plan' | 'rows'>): BlockRowState[] =>
  known.plan.rows.map((_, index) => rowForWindows(known, index))

const NO_TURN: StoredRow = {
  referenceId: null,
  state: 'waiting',
  why: null,
  isRetried: false,
  attempts: 0,
}

/** `150 of 200 were requested, 2 were not sent, and 48 wait` */
export function progressWords({ rows }: Pick<Block, 'rows'>): string {
  const count = (state: BlockRowState['state']) => rows.filter((row) => row.state === state).length
  const [requested, notSent, waiting] = [count('requested'), count('not-sent'), count('waiting')]
  const parts = [
    `${requested} of ${rows.length} ${requested === 1 ? 'was' : 'were'} requested`,
    ...(notSent === 0 ? [] : [`${notSent} ${notSent === 1 ? 'was' : 'were'} not sent`]),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'waits' : 'wait'}`]),
  ]
  return parts.join(', ')
}

/** What the end of the process that sent a block means for it: its rows without a turn wait for the dealer, and no retry goes on. */
export function restartEventsOfBlock(known: Block, when: number): readonly BlockEvent[] {
  const paused: BlockEvent = {
    kind: 'paused',
    at: when,
    why: isUnderWay(known) ? `Openpit restarted: ${progressWords(known)}.` : 'Openpit restarted.',
  }
  const isPaused = known.state === 'sending' || isRetrying(known)
  if (!isUnderWay(known)) return isPaused ? [paused] : []
  if (hasWaiting(known)) return isPaused ? [paused] : []
  return [...(isRetrying(known) ? [paused] : []), { kind: 'sent', at: when }]
}
