import { expect, test } from 'vitest'
import type { Clock } from '../../../../shared/base/clock.ts'
import { seededRandom, type Random } from '../../../../shared/base/random.ts'
import {
  createNonces,
  memoryNonceStore,
  type NonceStore,
  type TimeEstimate,
} from '../../../../electron/broker/authentication/nonces.ts'
import { createServerClock } from '../../../../electron/broker/authentication/serverClock.ts'
import { createVenueClock } from '../../../../electron/broker/authentication/venueClock.ts'

const KEY = 'key'
const START = Date.UTC(2026, 0, 5, 9)

const at =
  (time: number, uncertaintyMs = 0) =>
  (): TimeEstimate => ({ time, uncertaintyMs })

const take = (nonces: ReturnType<typeof createNonces>): bigint => {
  const nonce = nonces.take()
  if (!nonce.ok) throw new Error(nonce.failure)
  return BigInt(nonce.value)
}

test('a nonce is five seconds behind the venue, in ns, with the installation’s salt at its end [5.nonce.1 5.nonce.5]', () => {
  for (const salt of [0, 1, 65_535]) {
    const nonce = take(createNonces(KEY, memoryNonceStore(salt), at(START)))
    expect(nonce % 65_536n).toBe(BigInt(salt))
    const behind = BigInt(START) * 1_000_000n - nonce
    expect(behind > 4_999_000_000n && behind < 5_001_000_000n).toBe(true)
  }
})

test('two installations that share a key never meet, even at the same moment', () => {
  const nonces = [memoryNonceStore(7), memoryNonceStore(8)].map((store) =>
    createNonces(KEY, store, at(START)),
  )
  const given = nonces.flatMap((one) => Array.from({ length: 1000 }, () => take(one)))
  expect(new Set(given).size).toBe(2000)
})

test('nothing is signed while the venue’s time is unknown or too uncertain', () => {
  for (const estimate of [() => null, at(START, 4_001)]) {
    const nonces = createNonces(KEY, memoryNonceStore(), estimate)
    expect(nonces.state()).toEqual({ kind: 'clock' })
    expect(nonces.take()).toMatchObject({ ok: false })
  }
  expect(createNonces(KEY, memoryNonceStore(), at(START, 4_000)).state()).toEqual({ kind: 'ready' })
})

test('requests wait while the venue’s clock is behind, instead of using nonces that it refuses', () => {
  let time = START
  const nonces = createNonces(KEY, memoryNonceStore(), () => ({ time, uncertaintyMs: 500 }))
  take(nonces)
  time = START - 60_000
  expect(nonces.state()).toMatchObject({ kind: 'ahead', ms: expect.closeTo(56_000, -1) })
  expect(nonces.take()).toMatchObject({ ok: false, failure: expect.stringContaining('56 s') })
  time = START - 3_990
  expect(nonces.state()).toEqual({ kind: 'ready' })
})

test('a mark is stored before a nonce beyond it is given out, and only once in two seconds', () => {
  let time = START
  const store = memoryNonceStore()
  let writes = 0
  const counting: NonceStore = {
    ...store,
    write: (key, mark) => {
      writes += 1
      store.write(key, mark)
    },
  }
  const nonces = createNonces(KEY, counting, () => ({ time, uncertaintyMs: 0 }))
  for (let n = 0; n < 10_000; n++, time += 1) {
    expect(take(nonces) <= BigInt(store.read(KEY) ?? '0')).toBe(true)
  }
  expect(writes).toBeLessThanOrEqual(6)
})

/** A machine: its wall clock wrong and stepping, its crystal off, its monotonic clock standing still while it sleeps. */
class Machine implements Clock {
  private readonly rate: number
  private readonly start: number
  private slept = 0
  private error: number
  readonly server: { now: number }

  constructor(server: { now: number }, random: Random) {
    this.server = server
    this.start = server.now
    this.rate = 1 + (random.next() - 0.5) * 2 * 500e-6
    this.error = (random.next() - 0.5) * 2 * 86_400_000
  }

  now(): number {
    return this.start + this.error + (this.server.now - this.start) * this.rate
  }

  monotonic(): number {
    return (this.server.now - this.start - this.slept) * this.rate
  }

  step(ms: number): void {
    this.error += ms
  }

  sleep(ms: number): void {
    this.server.now += ms
    this.slept += ms
  }

  after(): never {
    throw new Error('no timers here')
  }

  every(): never {
    throw new Error('no timers here')
  }
}

/** Eight callers at once; the process is killed and started again now and then; the venue's `Date` is all that is known of its time. */
test('a million nonces under wrong clocks, sleep and restarts: none twice, all inside the window [5.nonce.1 5.nonce.2 8.nonce]', () => {
  const random = seededRandom(20_260_105)
  const store = memoryNonceStore(4711)
  const server = { now: START }
  const counts = { given: 0, notHigher: 0, outside: 0, restarts: 0, blocked: 0, sleeps: 0, steps: 0 }
  let highest = 0n

  while (counts.given < 1_000_000) {
    counts.restarts += 1
    const machine = new Machine(server, random)
    const venueClock = createVenueClock(machine, createServerClock())
    const hear = () => {
      const sentAt = machine.monotonic()
      server.now += random.next() * 200
      const date = new Date(server.now).toUTCString()
      server.now += random.next() * 200
      venueClock.hear({ headers: { date }, sentAt, receivedAt: machine.monotonic() })
    }
    const nonces = createNonces(KEY, store, () => venueClock.now())
    expect(nonces.state().kind).toBe('clock')
    hear()
    const life = random.integer(10_000)
    for (let turn = 0; turn < life; turn++) {
      for (let caller = random.integer(8); caller >= 0; caller--) {
        const nonce = nonces.take()
        if (!nonce.ok) {
          counts.blocked += 1
          continue
        }
        counts.given += 1
        const value = BigInt(nonce.value)
        if (value <= highest) counts.notHigher += 1
        highest = value
        // It arrives up to ten seconds later.
        const arrives = BigInt(Math.floor(server.now + random.next() * 10_000)) * 1_000_000n
        if (value < arrives - 30_000_000_000n || value > arrives + 5_000_000_000n) counts.outside += 1
      }
      const dice = random.next()
      server.now += random.next() * (dice < 0.9 ? 2 : 500)
      if (dice < 0.0005) {
        machine.step((random.next() - 0.5) * 120_000)
        counts.steps += 1
      } else if (dice < 0.001) {
        machine.sleep(random.next() * 3_600_000)
        counts.sleeps += 1
      } else if (dice > 0.99) hear()
      if (nonces.state().kind === 'clock') hear()
    }
  }
  expect(counts).toMatchObject({ notHigher: 0, outside: 0 })
  expect(counts.blocked).toBeLessThan(counts.given / 100)
  expect(Math.min(counts.restarts, counts.sleeps, counts.steps)).toBeGreaterThan(20)
})
