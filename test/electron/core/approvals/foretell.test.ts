/** `approval.foretell` says what the send would meet of four eyes, by the same decision, and leaves no request behind. */

import { describe, expect, it } from 'vitest'
import type { Request } from '../../../../shared/contract/contract.ts'
import { NO_CHANGES } from '../../../../shared/domain/orders/order.ts'
import { C1, draftOf, rowOf, text, tradeOf } from '../deskHarness.ts'
import { answerAll, blockOf } from '../dealing/block/blockStage.ts'
import {
  approve,
  callFrom,
  restartWithUnreadableRules,
  restOrder,
  startDesk,
  type Call,
} from './fourEyesDesk.ts'

type Act = Request<'approval.foretell'>['act']

const orderOf = (amount: string, more = {}): Extract<Act, { kind: 'order' }> => ({
  kind: 'order',
  draft: draftOf({ amount: text(amount), ...more }),
})
/** 3 contracts in all, at 62,000 at most. */
const SCALE: Extract<Act, { kind: 'scale' }> = {
  kind: 'scale',
  draft: draftOf({ amount: text('3') }),
  rows: [
    { amount: text('1'), limitPrice: text('62000') },
    { amount: text('2'), limitPrice: text('61900') },
  ],
}
/** 6 contracts in all. */
const BLOCK_REQUEST = blockOf(3)
const { draft, rows } = BLOCK_REQUEST
const BLOCK: Act = { kind: 'block', draft, rows }

const foretelling = (call: Call) => async (act: Act) => {
  const reply = await call('approval.foretell', { act })
  if (!reply.ok) throw new Error(reply.failure.message)
  return reply.value.sentence
}

const ACTS: readonly (readonly [string, Act])[] = [
  ['order', orderOf('2')],
  ['scale', SCALE],
  ['block', BLOCK],
]

describe('what a second dealer would have to approve', () => {
  it.each(ACTS)('is said of an %s before it is sent, and asks nobody', async (kind, act) => {
    const { call, broker, topic, stages } = await startDesk({ orders: text('100000') })
    const foretell = foretelling(call)
    expect(await foretell(act)).toBe(`This ${kind} will wait for a second dealer.`)
    expect(topic.now().waiting).toEqual([])
    expect(stages()).toEqual([])
    expect(broker.sent).toHaveLength(0)
  })

  it.each(ACTS)('is not said of an %s that is too small, nor without rules', async (_, act) => {
    const { call } = await startDesk({ orders: text('1000000') })
    expect(await foretelling(call)(act)).toBeNull()
    const off = await startDesk({})
    expect(await foretelling(off.call)(act)).toBeNull()
  })

  it('goes by number for blocks and scales, and by the leverage for orders that set one', async () => {
    const bulk = foretelling((await startDesk({ bulk: true })).call)
    expect(await bulk(SCALE)).toBe('This scale will wait for a second dealer.')
    expect(await bulk(BLOCK)).toBe('This block will wait for a second dealer.')
    expect(await bulk(orderOf('2'))).toBeNull()
    const leverage = foretelling((await startDesk({ leverage: true })).call)
    expect(await leverage(orderOf('0.001', { leverage: 5 }))).toBe(
      'This order will wait for a second dealer.',
    )
    expect(await leverage(orderOf('0.001'))).toBeNull()
  })

  it('is said of an amend that waits, and not of one that takes contracts away', async () => {
    const started = await startDesk({ orders: text('100000') }, { hasAmend: true })
    const { call, topic, broker } = started
    const referenceId = await restOrder(started)
    const amendTo = (amount: string): Extract<Act, { kind: 'amend' }> => ({
      kind: 'amend',
      customerCode: C1,
      referenceId,
      changes: { ...NO_CHANGES, amount: text(amount) },
    })
    const foretell = foretelling(call)
    expect(await foretell(amendTo('0.9'))).toBeNull()
    expect(await foretell(amendTo('5'))).toBe('This change will wait for a second dealer.')
    expect(topic.now().waiting).toEqual([])
    const { kind: _, ...request } = amendTo('5')
    await call('order.amend', request)
    expect(topic.now().waiting).toHaveLength(1)
    expect(broker.amends).toHaveLength(0)
  })

  it('is said of the amend of a block by the rule of its send, which then waits', async () => {
    const { desk, call, topic, broker } = await startDesk({ bulk: true }, { hasAmend: true })
    const blocks = desk.mirror('blocks', ({ blockId }) => blockId)
    await call('order.submitBlock', BLOCK_REQUEST)
    await call('approval.decide', approve(1), 'w2')
    await answerAll(desk, broker)
    const amend = {
      blockId: [...blocks.keys()][0] ?? '',
      orders: broker.sent.map(({ id, draft: sent }) => ({
        customerCode: sent.customerCode,
        referenceId: id,
      })),
      limitPrice: text('61000'),
    }
    const foretell = foretelling(call)
    expect(await foretell({ kind: 'blockAmend', ...amend })).toBe(
      'This change will wait for a second dealer.',
    )
    expect(topic.now().waiting).toEqual([])
    await call('block.amend', amend)
    expect(topic.now().waiting).toHaveLength(1)
    // Orders of another block are no part of this one.
    expect(await foretell({ kind: 'blockAmend', ...amend, blockId: 'Bother' })).toBeNull()
  })

  it('is not said of the amend of a block where no rule names it', async () => {
    const { desk, call, broker } = await startDesk({ orders: text('1000000') }, { hasAmend: true })
    const blocks = desk.mirror('blocks', ({ blockId }) => blockId)
    await call('order.submitBlock', BLOCK_REQUEST)
    await answerAll(desk, broker)
    const orders = broker.sent.map(({ id, draft: sent }) => ({
      customerCode: sent.customerCode,
      referenceId: id,
    }))
    const blockId = [...blocks.keys()][0] ?? ''
    const amend = { kind: 'blockAmend' as const, blockId, orders }
    expect(orders).toHaveLength(3)
    expect(await foretelling(call)({ ...amend, limitPrice: text('61000') })).toBeNull()
    expect(await foretelling(call)({ ...amend, limitPrice: text('610000') })).toBe(
      'This change will wait for a second dealer.',
    )
  })

  it('is the answer of the send: an order that it names waits, and another leaves', async () => {
    const { call, broker, topic } = await startDesk({ orders: text('100000') })
    const foretell = foretelling(call)
    for (const [n, amount] of ['1', '1.6', '1.7', '5'].entries()) {
      const act = orderOf(amount)
      const isNamed = (await foretell(act)) !== null
      const before = { waiting: topic.now().waiting.length, sent: broker.sent.length }
      await call('order.submit', { intentId: `intent-000${n}`, draft: act.draft, typed: null })
      const [waits, leaves] = [topic.now().waiting.length - before.waiting, broker.sent.length - before.sent]
      expect({ amount, waits, leaves }).toEqual({ amount, waits: isNamed ? 1 : 0, leaves: isNamed ? 0 : 1 })
    }
    expect(broker.sent).not.toHaveLength(4)
    expect(broker.sent).not.toHaveLength(0)
  })

  it('is not said of an order or scale that only reduces the position', async () => {
    const { call } = await startDesk(
      { orders: text('0'), bulk: true },
      {
        prepare(broker) {
          broker.venueTrades = [tradeOf('t1', { amount: text('4') })]
          broker.venueLedger = [rowOf('t1', { transactionType: 'trade', signedAmount: text('-6') })]
        },
      },
    )
    const foretell = foretelling(call)
    expect(await foretell(orderOf('4', { side: 'sell' }))).toBeNull()
    expect(await foretell({ ...SCALE, draft: draftOf({ amount: text('3'), side: 'sell' }) })).toBeNull()
    expect(await foretell(orderOf('5', { side: 'sell' }))).toBe('This order will wait for a second dealer.')
  })

  it('says that nobody may ask yet, and why', async () => {
    const { call } = await startDesk({ orders: text('0') }, { isProven: false })
    expect(await foretelling(call)(orderOf('1'))).toMatch(
      /^This order needs a second dealer and would be refused\. J\. Smith has not typed their passphrase/,
    )
  })

  it('is not "nothing" where the rules cannot be read', async () => {
    const { desk } = await startDesk({ withdrawals: text('0') })
    const after = await restartWithUnreadableRules(desk)
    expect(await foretelling(callFrom(after))(orderOf('1'))).toMatch(
      /^This order would be refused\. The four-eyes rules in the order journal cannot be read/,
    )
  })
})
