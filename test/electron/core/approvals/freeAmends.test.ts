/** The amend of a block that nobody has to approve, because its orders only reduce positions: each order is judged again at its turn. */

import { expect, it } from 'vitest'
import { answerAll, blockOf, customer, letRowsStart } from '../dealing/block/blockStage.ts'
import { draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'
import { approve, startDesk } from './fourEyesDesk.ts'

const [A, B] = [customer(1), customer(2)]
const NEW = text('61000')

/** Both customers hold 2 contracts, and a block that closes one of each rests. One change at a time. */
async function closing() {
  const stage = await startDesk(
    { orders: text('1') },
    {
      hasAmend: true,
      prepare: (broker) => {
        broker.venueTrades = [A, B].map((customerCode) =>
          tradeOf(`of ${customerCode}`, { customerCode, amount: text('2') }),
        )
        broker.venueLedger = [A, B].map((customerCode) =>
          rowOf(`of ${customerCode}`, { customerCode, transactionType: 'trade', signedAmount: text('-6') }),
        )
      },
    },
  )
  const { desk, call, broker } = stage
  const blocks = desk.mirror('blocks', ({ blockId }) => blockId)
  const rows = [A, B].map((customerCode) => ({ customerCode, amount: text('1') }))
  const draft = draftOf({ ...rows[0], side: 'sell' })
  await call('order.submitBlock', blockOf(2, { draft, rows, inFlight: 1 }))
  await letRowsStart(desk)
  await answerAll(desk, broker)
  expect(broker.sent).toHaveLength(2)
  const orders = broker.sent.map(({ id, draft: sent }) => ({
    customerCode: sent.customerCode,
    referenceId: id,
  }))
  const request = { blockId: [...blocks.keys()][0] ?? '', orders, limitPrice: NEW }
  const amend = () => call('block.amend', request)
  /** Another order closes the whole position of the second customer. */
  const flatten = async () => {
    const other = { customerCode: B, side: 'sell' as const, amount: text('2') }
    broker.listener?.trade(tradeOf('closes it', other))
    await desk.settle()
  }
  const moved = async (n: number) => {
    const sent = broker.amends[n]
    sent?.answer.resolve({
      kind: 'accepted',
      value: reportOf(sent.id, 'open', {
        customerCode: sent.customer,
        side: 'sell',
        amount: text('1'),
        limitPrice: NEW,
      }),
    })
    await desk.settle()
  }
  const shown = () => [...blocks.values()][0]?.amend
  return { ...stage, amend, flatten, moved, shown }
}

it('moves orders that only reduce positions without a second dealer', async () => {
  const { broker, amend, moved, shown } = await closing()
  expect(await amend()).toMatchObject({ ok: true })
  await moved(0)
  await moved(1)
  expect(broker.amends).toHaveLength(2)
  expect(shown()).toMatchObject({ moved: 2, failed: [] })
})

it('keeps back the order whose customer is flat by its turn, because the change adds risk now', async () => {
  const { broker, amend, flatten, moved, shown } = await closing()
  await amend()
  expect(broker.amends).toHaveLength(1)
  await flatten()
  await moved(0)
  expect(broker.amends).toHaveLength(1)
  expect(shown()).toMatchObject({
    moved: 1,
    failed: [{ customerCode: B, why: expect.stringContaining('second dealer') }],
  })
})

it('moves every order of a change that a second dealer approved, also where positions change meanwhile', async () => {
  const { call, broker, amend, flatten, moved, shown, topic } = await closing()
  await flatten()
  expect(await amend()).toMatchObject({ ok: false })
  const id = topic.now().waiting[0]?.id ?? 0
  expect(await call('approval.decide', approve(id), 'w2')).toMatchObject({ ok: true })
  await moved(0)
  await moved(1)
  expect(broker.amends).toHaveLength(2)
  expect(shown()).toMatchObject({ moved: 2, failed: [] })
})
