/** The fairness report of a desk: from the journal, with its span, over blocks that the core itself no longer keeps. */

import { describe, expect, it } from 'vitest'
import type { Request } from '../../../../../shared/contract/contract.ts'
import { decimal, multiply, toText } from '../../../../../shared/base/decimal.ts'
import type { JournalEntry } from '../../../../../shared/domain/journalEntry.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { draftOf, reportOf, text } from '../../deskHarness.ts'
import { blockOf, customer, letRowsStart, startDesk } from '../block/blockStage.ts'

type Stage = Awaited<ReturnType<typeof startDesk>>

const equalRows = [1, 2, 3].map((n) => ({ customerCode: customer(n), amount: text('2') }))

const equalBlock = (n: number): Request<'order.submitBlock'> =>
  blockOf(3, {
    intentId: `intent-000${n}`,
    rows: equalRows,
    draft: draftOf({ ...equalRows[0] }),
    split: {
      lot: text('1'),
      tick: text('0.1'),
      whole: text('6'),
      weights: text('3'),
      shares: equalRows.map(({ customerCode }) => ({ customerCode, weight: text('1') })),
    },
  })

/** The venue fills every request that left, each at the price that a test names. */
async function fillAll({ desk, broker }: Stage, priceOf: (code: string) => string): Promise<void> {
  for (let n = 0; n < broker.sent.length; n++) {
    const request = broker.sent[n]
    if (!request) continue
    const { draft, id, answer } = request
    const amount = draft.amount ?? text('0')
    answer.resolve({
      kind: 'accepted',
      value: reportOf(id, 'filled', {
        customerCode: draft.customerCode,
        amount,
        filledAmount: amount,
        filledQuote: toText(multiply(decimal(amount), decimal(priceOf(draft.customerCode)))),
      }),
    })
    await letRowsStart(desk)
  }
}

async function report({ desk }: Stage) {
  const reply = desk.call('block.fairness', {})
  await desk.clock.run(100, 1)
  const read = await reply
  if (!read.ok) throw new Error(read.failure.message)
  return read.value
}

async function twoBlocks() {
  const stage = await startDesk()
  await stage.submit(equalBlock(1))
  await fillAll(stage, () => '60000')
  await stage.desk.clock.run(2_000, 1_000)
  await stage.submit(equalBlock(2))
  await fillAll(stage, (code) => (code === customer(2) ? '60003' : '60000'))
  return stage
}

const blocksOf = (entries: readonly JournalEntry[]) => startDesk({ journal: new FakeJournal(entries) })

describe('the fairness report', () => {
  it('has the newest block first, and claims no earlier beginning, although the clock was set back between two', async () => {
    const { entries } = (await twoBlocks()).desk.journal
    const year = 365 * 86_400_000
    const second = entries.findLastIndex(({ body }) => body.type === 'block' && body.event.kind === 'planned')
    const setBack = entries.map((entry, index): JournalEntry => {
      if (index < second) return entry
      const earlier = { ...entry, at: entry.at - year }
      const { body } = earlier
      if (body.type !== 'block' || body.event.kind !== 'planned') return earlier
      const plan = { ...body.event.plan, createdAt: body.event.plan.createdAt - year }
      return { ...earlier, body: { ...body, event: { ...body.event, plan } } }
    })
    const { blocks, from } = await report(await blocksOf(setBack))
    expect(blocks.map(({ verdict }) => verdict)).toEqual(['fails', 'holds'])
    expect(from).toBeGreaterThan(setBack[second]?.at ?? Infinity)
  })

  it('judges every block of the journal, says since when, and who stands out', async () => {
    const stage = await twoBlocks()
    const { blocks, groups, from, isProven, underWay } = await report(stage)
    expect(blocks.map(({ verdict }) => verdict)).toEqual(['fails', 'holds'])
    expect(blocks[0]?.price.worst).toEqual({ customerCode: customer(2), by: '20' })
    expect(groups).toHaveLength(1)
    expect(groups[0]).toMatchObject({ group: 'A' })
    // Each block sent K001 first: twice in two blocks of three.
    expect(groups[0]?.customers.map(({ customerCode, standsOut }) => [customerCode, standsOut])).toEqual([
      [customer(1), ['first', 'price']],
      [customer(2), ['price']],
      [customer(3), ['price']],
    ])
    expect({ isProven, underWay }).toEqual({ isProven: true, underWay: 0 })
    expect(from).toBe(stage.desk.journal.entries[0]?.at)
  })

  it('is the same after a restart, and leaves out another user of the venue', async () => {
    const before = await twoBlocks()
    const entries = before.desk.journal.entries
    const again = await report(await blocksOf(entries))
    expect(again.blocks).toEqual((await report(before)).blocks)
    const other = await report(await blocksOf(entries.map((entry) => ({ ...entry, whose: 'another' }))))
    expect([other.blocks, other.groups]).toEqual([[], []])
  })

  it('counts a block without its plan, and one that is under way, and judges neither', async () => {
    const stage = await twoBlocks()
    const first = stage.desk.journal.entries.find(({ body }) => body.type === 'block')
    const cut = stage.desk.journal.entries.filter((entry) => entry !== first)
    expect(await report(await blocksOf(cut))).toMatchObject({
      withoutPlan: 1,
      blocks: [{ verdict: 'fails' }],
    })
    await stage.submit(equalBlock(3))
    expect(await report(stage)).toMatchObject({ underWay: 1, blocks: [{}, {}] })
  })

  it('says why, where the journal cannot be read, and claims nothing', async () => {
    const stage = await twoBlocks()
    stage.desk.journal.unreadable = 'The order journal cannot be read: EIO.'
    expect(await stage.desk.call('block.fairness', {})).toMatchObject({
      ok: false,
      failure: { message: 'The order journal cannot be read: EIO.' },
    })
  })
})
