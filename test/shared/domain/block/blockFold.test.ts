/** The fold of a block: a new segment of the journal begins with its state, and entries that were on their way to the disk then follow once more. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  foldBlockEvent,
  foldBlockOrder,
  type Block,
  type BlockEvent,
} from '../../../../shared/domain/block/blockFold.ts'
import { blockDraftOf } from '../../../../shared/domain/block/blockAct.ts'
import type { Order, OrderPhase } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'
import { text } from '../../../electron/core/deskHarness.ts'
import { blockOf } from '../../../electron/core/dealing/block/blockStage.ts'

const ID = 'Bt8dvo0'
const COUNT = 4
const { draft, rows, group, method, onRefused, inFlight } = blockOf(COUNT)
const PLANNED: BlockEvent = {
  kind: 'planned',
  at: 1,
  plan: {
    blockId: ID,
    intentId: 'intent-0001',
    createdAt: 1,
    group,
    method,
    draft: blockDraftOf(draft),
    rows,
    onRefused,
    inFlight,
    check: { version: 0, findings: [], typed: null },
  },
}

const orderOf = (row: number, attempt: number, phase: OrderPhase): Order =>
  venueOrder(draft, `op-x-${ID}-${row}-${attempt}` as ReferenceId, 1, {
    phase,
    refusal: phase === 'not-sent' ? { code: 'NOT_SENT', message: 'The block was stopped.' } : null,
    block: { id: ID, row, count: COUNT, attempt },
  })

/** The block moves; `price`: any number. */
const pricesChanged = (block: Block, price: number): BlockEvent => ({
  kind: 'prices-changed',
  at: 2,
  by: null,
  limitPrice: price % 2 === 0 ? text(String(price)) : null,
  triggerPrice: text(String(price)),
  rows: block.rows.flatMap(({ state, end, attempts }, index) =>
    state === 'not-sent' || end ? [{ row: index + 1, attempts }] : [],
  ),
})

type Step = { readonly event: BlockEvent } | { readonly order: Order }
const fold = (start: ReadonlyMap<string, Block>, steps: readonly Step[]): Map<string, Block> => {
  const blocks = new Map(start)
  for (const step of steps)
    if ('event' in step) foldBlockEvent(blocks, ID, step.event)
    else foldBlockOrder(blocks, step.order)
  return blocks
}

/** What can happen next to the block, as the core would do it: a row is made an order once, and again only after it came to nothing. */
function stepOf(block: Block, choice: number, row: number): readonly Step[] {
  const state = block.rows[row - 1]
  const why = `because ${choice}`
  if (!state) return []
  const { attempts } = state
  // Beside the list, so that the choices of earlier findings keep their meaning.
  if (choice > 90) {
    if (choice % 3 === 0)
      return [
        {
          event:
            row % 2 === 0 ? { kind: 'amend-over', at: 2 } : { kind: 'amend-begun', at: choice, orders: row },
        },
      ]
    const covered = block.rows.map((each) => each.attempts)
    return choice % 2 === 0
      ? [{ event: { kind: 'cancel-asked', at: 2, by: null, covered } }]
      : [{ event: pricesChanged(block, row) }]
  }
  // A row that came to nothing is made an order under the name of a second attempt, also where no order was made of it before.
  const next = state.state === 'waiting' ? attempts + 1 : Math.max(1, attempts) + 1
  const made = (phase: OrderPhase): readonly Step[] => [
    { order: orderOf(row, next, 'intent') },
    { order: orderOf(row, next, phase) },
  ]
  const turn = block.state === 'sending' && state.state === 'waiting'
  const retry = state.state === 'not-sent' || state.isRetried
  const options: readonly (readonly Step[])[] = [
    turn || retry ? made('working') : [],
    turn || retry ? made('not-sent') : [],
    turn ? [{ event: { kind: 'row-not-sent', at: 2, row, why } }] : [],
    [{ event: { kind: 'paused', at: 2, why } }],
    [{ event: { kind: 'resumed', at: 2, ...(block.state === 'paused' ? { by: why } : {}) } }],
    choice % 4 === 0 ? [{ event: { kind: 'stopped', at: 2, why } }] : [],
    state.state === 'not-sent' && !state.isRetried
      ? [
          {
            event: {
              kind: 'retry-asked',
              at: 2,
              by: why,
              rows: [{ row, attempt: Math.max(1, attempts) + 1 }],
            },
          },
        ]
      : [],
    attempts > 1 ? [{ order: orderOf(row, attempts - 1, choice % 3 === 0 ? 'closed' : 'working') }] : [],
    block.rows.every(({ state: each }) => each !== 'waiting') ? [{ event: { kind: 'sent', at: 2 } }] : [],
  ]
  return options[choice % options.length] ?? []
}

describe('the fold of a block', () => {
  it('ends the same where its last entries come once more behind its state', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(100), fc.integer({ min: 1, max: COUNT })), { maxLength: 40 }),
        (choices) => {
          const steps: Step[] = [{ event: PLANNED }]
          let now = fold(new Map(), steps)
          for (const [choice, row] of choices) {
            const block = now.get(ID)
            const more = block ? stepOf(block, choice, row) : []
            steps.push(...more)
            now = fold(now, more)
          }
          for (let from = 0; from < steps.length; from++) expect(fold(now, steps.slice(from))).toEqual(now)
        },
      ),
      // Not sent, asked for once more, given up by a pause, and then an order after all: another seed found it.
      {
        examples: [
          [
            [
              [65, 3],
              [87, 3],
              [57, 1],
              [0, 3],
            ],
          ],
        ],
      },
    )
  })

  it('never lets a row that had its turn wait again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(100), fc.integer({ min: 1, max: COUNT })), { maxLength: 40 }),
        (choices) => {
          let now = fold(new Map(), [{ event: PLANNED }])
          for (const [choice, row] of choices) {
            const before = now.get(ID)
            now = fold(now, before ? stepOf(before, choice, row) : [])
            const had = before?.rows.map(({ state }) => state !== 'waiting') ?? []
            for (const [index, hadTurn] of had.entries())
              expect(hadTurn && now.get(ID)?.rows[index]?.state === 'waiting').toBe(false)
          }
        },
      ),
    )
  })
})
