import { expect, it } from 'vitest'
import { askInTurns } from '../../../renderer/state/askInTurns.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

/** A screen whose questions a test answers. */
function openScreen(pause: number | null = 1_000) {
  const clock = new FakeClock()
  const underWay: { current: Promise<unknown> | null } = { current: null }
  const open: { readonly question: string; readonly answer: (text: string) => void }[] = []
  const taken: string[] = []
  return {
    clock,
    open,
    taken,
    show: (question: string) =>
      askInTurns<string>({
        clock,
        underWay,
        pause,
        ask: () => new Promise((answer) => open.push({ question, answer })),
        take: (text) => taken.push(text),
      }),
    answer: async (text: string) => {
      open.shift()?.answer(text)
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    },
    asked: () => open.map(({ question }) => question),
  }
}

it('asks again only after a pause behind the last answer, however long the answer takes', async () => {
  const { clock, show, answer, asked, taken } = openScreen()
  show('a')
  await clock.run(60_000, 500)
  expect(asked()).toEqual(['a'])
  await answer('one')
  expect(taken).toEqual(['one'])
  await clock.run(999)
  expect(asked()).toEqual([])
  await clock.run(1)
  expect(asked()).toEqual(['a'])
})

it('asks no second time by itself without a pause, and about a newer act only after the answer', async () => {
  const { clock, show, answer, asked, taken } = openScreen(null)
  const stop = show('a')
  await answer('one')
  await clock.run(60_000, 500)
  expect([asked(), taken]).toEqual([[], ['one']])
  stop()
  const stopSecond = show('b')
  stopSecond()
  show('c')
  expect(asked()).toEqual(['b'])
  await answer('about b')
  expect([asked(), taken]).toEqual([['c'], ['one']])
})

it('asks about the newest act alone once the question before is answered, and drops that answer', async () => {
  const { clock, show, answer, asked, taken } = openScreen()
  const stops = ['a', 'b', 'c'].map((question, at, all) => {
    const stop = show(question)
    if (at < all.length - 1) stop()
    return stop
  })
  await clock.run(60_000, 500)
  expect(asked()).toEqual(['a'])
  await answer('about a')
  expect([asked(), taken]).toEqual([['c'], []])
  await answer('about c')
  expect(taken).toEqual(['about c'])
  stops[2]?.()
  await clock.run(60_000, 500)
  expect(asked()).toEqual([])
})
