import { describe, expect, it } from 'vitest'
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

describe('an order that the venue told to be over and then shows open', () => {
  const ended = () => {
    const clock = new FakeClock()
    const diary = createDiary(clock, new FakeJournal(), () => undefined)
    const board = createOrderBoard(clock, diary, () => undefined)
    const id = '01OVER' as ReferenceId
    const see = (status: string, by: 'stream' | 'list' | 'look-up', asked: number | null, filled = '0') =>
      board.see(reportOf(id, status, { filledAmount: filled as DecimalText }), C1, by, asked)
    see('open', 'stream', null)
    const before = board.asked()
    see('canceled', 'stream', null, '1')
    return { board, id, see, before }
  }

  it.each(['list', 'look-up'] as const)('is live again by a %s that was asked for afterwards', (by) => {
    const { board, id, see } = ended()
    see('open', by, board.asked(), '1')
    expect(board.get(C1, id)).toMatchObject({ phase: 'working', status: 'open' })
    expect(board.live()).toHaveLength(1)
  })

  it('is live again also where that answer shows less filled, and keeps what had filled', () => {
    const { board, id, see } = ended()
    see('open', 'list', board.asked(), '0')
    expect(board.get(C1, id)).toMatchObject({ phase: 'working', filledAmount: '1' })
  })

  it('stays over by an answer that was asked for before, and by a late message of the stream', () => {
    const { board, id, see, before } = ended()
    see('open', 'list', before, '1')
    see('open', 'look-up', before, '1')
    see('open', 'stream', null, '1')
    expect(board.get(C1, id)).toMatchObject({ phase: 'closed', status: 'canceled' })
  })
})

describe('what was asked for before newer news came', () => {
  const opened = () => {
    const clock = new FakeClock()
    const diary = createDiary(clock, new FakeJournal(), () => undefined)
    const board = createOrderBoard(clock, diary, () => undefined)
    const id = '01LIVE' as ReferenceId
    const at = (price: string) => reportOf(id, 'open', { limitPrice: price as DecimalText })
    board.see(at('100'), C1, 'stream', null)
    return { board, id, at }
  }

  it('changes nothing: neither the price that an amend gave the order, nor that it is there', () => {
    const { board, id, at } = opened()
    const asked = board.asked()
    board.see(at('101'), C1, 'stream', null)
    board.see(at('100'), C1, 'list', asked)
    expect(board.get(C1, id)).toMatchObject({ phase: 'working', limitPrice: '101' })
    board.missed(C1, id, asked)
    expect(board.get(C1, id)).toMatchObject({ phase: 'working', limitPrice: '101' })
  })

  it('changes nothing either where the newer news repeated what was known', () => {
    const { board, id, at } = opened()
    const asked = board.asked()
    board.see(at('100'), C1, 'stream', null)
    board.missed(C1, id, asked)
    expect(board.get(C1, id)?.phase).toBe('working')
    board.missed(C1, id, board.asked())
    expect(board.get(C1, id)?.phase).toBe('unknown')
  })
})
