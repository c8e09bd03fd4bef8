/** The limit on a customer who is first of series again and again, on a whole desk: when it warns, what answers it, and what it leaves out. */

import { describe, expect, it } from 'vitest'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { C1, C2, draftOf, reportOf, text } from '../../deskHarness.ts'
import { blockOf, sentOf, startDesk } from '../block/blockStage.ts'
import { limited, scaleOf } from '../scale/scaleStage.ts'

type Stage = Awaited<ReturnType<typeof startDesk>>

const WARNS = limited({ preference: { warn: text('2'), block: null } })
const BLOCKS = limited({ preference: { warn: null, block: text('2') } })

let acts = 0
const send = async (
  { desk, broker }: Stage,
  draft: Partial<OrderDraft>,
  typed: string | null = null,
  id = `first-${String(++acts).padStart(5, '0')}`,
) => {
  const before = broker.sent.length
  const reply = await desk.call('order.submit', { intentId: id, draft: draftOf(draft), typed })
  await desk.settle()
  if (broker.sent.length > before) {
    const { id: referenceId, draft: wire, answer } = sentOf(broker, before)
    answer.resolve({ kind: 'accepted', value: reportOf(referenceId, 'open', { ...wire }) })
    await desk.settle()
  }
  return { id, reply }
}

/** C1042 is first of this many series, a second apart. */
async function firstOf(series: number, options: Parameters<typeof startDesk>[0] = {}) {
  const stage = await startDesk({ limits: WARNS, ...options })
  for (let n = 0; n < series; n++) {
    for (const customerCode of [C1, C2]) await send(stage, { customerCode })
    await stage.desk.clock.run(1_000, 1_000)
  }
  return stage
}

const warningOf = ({ reply }: Awaited<ReturnType<typeof send>>) =>
  reply.ok && reply.value.outcome === 'warned' ? reply.value : null

async function report({ desk }: Stage) {
  const reply = desk.call('order.conflicts', {})
  await desk.clock.run(100, 1)
  const read = await reply
  if (!read.ok) throw new Error(read.failure.message)
  return read.value
}

const SENTENCE =
  'The last 2 series of buys for several customers in BTCUSDC_PERP began with C1042. If you buy for another customer within 60 s, C1042 is first for the 3rd time in a row. Consider another customer first. The warning for the desk allows 2 in a row.'

describe('an order of the customer who was first of the last series', () => {
  it('is warned of before it is sent, goes with the number, and stands in the report', async () => {
    const stage = await firstOf(2)
    const asked = await send(stage, {})
    expect(warningOf(asked)?.warnings).toEqual([{ level: 'warn', limit: 'preference', sentence: SENTENCE }])
    expect(stage.broker.sent).toHaveLength(4)
    expect((await report(stage)).warned).toMatchObject([{ kind: 'preference', referenceId: null }])
    await send(stage, {}, warningOf(asked)?.type ?? null, asked.id)
    await send(stage, { customerCode: C2 })
    expect(stage.broker.sent).toHaveLength(6)
    const { warned, customers } = await report(stage)
    expect(warned).toMatchObject([
      { kind: 'preference', customerCode: C1, referenceId: sentOf(stage.broker, 4).id, sentence: SENTENCE },
    ])
    expect(customers).toMatchObject([
      { customerCode: C1, first: 3 },
      { customerCode: C2, first: 0 },
    ])
  })

  it('is shown the warning in the check of a ticket that sends nothing', async () => {
    const stage = await firstOf(2)
    expect(await stage.desk.call('order.check', { draft: draftOf({}) })).toMatchObject({
      ok: true,
      value: { refusal: null, findings: [{ limit: 'preference', sentence: SENTENCE }] },
    })
  })

  it('is refused where the firm blocks it', async () => {
    const stage = await firstOf(2, { limits: BLOCKS })
    expect((await send(stage, {})).reply).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('The limit for the desk allows 2 in a row.') },
    })
  })

  it('is warned of after a restart as before', async () => {
    const before = await firstOf(2)
    const again = await startDesk({ limits: WARNS, journal: new FakeJournal(before.desk.journal.entries) })
    expect(warningOf(await send(again, {}))?.warnings).toMatchObject([{ sentence: SENTENCE }])
  })
})

describe('no warning', () => {
  it.each([
    ['of another customer', { customerCode: C2 }],
    ['on the other side', { side: 'sell' as const }],
  ])('for an order %s', async (_words, draft) => {
    const stage = await firstOf(2)
    await send(stage, draft)
    expect(stage.broker.sent).toHaveLength(5)
  })

  it('for an order that follows another customer’s within the series', async () => {
    const stage = await firstOf(2)
    await send(stage, { customerCode: C2 })
    await send(stage, {})
    expect(stage.broker.sent).toHaveLength(6)
  })

  it('for a scale and for a block, whose orders make no series', async () => {
    const stage = await firstOf(2)
    expect(await stage.desk.call('order.submitScale', scaleOf({ intentId: 'scale-0001' }))).toMatchObject({
      ok: true,
    })
    await stage.desk.settle()
    expect(stage.broker.sent.length).toBeGreaterThan(4)
    const [first] = blockOf(1).rows
    const rows = [{ ...first!, customerCode: C1 }, ...blockOf(1).rows]
    const reply = await stage.submit(blockOf(2, { rows, draft: draftOf({ ...rows[0] }) }))
    expect(reply).toMatchObject({ ok: true })
    expect(reply).not.toMatchObject({ value: { outcome: 'warned' } })
  })

  it('where the limit is not set', async () => {
    const stage = await firstOf(3, { limits: limited({}) })
    expect(stage.broker.sent).toHaveLength(6)
  })
})
