/** The limit on an order for a customer who was filled where another was not, on a whole desk: whom it names, what answers it, and what it leaves out. */

import { describe, expect, it } from 'vitest'
import { decimal, multiply, toText } from '../../../../../shared/base/decimal.ts'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { C1, C2, draftOf, reportOf, text } from '../../deskHarness.ts'
import { answerAll, blockOf, customer, sentOf, startDesk } from '../block/blockStage.ts'
import { limited, scaleOf } from '../scale/scaleStage.ts'

type Stage = Awaited<ReturnType<typeof startDesk>>

const WARNS = limited({ oneSided: { warn: text('0'), block: null } })
const BLOCKS = limited({ oneSided: { warn: null, block: text('0') } })

let acts = 0
const send = async (
  { desk }: Stage,
  draft: Partial<OrderDraft>,
  typed: string | null = null,
  id = `sided-${String(++acts).padStart(5, '0')}`,
) => {
  const reply = await desk.call('order.submit', { intentId: id, draft: draftOf(draft), typed })
  await desk.settle()
  return { id, reply }
}

/** The venue's answer to the n-th request: filled, or open without a fill. */
async function answer({ desk, broker }: Stage, n: number, isFilled: boolean) {
  const { id, draft, answer: reply } = sentOf(broker, n)
  const amount = draft.amount ?? text('0')
  reply.resolve({
    kind: 'accepted',
    value: reportOf(id, isFilled ? 'filled' : 'open', {
      ...draft,
      ...(isFilled
        ? { filledAmount: amount, filledQuote: toText(multiply(decimal(amount), decimal('59980'))) }
        : {}),
    }),
  })
  await desk.settle()
}

/** C1042 and C2007 buy in one series; only C1042 is filled. */
async function oneSided(options: Parameters<typeof startDesk>[0] = {}) {
  const stage = await startDesk({ limits: WARNS, ...options })
  await send(stage, { customerCode: C1 })
  await answer(stage, 0, true)
  await send(stage, { customerCode: C2, limitPrice: text('59990') })
  await answer(stage, 1, false)
  return stage
}

const warningOf = ({ reply }: Awaited<ReturnType<typeof send>>) =>
  reply.ok && reply.value.outcome === 'warned' ? reply.value : null

const SENTENCE =
  'C1042 was filled, and C2007 was not: its buy of 2 at 59,990 in the same series is live. Before you send for C1042 again, look at that order. The warning for the desk allows 0 such customers.'

describe('an order for the customer who alone was filled', () => {
  it('is warned of before it is sent, goes with the number, and stands in the report', async () => {
    const stage = await oneSided()
    const asked = await send(stage, {})
    expect(warningOf(asked)?.warnings).toEqual([{ level: 'warn', limit: 'oneSided', sentence: SENTENCE }])
    expect(stage.broker.sent).toHaveLength(2)
    await send(stage, {}, warningOf(asked)?.type ?? null, asked.id)
    const reading = stage.desk.call('order.conflicts', {})
    await stage.desk.clock.run(100, 1)
    expect(await reading).toMatchObject({
      ok: true,
      value: {
        warned: [
          {
            kind: 'one-sided',
            customerCode: C1,
            referenceId: sentOf(stage.broker, 2).id,
            sentence: SENTENCE,
          },
        ],
        oneSided: [{ filled: [{ customerCode: C1 }], unfilled: [{ customerCode: C2 }] }],
      },
    })
  })

  it('is shown the warning in the check of a ticket that sends nothing', async () => {
    const stage = await oneSided()
    expect(await stage.desk.call('order.check', { draft: draftOf({}) })).toMatchObject({
      ok: true,
      value: { refusal: null, findings: [{ limit: 'oneSided', sentence: SENTENCE }] },
    })
  })

  it('is refused where the firm blocks it', async () => {
    const stage = await oneSided({ limits: BLOCKS })
    expect((await send(stage, {})).reply).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('The limit for the desk allows 0 such customers.') },
    })
  })

  it('is warned of after a restart as before', async () => {
    const before = await oneSided()
    const { id, draft } = sentOf(before.broker, 1)
    const again = await startDesk({
      limits: WARNS,
      journal: new FakeJournal(before.desk.journal.entries),
      prepare: (broker) => void broker.venueOrders.set(`${C2} ${id}`, reportOf(id, 'open', { ...draft })),
    })
    expect(await again.desk.call('order.check', { draft: draftOf({}) })).toMatchObject({
      ok: true,
      value: { findings: [{ limit: 'oneSided', sentence: SENTENCE }] },
    })
  })

  it('is warned of once where it is a scale', async () => {
    const stage = await oneSided()
    expect(await stage.desk.call('order.submitScale', scaleOf())).toMatchObject({
      ok: true,
      value: { outcome: 'warned', warnings: [{ limit: 'oneSided', sentence: SENTENCE }] },
    })
  })
})

describe('a block with the customer who alone was filled', () => {
  const rowsOf = (...codes: readonly string[]) =>
    codes.map((code, n) => ({ ...blockOf(codes.length).rows[n]!, customerCode: code as typeof C1 }))
  const withRows = (rows: ReturnType<typeof rowsOf>) =>
    blockOf(rows.length, { rows, draft: draftOf({ ...rows[0]! }) })

  it('is warned of where the other customer is not in it', async () => {
    const stage = await oneSided()
    expect(await stage.submit(withRows(rowsOf(C1, customer(2))))).toMatchObject({
      ok: true,
      value: {
        outcome: 'warned',
        warnings: [{ limit: 'oneSided', sentence: expect.stringContaining('C2007 was not: its buy of') }],
      },
    })
  })

  it('is sent to its end where the other customer is in it', async () => {
    const stage = await oneSided({ limits: BLOCKS })
    expect(await stage.submit(withRows(rowsOf(C1, C2)))).toMatchObject({ ok: true })
    await answerAll(stage.desk, stage.broker, 2)
    expect(stage.broker.sent.slice(2).map(({ draft }) => draft.customerCode)).toEqual([C1, C2])
  })
})

describe('no warning', () => {
  it.each([
    ['for an order of the other customer', { customerCode: C2 }],
    ['for an order on the other side', { side: 'sell' as const }],
  ])('%s', async (_words, draft) => {
    const stage = await oneSided()
    await send(stage, draft)
    expect(stage.broker.sent).toHaveLength(3)
  })

  it('once the other customer is filled too', async () => {
    const stage = await oneSided()
    const { id, draft } = sentOf(stage.broker, 1)
    stage.broker.listener?.order(
      reportOf(id, 'filled', { ...draft, filledAmount: text('2'), filledQuote: text('119980') }),
    )
    await stage.desk.settle()
    await send(stage, {})
    expect(stage.broker.sent).toHaveLength(3)
  })

  it('where the limit is not set', async () => {
    const stage = await oneSided({ limits: limited({}) })
    await send(stage, {})
    expect(stage.broker.sent).toHaveLength(3)
  })
})
