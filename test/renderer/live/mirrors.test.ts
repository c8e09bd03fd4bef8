import { describe, expect, it } from 'vitest'
import { mirrorBook } from '../../../renderer/live/bookMirror.ts'
import { mirrorMarketTrades } from '../../../renderer/live/marketTradesMirror.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { MARKET_TRADES_KEPT, type TopicName } from '../../../shared/contract/contract.ts'
import type { ContractClient, TopicListener } from '../../../shared/contract/ports.ts'
import { HEADER, HEADER_LENGTH } from '../../../shared/domain/book/bookFrame.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../../shared/domain/trade.ts'

const BTC = 'BTCUSDC_PERP' as Symbol

/** The window's end of one topic, spoken for by the test. */
function client<T extends TopicName>() {
  const core = { listener: undefined as unknown as TopicListener<T>, grants: 0, closed: false }
  const open = (_topic: unknown, _key: unknown, listener: unknown) => {
    core.listener = listener as TopicListener<T>
    return { painted: () => void core.grants++, close: () => (core.closed = true) }
  }
  return { core, client: { open } as unknown as ContractClient }
}

const frame = (version: number, state: number) => {
  const numbers = new Float64Array(HEADER_LENGTH)
  numbers[HEADER.version] = version
  numbers[HEADER.state] = state
  return numbers
}

describe('book mirror', () => {
  it('holds the newest frame, reports news, and grants one frame per painted frame', () => {
    const { core, client: end } = client<'book'>()
    let news = 0
    const mirror = mirrorBook(end, { symbol: BTC, grouping: 1, rows: 40 }, () => news++)
    expect([mirror.frame, mirror.version, mirror.state]).toEqual([null, 0, 'waiting'])
    mirror.painted()
    expect(core.grants).toBe(0)
    const first = frame(0, 1)
    core.listener.snapshot(first)
    expect(mirror.frame).toBe(first)
    expect(mirror.state).toBe('live')
    core.listener.delta(frame(5, 2))
    expect([mirror.frame?.[HEADER.version], mirror.state, mirror.version, news]).toEqual([5, 'suspect', 2, 2])
    mirror.painted()
    mirror.painted()
    expect(core.grants).toBe(1)
    mirror.close()
    expect(core.closed).toBe(true)
  })

  it('is down while the link is gone, although the last frame was live', () => {
    const { core, client: end } = client<'book'>()
    const mirror = mirrorBook(end, { symbol: BTC, grouping: 1, rows: 40 }, () => {})
    core.listener.snapshot(frame(1, 1))
    core.listener.stale?.('not-connected')
    expect([mirror.state, mirror.version]).toEqual(['down', 2])
    core.listener.snapshot(frame(2, 1))
    expect(mirror.state).toBe('live')
  })
})

describe('market trades mirror', () => {
  const print = (n: number): MarketTrade => ({
    symbol: BTC,
    price: String(n) as DecimalText,
    amount: '1' as DecimalText,
    side: 'buy',
    createdAt: n,
    code: null,
  })
  const prints = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => print(from + n))

  it('is a ring of the newest prints, newest first', () => {
    const { core, client: end } = client<'marketTrades'>()
    const mirror = mirrorMarketTrades(end, BTC, () => {})
    core.listener.snapshot(prints(0, 400))
    expect([mirror.size, mirror.arrived, mirror.at(0)?.createdAt, mirror.at(399)?.createdAt]).toEqual([
      400, 0, 399, 0,
    ])
    expect(mirror.at(400)).toBeUndefined()
    core.listener.delta(prints(400, 900))
    core.listener.delta(prints(900, 1_250))
    const held = Array.from({ length: mirror.size }, (_, n) => mirror.at(n)?.createdAt)
    expect(held).toEqual(Array.from({ length: MARKET_TRADES_KEPT }, (_, n) => 1_249 - n))
    expect([mirror.arrived, mirror.at(MARKET_TRADES_KEPT), mirror.at(-1)]).toEqual([
      850,
      undefined,
      undefined,
    ])
    mirror.painted()
    mirror.painted()
    expect(core.grants).toBe(1)
    core.listener.stale?.('overflow')
    expect(mirror.stale).toBe(true)
    core.listener.snapshot(prints(7, 9))
    expect([mirror.size, mirror.stale, mirror.at(0)?.createdAt, mirror.at(2)]).toEqual([
      2,
      false,
      8,
      undefined,
    ])
  })
})
