/** A recorded market that is paused, sped up and moved, and that takes orders only while it runs. */

import { describe, expect, it } from 'vitest'
import { recordedExchange } from '../../../../electron/paper/exchange/recorded/recordedExchange.ts'
import type { ReplayStatus } from '../../../../shared/contract/replay.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { ownRecording } from '../../../fixtures/recording.ts'

async function open(speed = 1) {
  const clock = new FakeClock()
  const statuses: ReplayStatus[] = []
  const ends: string[] = []
  const exchange = await recordedExchange({
    file: ownRecording,
    clock,
    speed,
    onEnd: (sentence) => ends.push(sentence),
    onReplay: (status) => statuses.push(status),
  })
  const [instrument] = exchange.instruments
  if (!instrument) throw new Error('no instrument')
  const { symbol } = instrument
  exchange.start()
  clock.advance(0)
  const status = () => exchange.replay()
  const length = (status().until ?? 0) - status().from
  return { clock, exchange, symbol, statuses, ends, status, length, depth: () => exchange.depth(symbol) }
}

describe('a recorded market', () => {
  it('states its recorded time, and takes no orders after its end', async () => {
    const { clock, exchange, symbol, statuses, ends, status, length } = await open()
    expect(length).toBeGreaterThan(5_000)
    expect(status()).toMatchObject({ plays: 'market', state: 'running', speed: 1, recordedAt: status().from })
    expect(exchange.status(symbol)).toBe('open')
    clock.advance(2_000)
    expect(status().recordedAt - status().from).toBe(2_000)
    clock.advance(length)
    expect(status()).toMatchObject({ state: 'over', recordedAt: status().until })
    expect(exchange.status(symbol)).toBe('trade_halt')
    expect(statuses.map(({ state }) => state)).toEqual(['running', 'over'])
    expect(ends.join()).toMatch(
      /^The recording is over\. The market stands still and takes no orders\. File: /,
    )
  })

  it('stands still while it is paused, takes no orders, and goes on from there', async () => {
    const { clock, exchange, symbol, status, depth } = await open()
    clock.advance(1_500)
    exchange.control({ act: 'pause' })
    const before = depth()
    clock.advance(60_000)
    expect(depth()).toEqual(before)
    expect(status()).toMatchObject({ state: 'paused', recordedAt: status().from + 1_500 })
    expect(exchange.status(symbol)).toBe('trade_halt')
    exchange.control({ act: 'resume' })
    clock.advance(500)
    expect(status()).toMatchObject({ state: 'running', recordedAt: status().from + 2_000 })
    expect(exchange.status(symbol)).toBe('open')
  })

  it('goes on at another speed from where it is', async () => {
    const { clock, exchange, status } = await open()
    clock.advance(1_000)
    exchange.control({ act: 'speed', speed: 4 })
    clock.advance(500)
    expect(status()).toMatchObject({ speed: 4, recordedAt: status().from + 3_000 })
  })

  it('moved forward or back, has the book of playing to that time', async () => {
    const played = await open()
    played.clock.advance(3_000)
    const moved = await open()
    const seek = (ms: number) => moved.exchange.control({ act: 'seek', to: moved.status().from + ms })
    seek(3_000)
    expect(moved.depth()).toEqual(played.depth())
    seek(5_000)
    expect(moved.depth()).not.toEqual(played.depth())
    seek(3_000)
    expect(moved.depth()).toEqual(played.depth())
    expect(moved.status()).toMatchObject({ state: 'running', recordedAt: moved.status().from + 3_000 })
  })

  it('runs again when moved back from its end; stays paused when moved while paused', async () => {
    const { clock, exchange, symbol, status, length, ends } = await open()
    clock.advance(length + 1_000)
    exchange.control({ act: 'seek', to: status().from })
    expect(status().state).toBe('running')
    expect(exchange.status(symbol)).toBe('open')
    clock.advance(1_000)
    expect(status().recordedAt - status().from).toBe(1_000)
    exchange.control({ act: 'pause' })
    exchange.control({ act: 'seek', to: status().from + 2_500 })
    expect(status()).toMatchObject({ state: 'paused', recordedAt: status().from + 2_500 })
    exchange.control({ act: 'seek', to: status().from + 10 * length })
    expect(status()).toMatchObject({ state: 'over', recordedAt: status().until })
    expect(ends).toHaveLength(2)
  })
})
