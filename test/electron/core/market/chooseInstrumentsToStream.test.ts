import { describe, expect, it, vi } from 'vitest'
import {
  chooseInstrumentsToStream,
  UNNEEDED_STREAMS,
} from '../../../../electron/core/market/chooseInstrumentsToStream.ts'
import { fail } from '../../../../shared/base/result.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { instrumentOf } from '../../../fakes/venue/fakeBroker.ts'
import { BTC, Desk, reportOf, text, tradeOf } from '../deskHarness.ts'

const list = (count: number): Symbol[] => Array.from({ length: count }, (_, n) => `X${n}USDC_PERP` as Symbol)

describe('the instruments to stream', () => {
  it('are all of a small venue', () => {
    expect(chooseInstrumentsToStream(list(UNNEEDED_STREAMS), new Set())).toEqual({
      needed: [],
      spare: list(UNNEEDED_STREAMS),
    })
  })

  it('are the needed ones of a large venue, and the first listed up to the bound', () => {
    const all = list(500)
    const needed = new Set([all[499]!, all[3]!])
    const chosen = chooseInstrumentsToStream(all, needed)
    expect(chosen.needed).toEqual([all[3], all[499]])
    expect(chosen.spare.slice(0, 4)).toEqual([all[0], all[1], all[2], all[4]])
    expect(chosen.spare).toHaveLength(UNNEEDED_STREAMS - 2)
  })

  it('are every needed one, however many there are, and never an unlisted one', () => {
    const all = list(500)
    const needed = new Set([...all.slice(0, 100), BTC])
    expect(chooseInstrumentsToStream(all, needed)).toEqual({ needed: all.slice(0, 100), spare: [] })
  })

  it('change within a second with orders and positions: what closes a position always has its book', async () => {
    const all = list(500)
    const [held, ordered] = [all[450]!, all[460]!]
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.venueInstruments = all.map((symbol) => instrumentOf(symbol))
    }
    const broker = await desk.ready()
    const needed = () => desk.markets.at(-1)?.followed.needed ?? []
    expect(desk.markets.at(-1)?.followed.spare).toEqual(all.slice(0, UNNEEDED_STREAMS))
    broker.listener?.trade(tradeOf('t1', { symbol: held }))
    broker.listener?.order(reportOf('o1', 'open', { symbol: ordered }))
    desk.clock.advance(1_000)
    await vi.waitFor(() => expect(needed()).toEqual([held, ordered]))
    broker.listener?.order(reportOf('o1', 'canceled', { symbol: ordered }))
    desk.clock.advance(1_000)
    await vi.waitFor(() => expect(needed()).toEqual([held]))
  })

  it('are those of alerts that are on before all others, and give way to an order or a position', async () => {
    const all = list(500)
    const [watched, spread] = [all[450]!, all[470]!]
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.venueInstruments = all.map((symbol) => instrumentOf(symbol))
    }
    const broker = await desk.ready()
    const alert = { customerCode: null, mustAcknowledge: false, isOnce: false }
    const level = text('65000')
    for (const watch of [
      { kind: 'price', symbol: watched, direction: 'above', level },
      { kind: 'spread', symbol: spread, unit: 'bps', level },
      // The list of tickers alone has the funding rate.
      { kind: 'funding', symbol: all[480]!, direction: 'above', level },
    ] as const)
      expect(
        (await desk.call('alert.change', { change: { act: 'add', alert: { ...alert, watch } } })).ok,
      ).toBe(true)
    await desk.clock.run(1_000, 500)
    const followed = () => desk.markets.at(-1)?.followed
    expect(followed()).toEqual({
      needed: [],
      spare: [watched, spread, ...all.slice(0, UNNEEDED_STREAMS - 2)],
    })
    broker.listener?.order(reportOf('o1', 'open', { symbol: spread }))
    await desk.call('alert.change', { change: { act: 'switch', id: 1, isOn: false } })
    await desk.clock.run(1_000, 500)
    expect(followed()).toEqual({ needed: [spread], spare: all.slice(0, UNNEEDED_STREAMS - 1) })
  })

  it('change within a second although the list of tickers fails: then the stream is the only price', async () => {
    const all = list(500)
    const held = all[450]!
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.venueInstruments = all.map((symbol) => instrumentOf(symbol))
    }
    const broker = await desk.ready()
    broker.tickers = async () => fail({ kind: 'refused', code: 'INTERNAL', message: 'no tickers now' })
    // After some failures the list is read once a minute.
    for (let second = 0; second < 20; second++) {
      desk.clock.advance(1_000)
      await Promise.resolve()
    }
    broker.listener?.trade(tradeOf('t1', { symbol: held }))
    desk.clock.advance(1_000)
    await vi.waitFor(() => expect(desk.markets.at(-1)?.followed.needed).toEqual([held]))
  })
})
