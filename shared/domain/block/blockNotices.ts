/** The notices about a block as a whole: paused, stopped, every row sent. Pure. Its orders make notices of their own. */

import { shownCode } from '../../base/shownCode.ts'
import type { News } from '../notice.ts'
import { isLive, type Order } from '../orders/order.ts'
import { progressWords, type Block } from './blockFold.ts'

/** Null in a state that needs no notice. */
export function blockNews(block: Block): News | null {
  const { plan, state, why } = block
  const notSent = block.rows.some((row) => row.state === 'not-sent')
  const said = {
    paused: {
      message: `Block ${plan.blockId} paused. ${why ?? ''}`,
      action: 'Resume the block, or stop it.',
    },
    stopped: { message: `Block ${plan.blockId} was stopped. ${why ?? ''}`, action: null },
    sent: {
      message: `Block ${plan.blockId}: every row had its turn.`,
      action: notSent ? 'Look at the rows that were not sent.' : null,
    },
    sending: null,
    closed: null,
  }[state]
  if (said === null) return null
  return {
    key: `block ${plan.blockId}`,
    kind: 'system',
    level: state === 'sent' && !notSent ? 'info' : 'warning',
    customerCode: null,
    symbol: plan.draft.symbol,
    referenceId: null,
    message: said.message.trim(),
    detail: `${progressWords(block)}.`,
    action: said.action,
    total: null,
    counts: 'never',
  }
}

/** Of a cancel that an earlier run of Openpit did not end. `left`: orders whose end the venue had not shown. */
export function cutOffCancelNews({ plan, rows }: Block, left: number, key: string): News {
  const { blockId, draft } = plan
  const requested = rows.filter(({ state }) => state === 'requested').length
  return {
    key: `${key} cut off`,
    kind: 'cancel',
    level: 'error',
    customerCode: null,
    symbol: draft.symbol,
    referenceId: null,
    message: `The cancel of block ${blockId} was cut off: ${left} of its orders ${left === 1 ? 'was' : 'were'} not confirmed done.`,
    detail: `${requested} of ${rows.length} customers were requested. Openpit cancels ${left === 1 ? 'this order' : 'these orders'} again until the venue shows the end of each. Until then treat ${left === 1 ? 'it as live: it' : 'them as live: they'} may have filled meanwhile.`,
    action: 'Watch the strip of the block, and look at the positions of its customers.',
    total: null,
    counts: 'never',
  }
}

/** Of an amend that an earlier run of Openpit did not end: no run goes on with it. */
export function cutOffAmendNews({ plan }: Block, { at, orders }: NonNullable<Block['amending']>): News {
  const { blockId, draft } = plan
  return {
    key: `amend of block ${blockId} ${at} cut off`,
    kind: 'amend',
    level: 'error',
    customerCode: null,
    symbol: draft.symbol,
    referenceId: null,
    message: `The change of block ${blockId} was cut off: ${orders === 1 ? 'its order may not have changed' : `some of its ${orders} orders may not have changed`}.`,
    detail:
      'Openpit or the session ended before the venue had shown what became of every change. A change that had not left does not leave any more, so orders of the block may rest at different prices or amounts.',
    action: 'Look at the orders of the block. Change those again that did not change.',
    total: null,
    counts: 'never',
  }
}

/** Of an order that was proven not to be at the venue and is there after all, though its row was sent once more. */
export function twiceNews({ plan }: Block, now: Order): News {
  const { customerCode, symbol, referenceId, filledAmount } = now
  return {
    key: `twice of block ${plan.blockId} ${referenceId}`,
    kind: 'no answer',
    level: 'error',
    customerCode,
    symbol,
    referenceId,
    message: `Block ${plan.blockId}: ${shownCode(customerCode)} may have its order twice.`,
    detail: `Order ${referenceId} was over by all that was known when the dealer sent the row once more. The venue shows it ${isLive(now) ? 'live' : 'over'}, with ${filledAmount} contracts filled.`,
    action: 'Look at the orders and the position of the customer, and close what is too much.',
    total: filledAmount,
    counts: 'growth',
  }
}

/** Of retries that a pause, a stop, a restart or their own turn gave up; null: none was. */
export function retryNews(before: Block, now: Block): News | null {
  const givenUp = now.rows.filter((row, index) => before.rows[index]?.isRetried && !row.isRetried && row.why)
  const [first] = givenUp
  if (!first) return null
  const { blockId, draft } = now.plan
  return {
    key: `retry of block ${blockId}`,
    kind: 'system',
    level: 'warning',
    customerCode: null,
    symbol: draft.symbol,
    referenceId: null,
    message: `Block ${blockId}: ${givenUp.length} ${givenUp.length === 1 ? 'row was' : 'rows were'} not sent once more.`,
    detail: first.why,
    action: 'Look at the rows of the block before you send them again.',
    total: null,
    counts: 'never',
  }
}
