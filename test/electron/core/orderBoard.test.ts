import { expect, it } from 'vitest'
import { createOrderBoard } from '../../../electron/core/orderBoard.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { createDiary } from '../../../electron/core/diary.ts'
import type { ReferenceId } from '../../../shared/domain/text.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { FakeJournal } from '../../fakes/fakeJournal.ts'
import { C1, reportOf } from './deskHarness.ts'

it('an order that ended with fills stays among the recent ones for a minute, and comes back with news of it; one without does not', () => {
  const clock = new FakeClock()
  const board = createOrderBoard(
    clock,
    createDiary(clock, new FakeJournal(), () => undefined),
    () => undefined,
  )
  const done = '01DONE' as ReferenceId
  const live = '01LIVE' as ReferenceId
  const nothing = '01NOTHING' as ReferenceId
  const see = (id: ReferenceId, status: string, filled = '0') =>
    board.see(reportOf(id, status, { filledAmount: filled as DecimalText }), C1, 'stream', null)
  const recent = () =>
    board
      .recent()
      .map(({ referenceId }) => referenceId)
      .toSorted()
  see(done, 'canceled', '0.5')
  see(nothing, 'canceled')
  see(live, 'open')
  clock.advance(59_999)
  expect(recent()).toEqual([done, live])
  clock.advance(1)
  expect(recent()).toEqual([live])
  expect(board.all()).toHaveLength(3)
  clock.advance(600_000)
  see(done, 'canceled', '1')
  expect(recent()).toEqual([done, live])
  expect(board.live().map(({ referenceId }) => referenceId)).toEqual([live])
})
