import { expect, it } from 'vitest'
import { machineClock, VirtualTime } from './virtualTime.ts'

it('runs events in order of time, then of planning, and every promise settles before the next', async () => {
  const time = new VirtualTime()
  const said: string[] = []
  const deep = async (name: string) => {
    for (let n = 0; n < 50; n++) await Promise.resolve()
    said.push(`${name} settled at ${time.elapsed}`)
  }
  time.after(20, () => said.push('c'))
  time.after(10, () => {
    said.push('a')
    void deep('a')
    time.after(0, () => said.push('after a'))
  })
  time.after(10, () => said.push('b'))
  const stop = time.after(15, () => said.push('never'))
  stop()
  await time.pass(30, () => undefined)
  expect(said).toEqual(['a', 'a settled at 10', 'b', 'after a', 'c'])
  expect(time.elapsed).toBe(30)
})

it('keeps the order of a thousand events', async () => {
  const time = new VirtualTime()
  const said: number[] = []
  for (let n = 0; n < 1000; n++) time.after((n * 7919) % 997, () => said.push(time.elapsed))
  await time.pass(1000, () => undefined)
  expect(said).toHaveLength(1000)
  expect(said).toEqual(said.toSorted((a, b) => a - b))
})

it('stops every timer of a machine that ends, and steps its wall clock alone', async () => {
  const time = new VirtualTime()
  const clock = machineClock(time, 1_000)
  let beats = 0
  clock.every(10, () => beats++)
  await time.pass(35, () => undefined)
  expect([beats, clock.now(), clock.monotonic()]).toEqual([3, 1_035, 35])
  clock.step(-500)
  expect([clock.now(), clock.monotonic()]).toEqual([535, 35])
  clock.stop()
  await time.pass(100, () => undefined)
  expect(beats).toBe(3)
})

it('passes on an error of an event', async () => {
  const time = new VirtualTime()
  time.after(1, () => {
    throw new Error('broken')
  })
  await expect(time.pass(2, () => undefined)).rejects.toThrow('broken')
})
