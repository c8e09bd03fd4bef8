/** A replayed market is the recorded one: its best quotes are the recording's own at every point that lets them be compared. */

import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decimal, divide, toInteger } from '../../../../shared/base/decimal.ts'
import { recordedExchange } from '../../../../electron/paper/exchange/recorded/recordedExchange.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { comparablePoints, ownRecording, realRecording } from '../../../fixtures/recording.ts'
import { BookMirror } from './bookMirror.ts'
import { NO_RECORDING, passOver } from '../../../support/skipReason.ts'

const ticksOf = (price: string, tickSize: string): number =>
  toInteger(divide(decimal(price), decimal(tickSize)), 0)

/** Plays a whole recording; after each book event, compares a mirror fed by events alone with the oracle. */
async function replay(file: string, speed: number) {
  const clock = new FakeClock()
  const ends: string[] = []
  const exchange = await recordedExchange({ file, clock, speed, onEnd: (sentence) => ends.push(sentence) })
  const [instrument] = exchange.instruments
  if (!instrument) throw new Error('no instrument')
  const { symbol, tickSize } = instrument
  const points = new Map(comparablePoints(file).map((point) => [point.events, point]))
  const mirror = new BookMirror(exchange.depth(symbol))
  const seen = { events: 0, prints: 0, compared: 0, mismatches: [] as string[], crossed: 0 }
  exchange.onEvent((event) => {
    if (event.kind === 'print') seen.prints++
    if (event.kind !== 'book') return
    seen.events++
    mirror.apply(event.changes)
    if (mirror.bestBid >= mirror.bestAsk) seen.crossed++
    const point = points.get(seen.events)
    if (!point) return
    seen.compared++
    const wanted = `${ticksOf(point.bid, tickSize)} / ${ticksOf(point.ask, tickSize)}`
    const found = `${mirror.bestBid} / ${mirror.bestAsk}`
    if (found !== wanted) seen.mismatches.push(`event ${seen.events}: ${found}, recorded ${wanted}`)
  })
  const stop = exchange.start()
  for (let second = 0; second < 1000 && ends.length === 0; second++) clock.advance(1000)
  stop()
  expect(mirror.depth()).toEqual(exchange.depth(symbol))
  return { ...seen, end: ends.join(), elapsed: clock.monotonic(), points: points.size, instrument }
}

describe('the real market', passOver(realRecording === null, NO_RECORDING), () => {
  it.each([1, 50])('has the recorded best quotes at every comparable point, at speed %d', async (speed) => {
    const run = await replay(realRecording ?? '', speed)
    expect(run.mismatches).toEqual([])
    expect(run.crossed).toBe(0)
    expect(run.compared).toBe(run.points)
    expect(run.compared).toBeGreaterThan(600)
    expect(run.events).toBeGreaterThan(6400)
    expect(run.prints).toBeGreaterThan(21_000)
    expect(run.end).toMatch(/is over/)
    // 344.5 s of market after the snapshot.
    expect(run.elapsed).toBeGreaterThanOrEqual(344_000 / speed)
    expect(run.elapsed).toBeLessThan(344_000 / speed + 3000)
    expect(run.instrument).toMatchObject({ symbol: 'BTCUSDC_PERP', tickSize: '0.1', lotSize: '0.001' })
  })
})

describe('the recording of our own making', () => {
  it.each([1, 50])('has the recorded best quotes at every comparable point, at speed %d', async (speed) => {
    expect(existsSync(ownRecording)).toBe(true)
    const run = await replay(ownRecording, speed)
    expect(run.mismatches).toEqual([])
    expect(run.crossed).toBe(0)
    expect(run.compared).toBe(run.points)
    expect(run.compared).toBeGreaterThan(200)
  })
})
