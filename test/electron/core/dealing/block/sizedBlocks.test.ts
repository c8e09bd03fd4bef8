/** A block whose amounts come from positions: a row leaves only while the position that gave its size stands and is known. */

import { describe, expect, it } from 'vitest'
import { pending } from '../../../../fakes/venue/fakeBroker.ts'
import { draftOf, reportOf, rowOf, text, tradeOf } from '../../deskHarness.ts'
import { answer, answerAll, blockOf, customer, customersSent, startDesk } from './blockStage.ts'

/** Each customer of four holds as many contracts as its number, and the block closes them. */
const closing = () => {
  const block = blockOf(4)
  const rows = block.rows.map((row) => ({ ...row, sizedBy: row.amount }))
  return { ...block, draft: draftOf({ ...block.draft, side: 'sell' as const }), rows }
}

const holding = () =>
  startDesk({
    prepare: (broker) => {
      broker.venueTrades = [1, 2, 3, 4].map((n) =>
        tradeOf(`t${n}`, { customerCode: customer(n), amount: text(String(n)) }),
      )
      broker.venueLedger = [1, 2, 3, 4].map((n) =>
        rowOf(`t${n}`, { customerCode: customer(n), transactionType: 'trade', signedAmount: text('-6') }),
      )
    },
  })

/** Another order of the customer takes a half contract of its position. */
const sold = (n: number) =>
  tradeOf(`sold ${n}`, {
    customerCode: customer(n),
    side: 'sell',
    amount: text('0.5'),
    fee: text('0'),
    createdAt: 2_000,
  })

describe('a block sized by positions', () => {
  it('leaves while every position is the one that gave the size', async () => {
    const { desk, broker, block, submit } = await holding()
    await submit(closing())
    await answerAll(desk, broker)
    expect(broker.sent.map(({ draft }) => draft.amount)).toEqual(['1', '2', '3', '4'])
    expect(block().rows[2]).toMatchObject({ amount: '3', sizedBy: '3' })
  })

  it('is refused as a whole where a position changed before the send', async () => {
    const { broker, blocks, submit } = await holding()
    broker.listener?.trade(sold(3))
    expect(await submit(closing())).toMatchObject({
      ok: false,
      failure: {
        message: `Nothing of the block was sent. The position of ${customer(3)} in BTCUSDC_PERP changed from 3 to 2.5 contracts before its order left. Nothing was sent. Take the sizes anew for a new order.`,
      },
    })
    expect(broker.sent).toHaveLength(0)
    expect(blocks.size).toBe(0)
  })

  it('keeps the row back whose position changed before its turn, never resizes it, and sends the others', async () => {
    const { desk, broker, block, submit } = await holding()
    await submit(closing())
    broker.listener?.trade(sold(3))
    await answerAll(desk, broker)
    expect(customersSent(broker)).toEqual([1, 2, 4].map(customer))
    expect(block().rows[2]).toMatchObject({
      referenceId: null,
      state: 'not-sent',
      why: expect.stringContaining('changed from 3 to 2.5 contracts'),
    })
    await desk.call('block.retryRows', { blockId: block().blockId, customerCodes: [customer(3)] })
    expect(broker.sent).toHaveLength(3)
    expect(block().rows[2]).toMatchObject({ state: 'not-sent', isRetried: false })
  })

  it('keeps the row back whose position changed while its order waited for the disk', async () => {
    const { desk, broker, block, submit } = await holding()
    await submit(closing())
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    await answer(desk, broker, 0)
    broker.listener?.trade(sold(3))
    disk.resolve(null)
    await desk.settle()
    expect(customersSent(broker)).not.toContain(customer(3))
    expect(block().rows[2]).toMatchObject({ state: 'not-sent' })
  })

  it('keeps the row back whose position is not known for certain any more', async () => {
    const { desk, broker, block, submit } = await holding()
    await submit(closing())
    broker.listener?.trade({ ...sold(3), amount: null })
    await answerAll(desk, broker)
    expect(customersSent(broker)).not.toContain(customer(3))
    expect(block().rows[2]).toMatchObject({ state: 'not-sent' })
  })

  it('keeps the row back while an order shows a fill whose trade has not arrived', async () => {
    const { desk, broker, block, submit } = await holding()
    const { value } = (await desk.call('order.submit', {
      intentId: 'intent-0002',
      draft: draftOf({ customerCode: customer(3), side: 'sell', amount: text('1') }),
      typed: null,
    })) as { value: { referenceId: string } }
    await desk.settle()
    await answer(desk, broker, 0)
    await submit(closing())
    broker.listener?.order(
      reportOf(value.referenceId, 'open', {
        customerCode: customer(3),
        side: 'sell',
        amount: text('1'),
        filledAmount: text('0.5'),
        filledQuote: text('30000'),
      }),
    )
    await answerAll(desk, broker, 1)
    expect(block().rows[2]).toMatchObject({
      state: 'not-sent',
      why: expect.stringContaining('a fill whose trade has not arrived'),
    })
  })

  it('keeps the row back while an order of another window to close the same position has no fill', async () => {
    const { desk, broker, block, submit } = await holding()
    await submit(closing())
    // The block has two requests under way; the third row still waits.
    await desk.call('order.submit', {
      intentId: 'intent-0002',
      draft: draftOf({
        customerCode: customer(3),
        side: 'sell',
        type: 'market',
        amount: text('3'),
        limitPrice: null,
        timeInForce: null,
      }),
      typed: null,
    })
    await desk.settle()
    await answer(desk, broker, 0)
    await answer(desk, broker, 1)
    expect(block().rows[2]).toMatchObject({
      state: 'not-sent',
      why: expect.stringContaining('is on its way, and it changes the position that gave this size'),
    })
    expect(customersSent(broker).filter((code) => code === customer(3))).toHaveLength(1)
  })
})
