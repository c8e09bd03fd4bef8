import { expect, test } from 'vitest'
import type { HealthOptions } from '../../../../electron/core/assembly/coreOptions.ts'
import { createMeasures } from '../../../../electron/core/health/measures.ts'
import { timedDisk } from '../../../../electron/launch/openStores.ts'
import type { JournalDisk } from '../../../../electron/storage/journal/journal.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { FigureName, MeasureName } from '../../../../shared/domain/health/health.ts'
import { NO_CHANGES } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { MOST_DRAWN } from '../../../../shared/domain/health/drawn.ts'
import { BUCKETS, bucketOf, countOf } from '../../../../shared/domain/health/histogram.ts'
import type { MinuteOfHealth } from '../../../../shared/domain/health/minute.ts'
import type { FakeClock } from '../../../fakes/fakeClock.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { C1, Desk, draftOf, PAPER, reportOf, text } from '../deskHarness.ts'

const MB = 1_000_000

/** A desk with a machine that a story changes. */
function watched(more: Omit<NonNullable<ConstructorParameters<typeof Desk>[0]>, 'health'> = {}) {
  const machine = {
    free: ok(900 * MB) as Result<number, string>,
    lag: 3_000 as number | null,
    heap: 100 * MB,
    windows: ok([80 * MB, 120 * MB]) as Result<readonly number[], string>,
  }
  const minutes: MinuteOfHealth[] = []
  let measures: HealthOptions['measures'] | null = null
  const health = (clock: FakeClock): HealthOptions => ({
    measures: (measures = createMeasures(clock)),
    machine: {
      memory: () => ({ heapUsed: machine.heap, heapLimit: 1_000 * MB, resident: 300 * MB }),
      windows: () => machine.windows,
      loopLag: () => machine.lag,
      diskFree: () => Promise.resolve(machine.free),
      close: () => undefined,
    },
    history: {
      problem: null,
      append(minute) {
        minutes.push(minute)
        return Promise.resolve()
      },
      week: () => Promise.resolve({ minutes, problem: null }),
    },
    bundles: null,
  })
  const desk = new Desk({ ...more, health })
  const topic = desk.follow('health')
  const notices = desk.mirror('notices', ({ id }) => String(id))
  const figure = (name: FigureName) => topic.now().figures.find((each) => each.name === name)
  const measure = (name: MeasureName) => topic.now().measures.find((each) => each.name === name)
  const pass = async (ms: number) => {
    desk.clock.advance(ms)
    await desk.settle()
    desk.clock.advance(5_000)
    await desk.settle()
  }
  const counting = () => {
    if (measures === null) throw new Error('the desk was not opened')
    return measures
  }
  return { desk, measures: counting, machine, minutes, topic, notices, figure, measure, pass }
}

test('an order is counted at every step from key to answer, and a cancel at its own', async () => {
  const { desk, measure, pass } = watched()
  const broker = await desk.ready()
  expect(measure('keyToWire')).toMatchObject({ counts: [], lastAt: null })
  const taken = await desk.call('order.submit', { intentId: 'intent-1', draft: draftOf(), typed: null })
  expect(taken.ok).toBe(true)
  desk.clock.advance(40)
  const sent = broker.sent[0]
  sent?.answer.resolve({ kind: 'accepted', value: reportOf(sent.id, 'open') })
  await desk.settle()
  await desk.call('order.cancel', { customerCode: C1, referenceId: sent?.id as never })
  desk.clock.advance(25)
  broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
  await pass(0)
  const counted = [
    'admitted',
    'stored',
    'dispatched',
    'keyToWire',
    'answered',
    'cancelSent',
    'cancelAnswered',
  ]
  for (const name of counted as readonly MeasureName[])
    expect([name, countOf(measure(name)?.counts ?? [])]).toEqual([name, 1])
  // Answered 40 ms after it left, and the cancel 25 ms.
  expect(measure('answered')).toMatchObject({ most: 40_000 })
  expect(measure('cancelAnswered')).toMatchObject({ most: 25_000 })
})

test('an amend is counted from its command to the request that leaves, and to its answer', async () => {
  const profile = venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } })
  const { desk, measure, pass } = watched({ venues: [{ ...PAPER, profile }], limits: NO_LIMITS })
  const broker = await desk.ready()
  broker.venueOrders.set('C1042 a', reportOf('a', 'open'))
  broker.listener?.order(reportOf('a', 'open'))
  expect(measure('amendSent')).toMatchObject({ counts: [], lastAt: null })
  const changes = { ...NO_CHANGES, limitPrice: text('61000') }
  const request = { customerCode: C1, referenceId: 'a' as ReferenceId, changes }
  expect(await desk.call('order.amend', request)).toMatchObject({ ok: true })
  await desk.settle()
  desk.clock.advance(30)
  broker.amends[0]?.answer.resolve({ kind: 'accepted', value: reportOf('a', 'open') })
  await pass(0)
  for (const name of ['amendSent', 'amendAnswered'] as const)
    expect([name, countOf(measure(name)?.counts ?? [])]).toEqual([name, 1])
  expect(measure('amendAnswered')).toMatchObject({ most: 30_000 })
  expect(measure('keyToWire')).toMatchObject({ counts: [] })
})

test('the memory of windows is their sum and the largest, and says why where it is not read', async () => {
  const { desk, machine, figure, pass } = watched()
  await desk.ready()
  expect(figure('windowsMemory')).toMatchObject({ value: 200 * MB, why: null })
  expect(figure('largestWindow')).toMatchObject({ value: 120 * MB, why: null })
  machine.windows = fail('no window is open')
  await pass(0)
  for (const name of ['windowsMemory', 'largestWindow'] as const)
    expect(figure(name)).toMatchObject({ value: null, at: null, why: 'no window is open' })
})

test('each wait for the disk is counted, and a slow disk is a notice after two minutes in a row', async () => {
  const { desk, measures, notices, measure } = watched()
  await desk.ready()
  let takes = 250
  const slow: Pick<JournalDisk, 'sync'> = {
    sync() {
      desk.clock.advance(takes)
      return Promise.resolve()
    },
  }
  const disk = timedDisk(slow as JournalDisk, desk.clock, measures())
  const minute = async () => {
    await disk.sync('journal/000001.journal')
    desk.clock.advance(60_000)
    await desk.settle()
  }
  const said = () => [...notices.values()].filter(({ message }) => message.startsWith('The disk of the data'))
  expect(measure('diskSync')).toMatchObject({ counts: [], lastAt: null })
  await minute()
  expect(measure('diskSync')).toMatchObject({ most: 250_000 })
  expect(countOf(measure('diskSync')?.counts ?? [])).toBe(1)
  expect(said()).toEqual([])
  await minute()
  expect(said()).toMatchObject([
    {
      level: 'warning',
      message: expect.stringMatching(
        /is slow: it takes up to 250 ms to store an entry\. Every order waits/,
      ) as string,
    },
  ])
  takes = 20
  await minute()
  expect(said()).toMatchObject([
    { level: 'info', message: 'The disk of the data folder stores entries in time again.' },
  ])
})

test('a clock that is certainly ahead of the venue or behind it is a notice, and its end ends it', async () => {
  const { desk, notices, pass } = watched()
  const broker = await desk.ready()
  const clockIs = async (offsetMs: number, uncertaintyMs = 500) => {
    broker.tellClock({ offsetMs, uncertaintyMs })
    // A reading after each 5 s.
    for (let reading = 0; reading < 3; reading += 1) await pass(0)
  }
  const said = () =>
    [...notices.values()]
      .filter(({ message }) => message.startsWith('The clock of this machine'))
      .map(({ level, message }) => `${level}: ${message.split('. ')[0]}`)
  for (const offset of [-2_400, 10_400]) await clockIs(offset)
  expect(said()).toEqual([])
  await clockIs(-4_500)
  expect(said()).toEqual(['warning: The clock of this machine is at least 4 s ahead of the venue’s'])
  await clockIs(0)
  expect(said()).toEqual(['info: The clock of this machine is no longer ahead of the venue’s.'])
  await clockIs(12_500)
  expect(said()).toContain('warning: The clock of this machine is at least 12 s behind the venue’s')
})

test('counts are of a quarter of an hour, and each minute is stored once', async () => {
  const { desk, measure, minutes } = watched()
  await desk.ready()
  await desk.call('order.submit', { intentId: 'intent-1', draft: draftOf(), typed: null })
  desk.clock.advance(60_000)
  expect(minutes).toHaveLength(1)
  expect(minutes[0]?.measures.keyToWire?.[0]).toBe(1)
  expect(minutes[0]?.figures.diskFree).toBe(900 * MB)
  desk.clock.advance(60_000)
  expect(minutes[1]?.measures.keyToWire).toBeUndefined()
  expect(countOf(measure('keyToWire')?.counts ?? [])).toBe(1)
  desk.clock.advance(16 * 60_000)
  expect(measure('keyToWire')?.counts).toEqual([])
})

const drawn = (count: number, most: number) => {
  const counts = Array.from({ length: BUCKETS }, () => 0)
  counts[bucketOf(most)] = count
  return { counts, most }
}
const report = (wireToPixel: ReturnType<typeof drawn>, unmeasured = 0) => ({
  measures: { wireToPixel, frameDrawn: drawn(1, 700) },
  unmeasured,
})

test('what windows drew is added up, shown and stored, and goes with its quarter of an hour', async () => {
  const { desk, measure, minutes, pass } = watched()
  await desk.ready()
  expect(measure('wireToPixel')).toEqual({ name: 'wireToPixel', counts: [], most: 0, lastAt: null })
  for (const [count, most] of [
    [300, 14_000],
    [298, 9_000],
  ] as const)
    expect(await desk.call('health.addDrawn', report(drawn(count, most)))).toEqual({ ok: true, value: {} })
  const heardAt = desk.clock.now()
  await pass(0)
  expect(measure('wireToPixel')).toMatchObject({ ...drawn(598, 14_000), lastAt: heardAt })
  expect(countOf(measure('keyToWire')?.counts ?? [])).toBe(0)
  desk.clock.advance(60_000)
  expect(minutes[0]?.measures.wireToPixel).toEqual([598, 14_000, 14_000, 14_000])
  desk.clock.advance(16 * 60_000)
  expect(measure('wireToPixel')?.counts).toEqual([])
})

test('a window that reports more than can be drawn is refused, and nothing of that report counts', async () => {
  const { desk, measure, figure, pass } = watched()
  await desk.ready()
  for (let sent = 0; sent < 20; sent += 1)
    expect((await desk.call('health.addDrawn', report(drawn(MOST_DRAWN, 5_000)))).ok).toBe(true)
  const refused = await desk.call('health.addDrawn', report(drawn(1, 50_000_000), 3))
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused' } })
  await pass(0)
  expect(measure('wireToPixel')).toMatchObject(drawn(1_000_000, 5_000))
  expect(countOf(measure('frameDrawn')?.counts ?? [])).toBe(20)
  expect(figure('unmeasured')).toMatchObject({ value: 0 })
  desk.clock.advance(60_000)
  expect((await desk.call('health.addDrawn', report(drawn(1, 5_000)))).ok).toBe(true)
})

test('the way of a command from its window is counted, and none where a clock was set between', async () => {
  const { desk, measure, figure, pass } = watched()
  await desk.ready()
  const submit = (intentId: string, at: number) =>
    desk.core.handlers['order.submit']({ intentId, draft: draftOf(), typed: null }, desk.caller, at)
  const wayOf = () => ({
    counts: measure('callToCore')?.counts,
    most: measure('callToCore')?.most,
    without: figure('unmeasured')?.value,
  })
  await pass(0)
  expect(wayOf()).toEqual({ counts: [], most: 0, without: 0 })
  await submit('intent-1', desk.clock.now() - 3)
  // Less than the clock tells is not claimed.
  await submit('intent-2', desk.clock.now())
  await pass(0)
  const counts = Array.from({ length: BUCKETS }, () => 0)
  for (const us of [1_000, 3_000]) counts[bucketOf(us)] = (counts[bucketOf(us)] ?? 0) + 1
  expect(wayOf()).toEqual({ counts, most: 3_000, without: 0 })
  // From the future, older than any command that the core takes, and across a step of the clock.
  await submit('intent-3', desk.clock.now() + 1)
  await submit('intent-4', desk.clock.now() - 5_001)
  const before = desk.clock.now()
  desk.clock.setWall(400)
  await submit('intent-5', before)
  await pass(0)
  expect(wayOf()).toEqual({ counts, most: 3_000, without: 3 })
  // A command that is no deal of an order has no such row.
  await desk.core.handlers['order.cancelAll'](
    { customerCode: C1, symbol: null, side: null },
    desk.caller,
    desk.clock.now() - 2,
  )
  await pass(0)
  expect(wayOf()).toEqual({ counts, most: 3_000, without: 3 })
})

test('what cannot be read is not measured, with the reason, and keeps no older value', async () => {
  const { machine, figure, pass } = watched()
  await pass(0)
  expect(figure('diskFree')).toMatchObject({ value: 900 * MB })
  expect(figure('requests')).toEqual({ name: 'requests', value: null, at: null, why: 'nobody is signed in' })
  machine.free = fail('the disk failed')
  machine.lag = null
  await pass(5_000)
  expect(figure('diskFree')).toEqual({ name: 'diskFree', value: null, at: null, why: 'the disk failed' })
  expect(figure('loopLag')).toMatchObject({ value: null, at: null })
})

test('a core that nobody watches says so of every figure', () => {
  const desk = new Desk()
  const topic = desk.follow('health')
  expect(topic.now().figures.every(({ value, why }) => value === null && why !== null)).toBe(true)
  expect(topic.now().measures.every(({ counts }) => counts.length === 0)).toBe(true)
})

test('a disk that fills is one notice with its meaning for orders, and its end ends the notice', async () => {
  const { machine, notices, topic, pass } = watched()
  machine.free = ok(450 * MB)
  await pass(5_000)
  for (const megabytes of [505, 495, 505, 495]) {
    machine.free = ok(megabytes * MB)
    await pass(5_000)
  }
  const said = () => [...notices.values()].filter(({ message }) => /disk of the data folder/.test(message))
  expect(said()).toMatchObject([{ level: 'warning', count: 1 }])
  expect(said()[0]?.message).toMatch(
    /^The disk of the data folder has 450 MB left\..*no new order, amend or transfer.*canceling go on\. Free space on that disk\.$/,
  )
  expect(topic.now().warnings).toHaveLength(1)
  machine.free = ok(90 * MB)
  await pass(5_000)
  expect(said()).toMatchObject([{ level: 'error' }])
  machine.free = ok(900 * MB)
  await pass(5_000)
  expect(said()).toMatchObject([{ level: 'info', message: 'The disk of the data folder has room again.' }])
  expect(topic.now().warnings).toEqual([])
})

/** Readings, each with its value, and the notices of one figure after them. */
async function afterReadings(
  desk: ReturnType<typeof watched>,
  about: RegExp,
  values: readonly number[],
  set: (value: number) => void,
) {
  for (const value of values) {
    set(value)
    await desk.pass(0)
  }
  return [...desk.notices.values()]
    .filter(({ message }) => about.test(message))
    .map(({ level, message }) => `${level}: ${message}`)
}

test('a program that stops for a second again and again is one notice, and one stop alone is none', async () => {
  const desk = watched()
  const after = (ms: readonly number[]) =>
    afterReadings(desk, /answers/, ms, (value) => {
      desk.machine.lag = value * 1_000
    })
  expect(await after([1_000, 30, 1_000, 30, 30, 30, 499])).toEqual([])
  expect(await after([1_000, 30, 1_000, 30, 1_000])).toEqual([
    'warning: Openpit answers late: by up to 1,000 ms. Orders and cancels leave as much later, and an order that cannot be sent within 5 s is not sent. Close programs that use this machine, or windows of Openpit.',
  ])
  expect(await after([251, 249, 249, 249, 249, 249])).toHaveLength(1)
  expect(await after([249])).toEqual(['info: Openpit answers in time again.'])
})

test('memory that runs short is one notice with its meaning for orders, and its end ends it', async () => {
  const desk = watched()
  const after = (percent: readonly number[]) =>
    afterReadings(desk, /memory/, percent, (value) => {
      desk.machine.heap = value * 10 * MB
    })
  expect(await after([85, 85, 79, 85, 85])).toEqual([])
  expect(await after([86])).toEqual([
    'warning: Openpit uses 86 percent of the memory that it may use. At the limit the program ends: orders at the venue then stay live, and nobody watches them. Sign out and restart Openpit at a quiet time.',
  ])
  expect(await after([71])).toHaveLength(1)
  expect(await after([69])).toEqual(['info: Openpit uses less memory again.'])
})

test('requests that the venue refuses as too many are one notice, until it refuses none', async () => {
  const desk = watched()
  const broker = await desk.desk.ready()
  const after = (refused: readonly number[]) =>
    afterReadings(desk, /venue refuse/, refused, (value) => {
      broker.requestLoad = { ...broker.requestLoad, throttled: value }
    })
  expect(await after([4])).toEqual([])
  expect(await after([5])).toEqual([
    'warning: The venue refused 5 requests of the last minute as too many. Lists are read later, so figures may be older. Cancels and orders go first. Close other programs that use this user of the venue.',
  ])
  expect(await after([1])).toHaveLength(1)
  expect(await after([0])).toEqual(['info: In the last minute the venue refused no request as one too many.'])
})

test('the newest warnings of the log are on the topic, newest first', async () => {
  const { machine, topic, pass } = watched()
  machine.free = ok(450 * MB)
  await pass(5_000)
  expect(topic.now().problems[0]?.sentence).toContain('450 MB')
})

test('messages a second count from the second reading on, and begin anew with a worker and a session', async () => {
  const { desk, figure, minutes, pass } = watched()
  expect(figure('marketMessages')).toMatchObject({ value: null, why: 'nobody is signed in' })
  const broker = await desk.ready()
  const market = desk.markets[0]
  if (!market) throw new Error('the session opened no market')
  const heard = (count: number, startedAt = 10) =>
    (market.messages = { startedAt, heard: count, waiting: 0, oldestMs: null })
  heard(400)
  broker.requestLoad = { ...broker.requestLoad, streamMessages: 90 }
  await pass(0)
  await pass(0)
  for (const name of ['marketMessages', 'accountMessages'] as const)
    expect(figure(name)).toMatchObject({ value: 0 })
  heard(1_401)
  broker.requestLoad = { ...broker.requestLoad, streamMessages: 92 }
  await pass(0)
  expect(figure('marketMessages')).toMatchObject({ value: 200.2, at: desk.clock.now() })
  expect(figure('accountMessages')).toMatchObject({ value: 0.4 })
  expect(figure('signatureAt')).toMatchObject({ why: 'no signed request succeeded in this session' })
  broker.requestLoad = { ...broker.requestLoad, signatureAt: 1_767_603_600_000 }
  // A new worker has counted more than the old one: that is no rate.
  heard(9_000, 20)
  broker.requestLoad = { ...broker.requestLoad, streamMessages: 3 }
  await pass(0)
  for (const name of ['marketMessages', 'accountMessages'] as const)
    expect(figure(name)).toEqual({ name, value: null, at: null, why: 'not read yet' })
  heard(9_010, 20)
  broker.requestLoad = { ...broker.requestLoad, streamMessages: 13 }
  desk.clock.advance(60_000)
  expect(minutes.at(-1)?.figures).toMatchObject({
    marketMessages: 0,
    accountMessages: 0,
    workerWaiting: 0,
    signatureAt: 1_767_603_600_000,
  })
  market.messages = null
  await pass(0)
  for (const name of ['marketMessages', 'workerWaiting', 'workerOldest'] as const)
    expect(figure(name)).toEqual({ name, value: null, at: null, why: 'market data is stopped' })
})

test('the backlog of the market worker is its messages and the age of the oldest, and no message has no age', async () => {
  const { desk, figure, pass } = watched()
  await desk.ready()
  const market = desk.markets[0]
  if (!market) throw new Error('the session opened no market')
  market.messages = { startedAt: 1, heard: 0, waiting: 17, oldestMs: 1_250.5 }
  await pass(0)
  expect(figure('workerWaiting')).toMatchObject({ value: 17 })
  expect(figure('workerOldest')).toMatchObject({ value: 1_250_500 })
  market.messages = { startedAt: 1, heard: 0, waiting: 0, oldestMs: null }
  await pass(0)
  expect(figure('workerWaiting')).toMatchObject({ value: 0 })
  expect(figure('workerOldest')).toMatchObject({ value: null, why: 'no message waits' })
})

test('the stored week of a row is answered by hours, and only of a row that there is', async () => {
  const { desk, minutes } = watched()
  await desk.ready()
  desk.clock.advance(60_000)
  const week = (name: string) => desk.core.handlers['health.week']({ name }, desk.caller)
  expect(await week('heapUsed')).toMatchObject({
    ok: true,
    value: { problem: null, hours: [{ minutes: minutes.length, read: minutes.length }] },
  })
  expect(await week('keyToWire')).toMatchObject({ ok: true, value: { hours: [{ read: 0 }] } })
  expect(await week('toString')).toMatchObject({
    ok: false,
    failure: { message: 'There is no history of “toString”. Choose a row of the diagnostics.' },
  })
})
