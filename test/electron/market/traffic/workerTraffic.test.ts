import { expect, test } from 'vitest'
import { workerCounts, WorkerTraffic } from '../../../../electron/market/traffic/workerTraffic.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

function linked() {
  const clock = new FakeClock()
  const traffic = new WorkerTraffic(clock)
  return { clock, traffic, worker: workerCounts(traffic.shared) }
}

test('messages that the worker has not taken wait, and the oldest of them has the age', () => {
  const { clock, traffic, worker } = linked()
  expect(traffic.read()).toMatchObject({ heard: 0, waiting: 0, oldestMs: null })
  traffic.post()
  clock.advance(30)
  traffic.post()
  clock.advance(12)
  expect(traffic.read()).toMatchObject({ waiting: 2, oldestMs: 42 })
  worker.took()
  expect(traffic.read()).toMatchObject({ waiting: 1, oldestMs: 12 })
  worker.took()
  expect(traffic.read()).toMatchObject({ waiting: 0, oldestMs: null })
})

test('a backlog longer than the known times is as old as the oldest known', () => {
  const { clock, traffic, worker } = linked()
  for (let post = 0; post < 3_000; post += 1) {
    traffic.post()
    clock.advance(1)
  }
  expect(traffic.read()).toMatchObject({ waiting: 3_000, oldestMs: 1_024 })
  for (let taken = 0; taken < 2_999; taken += 1) worker.took()
  expect(traffic.read()).toMatchObject({ waiting: 1, oldestMs: 1 })
})

test('counts go on where the shared numbers wrap around', () => {
  const { traffic, worker } = linked()
  const shared = new Int32Array(traffic.shared)
  const heardSoFar = 2 ** 31 - 2
  Atomics.store(shared, 0, heardSoFar)
  expect(traffic.read().heard).toBe(heardSoFar)
  for (let message = 0; message < 5; message += 1) worker.heard()
  expect(traffic.read().heard).toBe(heardSoFar + 5)
})
