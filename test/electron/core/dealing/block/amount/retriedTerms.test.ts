/** A row that is sent once more leaves with the amount and the prices that the screen shows: those of its last order, or those to which the block moved since. */

import { describe, expect, it } from 'vitest'
import { decimal } from '../../../../../../shared/base/decimal.ts'
import { blockProgress } from '../../../../../../shared/domain/block/blockProgress.ts'
import type { JournalEntry } from '../../../../../../shared/domain/journalEntry.ts'
import { FakeJournal } from '../../../../../fakes/core/fakeJournal.ts'
import { reportOf, text } from '../../../deskHarness.ts'
import { answer, answerAll, customer, letRowsStart, startDesk } from '../blockStage.ts'
import { AMENDS, resting, shared } from './amountStage.ts'

type Stage = Awaited<ReturnType<typeof startDesk>>

/** Sends the n-th row once more, and gives what the venue got. */
async function retried({ desk, broker, block }: Stage, n: number) {
  const { blockId } = block()
  const reply = await desk.call('block.retryRows', { blockId, customerCodes: [customer(n)] })
  await letRowsStart(desk)
  const draft = broker.sent.at(-1)?.draft
  return { reply, amount: draft?.amount, limitPrice: draft?.limitPrice }
}

const restarted = (entries: readonly JournalEntry[]) =>
  startDesk({ venues: [AMENDS], journal: new FakeJournal(entries) })

/** The block moves to another price; the venue shows it at every order that rests. */
async function moved({ desk, broker, block }: Stage, price: string, ns: readonly number[]) {
  const orders = ns.map((n) => ({
    customerCode: customer(n + 1),
    referenceId: block().rows[n]?.referenceId ?? ('' as never),
  }))
  const from = broker.amends.length
  const reply = await desk.call('block.amend', { blockId: block().blockId, orders, limitPrice: text(price) })
  await desk.settle()
  for (let n = from; n < broker.amends.length; n++) {
    const { id, customer: customerCode, changes, answer: answered } = broker.amends[n] ?? ({} as never)
    const amount = broker.sent.find((sent) => sent.id === id)?.draft.amount ?? null
    answered.resolve({
      kind: 'accepted',
      value: reportOf(id, 'open', { customerCode, amount, limitPrice: changes.limitPrice }),
    })
    await desk.settle()
  }
  return reply
}

it('a row of an order that is over and not known here any more shows the amount that the order had', async () => {
  const { desk, block, amend, amended, fill } = await resting()
  await amend('12')
  await amended(0)
  await amended(1, false)
  await amended(2)
  await fill(1, '2')
  expect(block().rows[1]).toMatchObject({ amount: '2', end: { as: 'filled', terms: { amount: '2' } } })
  const entries = desk.journal
    .carried()
    .map((entry) =>
      entry.body.type === 'carried' ? { ...entry, body: { ...entry.body, orders: [] } } : entry,
    )
  const next = await restarted(entries)
  expect(next.block().rows.map(({ amount }) => amount)).toEqual(['6', '2', '3'])
  expect(blockProgress(next.block(), () => undefined).rows[1]).toMatchObject({
    amount: decimal('2'),
    filled: decimal('2'),
  })
})

describe('a row that is sent once more', () => {
  it('leaves with the new amount that its order had, also after a restart', async () => {
    const stage = await resting()
    const { desk, block, amend, amended, reject } = stage
    await amend('4')
    for (const n of [0, 1, 2]) await amended(n)
    await reject(1, { amount: text('1') })
    expect(block().rows[1]).toMatchObject({ amount: '1' })
    for (const entries of [desk.journal.entries, desk.journal.carried()]) {
      const next = await restarted([...entries])
      expect(next.block().rows[1]).toMatchObject({ amount: '1' })
      expect(await retried(next, 2)).toMatchObject({ reply: { value: { taken: 1 } }, amount: '1' })
    }
    expect(await retried(stage, 2)).toMatchObject({ amount: '1' })
    expect(block().rows[1]).toMatchObject({ amount: '1' })
  })

  it('leaves with the amount that its order kept where the venue refused the new one', async () => {
    const stage = await resting()
    const { block, amend, amended, reject } = stage
    await amend('4')
    await amended(0)
    await amended(1, false)
    await amended(2)
    await reject(1, { amount: text('2') })
    expect(block().rows[1]).toMatchObject({ amount: '2' })
    expect(await retried(stage, 2)).toMatchObject({ amount: '2' })
  })

  it('leaves at the price to which the block moved after its order was refused, also after a restart', async () => {
    const stage = await startDesk({ venues: [AMENDS], journal: new FakeJournal([]) })
    const { desk, broker, block, submit } = stage
    await submit(shared(['4', '2', '2']))
    await answerAll(desk, broker, 0, (n) => (n === 2 ? 'refused' : 'open'))
    expect(await moved(stage, '59000', [0, 1])).toMatchObject({ ok: true })
    expect(block().rows[2]?.prices).toEqual({ limitPrice: '59000', triggerPrice: null })
    for (const entries of [desk.journal.entries, desk.journal.carried()])
      expect(await retried(await restarted([...entries]), 3)).toMatchObject({ limitPrice: '59000' })
    expect(await retried(stage, 3)).toMatchObject({ amount: '2', limitPrice: '59000' })
    await answer(desk, broker, 3)
    expect(block().rows[2]?.prices).toBeUndefined()
  })

  it('leaves at the price that its own order had where the venue ended it later', async () => {
    const stage = await resting()
    await moved(stage, '59000', [0, 1, 2])
    await stage.reject(1, { limitPrice: text('59000') })
    expect(stage.block().rows[1]?.prices).toEqual({ limitPrice: '59000', triggerPrice: null })
    expect(await retried(stage, 2)).toMatchObject({ amount: '2', limitPrice: '59000' })
  })

  it('is refused with an amount above the one that was judged with the plan', async () => {
    const stage = await resting()
    const { broker, amend, amended, reject } = stage
    await amend('12')
    for (const n of [0, 1, 2]) await amended(n)
    await reject(1, { amount: text('3') })
    expect((await retried(stage, 2)).reply).toMatchObject({
      value: { taken: 0, refused: [{ why: expect.stringContaining('was changed since the limits') }] },
    })
    expect(broker.sent).toHaveLength(3)
  })

  it('is refused where the dealer read another amount or price', async () => {
    const { desk, broker, block, amend, amended, reject } = await resting()
    await amend('4')
    for (const n of [0, 1, 2]) await amended(n)
    await reject(1, { amount: text('1') })
    const { blockId, draft } = block()
    const ask = (amount: string, limitPrice: string | null) =>
      desk.call('block.retryRows', {
        blockId,
        customerCodes: [customer(2)],
        read: [
          {
            customerCode: customer(2),
            amount: text(amount),
            limitPrice: limitPrice === null ? null : text(limitPrice),
            triggerPrice: null,
          },
        ],
      })
    const no = { value: { taken: 0, refused: [{ why: expect.stringContaining('no longer what you read') }] } }
    expect(await ask('2', draft.limitPrice)).toMatchObject(no)
    expect(await ask('1', '1')).toMatchObject(no)
    expect(broker.sent).toHaveLength(3)
    expect(await ask('1', draft.limitPrice)).toMatchObject({ value: { taken: 1 } })
  })

  it('is refused where an older release did not record what its order had last', async () => {
    const { desk, reject } = await resting()
    await reject(1)
    const entries = desk.journal.carried().map((entry) => {
      const old = JSON.stringify(entry.body, (name, value: unknown) => (name === 'terms' ? undefined : value))
      const body = JSON.parse(old) as typeof entry.body
      return { ...entry, body: body.type === 'carried' ? { ...body, orders: [] } : body }
    })
    const next = await restarted(entries)
    expect(await retried(next, 2)).toMatchObject({
      reply: { value: { taken: 0, refused: [{ why: expect.stringContaining('It is not recorded') }] } },
    })
    expect(next.broker.sent).toEqual([])
  })
})
