import { describe, expect, it } from 'vitest'
import { HEADER, bookState, type BookFrame } from '../../../../shared/domain/book/bookFrame.ts'
import { BTC, Desk, text } from '../deskHarness.ts'

describe('market data', () => {
  it('outlives a sign-in: down without a venue, then the venue’s frames at the window’s pace', async () => {
    const desk = new Desk()
    const frames: BookFrame[] = []
    const feed = desk.core.sources.book(
      { symbol: BTC, grouping: 1, rows: 10 },
      { snapshot: (frame) => frames.push(frame), delta: (frame) => frames.push(frame), end: () => {} },
      desk.caller,
    )
    expect(bookState(frames[0]!)).toBe('down')
    await desk.ready()
    const [book] = desk.markets[0]!.books
    const live = new Float64Array(frames[0]!)
    live[HEADER.state] = 1
    book?.frame(live)
    expect(bookState(frames.at(-1)!)).toBe('live')
    feed.ready?.()
    expect(book?.ready).toBe(1)
    await desk.call('session.signOut', {})
    expect(bookState(frames.at(-1)!)).toBe('down')
    expect(book?.closed).toBe(true)
  })

  it('puts stream prices over listed ones and steps into instruments [gap.16 gap.23]', async () => {
    const desk = new Desk()
    const tickers = desk.mirror('tickers', (ticker) => ticker.symbol)
    await desk.ready()
    const market = desk.markets[0]!
    market.listener?.tops([
      {
        symbol: BTC,
        bestBid: text('1'),
        bestAsk: text('2'),
        bookAt: desk.clock.now(),
        lastPrice: text('1.5'),
        lastAt: desk.clock.now(),
        lastReceivedAt: desk.clock.now(),
        receivedAt: desk.clock.now(),
      },
    ])
    market.listener?.steps(BTC, text('0.1'), text('0.001'))
    expect(tickers.get(BTC)).toMatchObject({ bestBid: '1', bestAsk: '2', lastPrice: '1.5', change24h: null })
    const instrument = desk
      .follow('instruments')
      .now()
      .find((ticker) => ticker.symbol === BTC)
    expect(instrument).toMatchObject({ tickSize: '0.1', lotSize: '0.001' })
  })
})
