/** Who dealt each order of a block over a change of shift: the dealer who sent it, resumed it, or asked for a row once more. */

import { describe, expect, it } from 'vitest'
import { recoverState } from '../../../../../electron/core/journal/recoverStateFromJournal.ts'
import { dealerOfRow, foldBlockEvent, type BlockEvent } from '../../../../../shared/domain/block/blockFold.ts'
import { journalEntry, type JournalEntry } from '../../../../../shared/domain/journalEntry.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import type { Desk } from '../../deskHarness.ts'
import { answer, answerAll, blockOf, customer, startDesk } from './blockStage.ts'

const name = (desk: Desk, dealer: string) =>
  desk.call('session.nameDealer', { dealer: { name: dealer, role: '' } })

/** The dealers of the orders that were made, in the order of their intents. */
const dealersOf = (entries: readonly JournalEntry[]) =>
  entries.flatMap(({ body }) =>
    body.type === 'order' && body.event.kind === 'intent' ? [[body.customerCode, body.event.dealer]] : [],
  )

const eventsOf = (entries: readonly JournalEntry[], kind: BlockEvent['kind']) =>
  entries.flatMap(({ body }) => (body.type === 'block' && body.event.kind === kind ? [body.event] : []))

/** A block of three of which A. Maker's first row has left and waits for its answer; B. Next deals now. */
async function pausedAtTheChange() {
  const stage = await startDesk()
  await name(stage.desk, 'A. Maker')
  await stage.submit(blockOf(3, { inFlight: 1 }))
  await stage.desk.call('block.pause', { blockId: stage.block().blockId })
  await answer(stage.desk, stage.broker, 0, 'refused')
  await name(stage.desk, 'B. Next')
  return { ...stage, blockId: stage.block().blockId }
}

describe('the dealer of a row', () => {
  it('is who resumed the block, for the rows that leave after it', async () => {
    const { desk, broker, blockId } = await pausedAtTheChange()
    await desk.call('block.resume', { blockId })
    await answerAll(desk, broker, 1)
    expect(eventsOf(desk.journal.entries, 'resumed')).toMatchObject([{ by: 'B. Next' }])
    expect(dealersOf(desk.journal.entries)).toEqual([
      [customer(1), 'A. Maker'],
      [customer(2), 'B. Next'],
      [customer(3), 'B. Next'],
    ])
  })

  it('is who asked for the row once more, also where another dealer resumed the block', async () => {
    const { desk, broker, blockId } = await pausedAtTheChange()
    await desk.call('block.resume', { blockId })
    await answerAll(desk, broker, 1)
    await name(desk, 'C. Late')
    await desk.call('block.retryRows', { blockId, customerCodes: [customer(1)] })
    await answerAll(desk, broker, 3)
    expect(eventsOf(desk.journal.entries, 'retry-asked')).toMatchObject([{ by: 'C. Late' }])
    expect(dealersOf(desk.journal.entries).at(-1)).toEqual([customer(1), 'C. Late'])
  })

  it('is the same in a new segment of the journal', async () => {
    const { desk, blockId } = await pausedAtTheChange()
    await desk.call('block.resume', { blockId })
    await desk.call('block.pause', { blockId })
    const next = await startDesk({ journal: new FakeJournal(desk.journal.carried()) })
    await name(next.desk, 'D. Morning')
    await next.desk.call('block.resume', { blockId })
    await answerAll(next.desk, next.broker)
    expect(dealersOf(next.desk.journal.entries)).toEqual([[customer(3), 'D. Morning']])
  })

  it('stands with the cancel and with the end of the block too', async () => {
    const { desk, broker, blockId } = await pausedAtTheChange()
    await desk.call('block.cancel', { blockId })
    await answerAll(desk, broker)
    await desk.call('block.close', { blockId })
    expect(eventsOf(desk.journal.entries, 'cancel-asked')).toMatchObject([{ by: 'B. Next' }])
    expect(eventsOf(desk.journal.entries, 'closed')).toMatchObject([{ by: 'B. Next' }])
  })

  it('stays who sent the block where older entries name nobody, and such entries are read', async () => {
    const { desk, blockId } = await pausedAtTheChange()
    const last = desk.journal.entries.at(-1)
    if (!last) throw new Error('the journal has no entry')
    const { at } = last
    const { blocks } = recoverState(desk.journal.entries).recordsOf(last.whose)
    const older = [
      { kind: 'resumed', at },
      { kind: 'retry-asked', at, rows: [{ row: 1, attempt: 2 }] },
      { kind: 'closed', at },
    ]
    for (const event of older) {
      const { body } = journalEntry.parse({ ...last, body: { type: 'block', blockId, event } })
      if (body.type === 'block') foldBlockEvent(blocks, blockId, body.event)
      const block = blocks.get(blockId)
      expect(block && [0, 1].map((index) => dealerOfRow(block, index))).toEqual(['A. Maker', 'A. Maker'])
    }
  })
})
