/** Blocks that are over, made by the product's own split and rotation, with the fills that a test says. */

import { ZERO, decimal, decimalOf, multiply, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { allocate, type Allocated, type BlockCandidate } from '../../../../shared/domain/block/allocate.ts'
import type { Block } from '../../../../shared/domain/block/blockFold.ts'
import type { BlockMethod } from '../../../../shared/domain/block/blockMethods.ts'
import type { BlockPlan } from '../../../../shared/domain/block/blockRecord.ts'
import { NO_ROTATION, type Rotation } from '../../../../shared/domain/block/rotation.ts'
import { judgeBlock, type JudgedBlock } from '../../../../shared/domain/fairness/judgeBlock.ts'
import { plainDraft, type Order } from '../../../../shared/domain/orders/order.ts'
import { withDefaults } from '../../../../shared/domain/orders/orderLife.ts'
import type { Side } from '../../../../shared/domain/scalars.ts'
import { code, orderOf, reference, sym } from '../../../fakes/window/scriptedCore.ts'

export const LOT = decimal('0.001')
export const TICK = decimal('0.1')
export const PRICE = decimal('62150')
export const nameOf = (n: number) => code(`C${1000 + n}`)

const DRAFT = withDefaults(
  plainDraft({
    customerCode: nameOf(0),
    symbol: sym('BTCUSDC_PERP'),
    side: 'buy',
    type: 'limit',
    limitPrice: toText(PRICE),
  }),
)

export interface Fill {
  readonly amount: Decimal
  readonly price: Decimal
}

export interface BlockToMake {
  readonly id: string
  readonly allocated: Allocated
  readonly group?: string | null
  readonly side?: Side
  readonly method?: BlockMethod
  /** Null: the order rests unfilled and then ends. Left out: every order fills whole at one price. */
  readonly fillOf?: (n: number, amount: Decimal) => Fill | null
  readonly plan?: Partial<BlockPlan>
}

/** Splits over the candidates as the window does, or throws. */
export function splitOf(
  method: BlockMethod,
  parentLots: number,
  rows: readonly BlockCandidate[],
  rotation: Rotation = NO_ROTATION,
): Allocated {
  const parent = multiply(LOT, decimalOf(parentLots))
  const made = allocate({ method, side: 'buy', parent, rows, lot: LOT, rotation })
  if (!made.ok) throw new Error(made.sentence)
  return made.value
}

export const candidates = (measures: readonly (Decimal | null)[]): readonly BlockCandidate[] =>
  measures.map((measure, n) => ({ customerCode: nameOf(n), measure, why: null, out: null }))

export function blockMade(make: BlockToMake): { readonly block: Block; readonly orders: readonly Order[] } {
  const { id, allocated, group = 'macro', side = 'buy', method = 'equal' } = make
  const { customerCode: _customer, amount: _amount, ...draft } = { ...DRAFT, side }
  const rows = allocated.rows.map(({ customerCode, amount }) => ({ customerCode, amount: toText(amount) }))
  const fillOf = make.fillOf ?? ((_n: number, amount: Decimal): Fill => ({ amount, price: PRICE }))
  const orders = allocated.rows.map(({ customerCode, amount }): Order => {
    const fill = fillOf(Number(customerCode.slice(1)) - 1_000, amount) ?? { amount: ZERO, price: PRICE }
    return orderOf({
      ...DRAFT,
      customerCode,
      side,
      referenceId: reference(`op-${id}-${customerCode}`),
      amount: toText(amount),
      phase: 'closed',
      status: fill.amount === amount ? 'filled' : 'canceled',
      filledAmount: toText(fill.amount),
      filledQuote: toText(multiply(fill.amount, fill.price)),
    })
  })
  const block: Block = {
    plan: {
      blockId: id,
      intentId: id,
      createdAt: 1_000,
      group,
      method,
      draft,
      rows,
      onRefused: 'continue',
      inFlight: 4,
      check: { version: 1, findings: [], typed: null },
      split: {
        lot: toText(LOT),
        tick: toText(TICK),
        whole: allocated.whole === null ? null : toText(allocated.whole),
        weights: allocated.weights === null ? null : toText(allocated.weights),
        shares: allocated.shares.map(({ customerCode, weight }) => ({
          customerCode,
          weight: toText(weight),
        })),
      },
      ...make.plan,
    },
    state: 'sent',
    why: null,
    rows: orders.map(({ referenceId }) => ({
      referenceId,
      state: 'requested',
      why: null,
      isRetried: false,
      attempts: 1,
    })),
  }
  return { block, orders }
}

export function judged(make: BlockToMake): JudgedBlock {
  const { block, orders } = blockMade(make)
  const found = judgeBlock(block, (customerCode, referenceId) =>
    orders.find((order) => order.customerCode === customerCode && order.referenceId === referenceId),
  )
  if (!found) throw new Error('the block is under way')
  return found
}
