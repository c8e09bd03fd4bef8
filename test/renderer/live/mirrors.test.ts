import { describe, expect, it } from 'vitest'
import { mirrorBook } from '../../../renderer/live/bookMirror.ts'
import { mirrorMarketTrades } from '../../../renderer/live/marketTradesMirror.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { TopicName } from '../../../shared/contract/contract.ts'
import type { ContractClient, TopicListener } from '../../../shared/contract/ports.ts'
import { HEADER, HEADER_LENGTH } from '../../../shared/domain/book/bookFrame.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { SalesTrade } from '../../../shared/domain/marketTrade.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

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
  const print = (n: number): SalesTrade => ({
    symbol: BTC,
    price: String(n) as DecimalText,
    amount: '1' as DecimalText,
    side: 'buy',
    createdAt: n,
    code: null,
    afterGap: false,
  })
  const prints = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => print(from + n))

  it('keeps the prints in order, tells when the link is lost, and grants one delta per painted one', () => {
    const { core, client: end } = client<'marketTrades'>()
    const clock = new FakeClock()
    const mirror = mirrorMarketTrades(end, clock, BTC)
    const held = () =>
      mirror.log.items.map((item) => (item.kind === 'print' ? item.trade.createdAt : item.cause))
    expect(mirror.log.isRead).toBe(false)
    mirror.painted()
    expect(core.grants).toBe(0)
    core.listener.snapshot(prints(0, 3))
    core.listener.delta(prints(3, 5))
    expect(held()).toEqual([0, 1, 2, 3, 4])
    mirror.painted()
    mirror.painted()
    expect(core.grants).toBe(1)
    core.listener.stale?.('not-connected')
    expect(mirror.log.linkLostAt).toBe(clock.now())
    core.listener.snapshot(prints(0, 6))
    expect([held(), mirror.log.linkLostAt]).toEqual([[0, 1, 2, 3, 4, 5], null])
    mirror.close()
    expect(core.closed).toBe(true)
  })

  it('shows a gap where the stream was down, and none for a stream that was never live here', () => {
    const { core, client: end } = client<'marketTrades'>()
    const clock = new FakeClock()
    const mirror = mirrorMarketTrades(end, clock, BTC)
    core.listener.snapshot(prints(0, 1))
    mirror.setStream(false)
    mirror.setStream(true)
    expect(mirror.log.items).toHaveLength(1)
    mirror.setStream(false)
    mirror.setStream(null)
    const lostAt = clock.now()
    clock.advance(4_000)
    mirror.setStream(true)
    core.listener.delta(prints(1, 2))
    expect(mirror.log.items[1]).toMatchObject({ cause: 'stream', from: lostAt, to: lostAt + 4_000 })
    expect(mirror.log.items).toHaveLength(3)
  })
})
