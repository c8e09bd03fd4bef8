import { expect, test, vi } from 'vitest'
import { createRequestQueue, type Lane } from '../../../../electron/broker/rest/requestQueue.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

/** A queue with jobs that the test ends, and the order in which they began. */
function arena(slots: number) {
  const clock = new FakeClock()
  const queue = createRequestQueue(clock, slots)
  const began: string[] = []
  const finish: (() => void)[] = []
  const ask = (lane: Lane, name: string, patienceMs?: number) =>
    queue.run(
      lane,
      () => {
        began.push(name)
        return new Promise<string>((done) => finish.push(() => done(name)))
      },
      patienceMs,
    )
  const finishNext = async (count: number) => {
    finish.shift()?.()
    await vi.waitFor(() => expect(began.length).toBeGreaterThanOrEqual(count))
  }
  return { clock, queue, began, finish, ask, finishNext }
}

test('cancels go before look-ups, look-ups before orders, orders before the rest [gap.26]', async () => {
  const { began, ask, finishNext } = arena(1)
  void ask('read', 'first')
  void ask('read', 'page')
  void ask('batch', 'row')
  void ask('order', 'order')
  void ask('look-up', 'look-up')
  void ask('cancel', 'cancel 1')
  void ask('cancel', 'cancel 2')
  await vi.waitFor(() => expect(began).toEqual(['first']))
  for (let count = 2; count <= 7; count++) await finishNext(count)
  expect(began).toEqual(['first', 'cancel 1', 'cancel 2', 'look-up', 'order', 'row', 'page'])
})

test('history never holds the last two connections, nor orders the last one', async () => {
  const { began, ask } = arena(4)
  for (let n = 0; n < 5; n++) void ask('read', `page ${n}`)
  for (let n = 0; n < 3; n++) void ask('order', `order ${n}`)
  void ask('cancel', 'cancel')
  await vi.waitFor(() => expect(began).toEqual(['page 0', 'page 1', 'order 0', 'cancel']))
})

test('a single order never waits for the rows of a block, and they never hold the last two connections', async () => {
  const { began, ask } = arena(4)
  for (let n = 0; n < 5; n++) void ask('batch', `row ${n}`)
  void ask('order', 'single')
  void ask('cancel', 'cancel')
  await vi.waitFor(() => expect(began).toEqual(['row 0', 'row 1', 'single', 'cancel']))
})

test('an order that waited longer than its patience is dropped unsent', async () => {
  const { clock, began, ask, finish } = arena(1)
  void ask('order', 'running')
  const late = ask('order', 'late', 5_000)
  const patient = ask('order', 'patient')
  await vi.waitFor(() => expect(began).toEqual(['running']))
  clock.advance(5_001)
  finish.shift()?.()
  expect(await late).toBeNull()
  await vi.waitFor(() => expect(began).toEqual(['running', 'patient']))
  finish.shift()?.()
  expect(await patient).toBe('patient')
})

test('an order that waited over a sleep of the machine is dropped unsent, though the monotonic clock stood still', async () => {
  const { clock, ask, finish, began } = arena(1)
  void ask('order', 'running')
  const late = ask('order', 'late', 5_000)
  await vi.waitFor(() => expect(began).toEqual(['running']))
  clock.setWall(3 * 3_600_000)
  finish.shift()?.()
  expect(await late).toBeNull()
})

test('reads wait while the venue throttles; orders do not wait', async () => {
  const { clock, queue, began, ask } = arena(6)
  queue.pauseReads(2_000)
  void ask('read', 'page')
  void ask('order', 'order')
  void ask('cancel', 'cancel')
  await vi.waitFor(() => expect(began).toEqual(['order', 'cancel']))
  clock.advance(1_999)
  expect(began).toHaveLength(2)
  clock.advance(1)
  await vi.waitFor(() => expect(began).toEqual(['order', 'cancel', 'page']))
})

test('a failed job frees its slot, and closing drops the waiting jobs', async () => {
  const { queue, ask } = arena(1)
  await expect(queue.run('read', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  void ask('read', 'running')
  const waiting = ask('cancel', 'waiting')
  queue.close()
  expect(await waiting).toBeNull()
  expect(await ask('cancel', 'after')).toBeNull()
})
