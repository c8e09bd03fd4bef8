/** The rotation of a group moves once for each block that is sent, also where the process ends between the plan and the first row. */

import { expect, it } from 'vitest'
import type { JournalEntry } from '../../../../../../shared/domain/journalEntry.ts'
import { ROTATION_SETTING, readRotation } from '../../../../../../shared/domain/block/rotation.ts'
import { memorySettings } from '../../../../../../electron/storage/settingsStore.ts'
import { FakeJournal } from '../../../../../fakes/core/fakeJournal.ts'
import { blockOf, customer, startDesk } from '../blockStage.ts'

const moveOf = (n: number) => ({ first: customer(n), extra: customer(n), served: [customer(n)] })

async function start(entries: readonly JournalEntry[] = [], settings = memorySettings()) {
  const stage = await startDesk({ journal: new FakeJournal(entries), settings })
  return { ...stage, settings, rotation: () => readRotation(settings.all()[ROTATION_SETTING], 'A') }
}

/** The entries up to the plan of the n-th block, from 1. */
function untilPlan(entries: readonly JournalEntry[], n: number): readonly JournalEntry[] {
  const plans = entries.flatMap(({ body }, at) =>
    body.type === 'block' && body.event.kind === 'planned' ? [at] : [],
  )
  return entries.slice(0, (plans[n - 1] ?? -1) + 1)
}

async function ofTwoBlocks() {
  const first = await start()
  await first.submit(blockOf(3, { rotation: moveOf(1) }))
  first.desk.clock.advance(1_000)
  await first.submit(blockOf(3, { rotation: moveOf(2), intentId: 'intent-0002' }))
  return first
}

it('moves after a restart for a plan whose move was not stored, and moves once', async () => {
  const { desk } = await ofTwoBlocks()
  const entries = untilPlan(desk.journal.entries, 1)
  const next = await start(entries)
  expect(next.rotation()).toEqual(moveOf(1))
  const again = await start([...entries, ...next.desk.journal.entries], next.settings)
  expect(again.rotation()).toEqual(moveOf(1))
})

it('does not go back to the move of an older block, nor of one that had a turn', async () => {
  const { desk, rotation, settings } = await ofTwoBlocks()
  expect(rotation()).toMatchObject({ first: customer(2), served: [customer(1), customer(2)] })
  expect((await start(desk.journal.entries, settings)).rotation()).toMatchObject({ first: customer(2) })
  // Both plans are on disk, and no row of either had its turn.
  const plans = desk.journal.entries.filter(
    ({ body }) => body.type === 'block' && body.event.kind === 'planned',
  )
  expect((await start(plans)).rotation()).toEqual(moveOf(2))
  expect((await start(desk.journal.entries)).rotation()).toMatchObject({ first: null })
})

it('does not move for a block that was stopped before any row had its turn', async () => {
  const { desk } = await ofTwoBlocks()
  const [plan] = desk.journal.entries.filter(({ body }) => body.type === 'block')
  if (plan?.body.type !== 'block') throw new Error('no plan')
  const stop: JournalEntry = {
    ...plan,
    body: { ...plan.body, event: { kind: 'stopped', at: 1, why: 'late' } },
  }
  expect((await start([plan, stop])).rotation()).toMatchObject({ first: null })
})
