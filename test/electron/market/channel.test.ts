import { describe, expect, it } from 'vitest'
import { Channel } from '../../../electron/market/channel.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

function open(snapshot = true) {
  const clock = new FakeClock()
  const sent: string[] = []
  const restarts: string[] = []
  const refusals: number[] = []
  let up = true
  const channel = new Channel({
    name: 'orderbook-stream:BTCUSDC_PERP',
    snapshot,
    clock,
    random: seededRandom(3),
    send(text) {
      if (up) sent.push((JSON.parse(text) as { op: string }).op)
      return up
    },
    restartSocket: (why) => restarts.push(why),
    onChange: () => {},
    onRefused: () => refusals.push(clock.monotonic()),
  })
  const link = () => channel.link(false)
  return { clock, sent, restarts, refusals, channel, link, cut: () => (up = false) }
}

describe('Channel', () => {
  it('stays live while its market is quiet, says so, and is not subscribed again', () => {
    const { clock, sent, channel, link } = open()
    expect(link()).toMatchObject({ state: 'down', lastAt: null })
    channel.socketOpened()
    expect(link().state).toBe('connecting')
    channel.heard(false, clock.now())
    expect(link().state).toBe('connecting')
    channel.heard(true, clock.now())
    expect(link()).toMatchObject({ state: 'live', lastAt: clock.now(), message: null })
    clock.advance(5_001)
    channel.tick()
    expect(link()).toMatchObject({
      state: 'live',
      message: 'Quiet: no message for 5 s. The connection is alive.',
    })
    clock.advance(600_000)
    channel.tick()
    channel.heard(false, clock.now())
    expect(link().state).toBe('live')
    expect(sent).toEqual(['subscribe'])
    expect(channel.link(true).state).toBe('suspect')
  })

  it('subscribes again under back-off while no snapshot comes, 1 s to 30 s apart', () => {
    const { clock, sent, channel, restarts } = open()
    const times: number[] = []
    channel.socketOpened()
    for (let second = 0; second < 600; second++) {
      const before = sent.filter((op) => op === 'subscribe').length
      clock.advance(1_000)
      if (sent.filter((op) => op === 'subscribe').length > before) times.push(clock.monotonic())
    }
    const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_500)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(36_000)
    expect(gaps.at(-1)).toBeGreaterThan(19_000)
    // Never answered on this connection: a new connection would help nobody and hurt the others.
    expect(restarts).toEqual([])
  })

  it('asks for a snapshot at once when suspect, then more slowly, at last for a new connection', () => {
    const { clock, sent, channel, link, restarts } = open()
    channel.socketOpened()
    channel.heard(true, clock.now())
    channel.distrust('A message was lost.')
    expect(sent).toEqual(['subscribe', 'unsubscribe', 'subscribe'])
    expect(link()).toMatchObject({ state: 'suspect', message: 'A message was lost.' })
    channel.heard(true, clock.now())
    expect(link().state).toBe('live')
    channel.distrust('Again.')
    expect(sent).toHaveLength(3)
    expect(channel.bookState).toBe('suspect')
    clock.advance(2_000)
    expect(sent).toHaveLength(5)
    clock.advance(60_000)
    expect(restarts).toHaveLength(1)
  })

  it('retries the two kinds of venue error at their own pace, and calls five refusals failed [7.ORDERBOOK_STREAM_UPSTREAM_ERROR 7.ORDERBOOK_STREAM_UPSTREAM_REJECT]', () => {
    const error = open()
    error.channel.socketOpened()
    error.channel.heard(true, error.clock.now())
    error.channel.failed('ORDERBOOK_STREAM_UPSTREAM_ERROR', 'x')
    expect(error.link()).toMatchObject({
      state: 'suspect',
      message: 'The venue lost its own book feed. Openpit subscribes again.',
    })
    error.clock.advance(1_000)
    expect(error.sent).toEqual(['subscribe', 'subscribe'])

    const refused = open()
    refused.channel.socketOpened()
    for (let n = 0; n < 5; n++) {
      expect(refused.link().state).not.toBe('failed')
      // A late update of the old subscription proves nothing.
      refused.channel.heard(false, refused.clock.now())
      refused.channel.failed('ORDERBOOK_STREAM_UPSTREAM_REJECT', 'x')
      const before = refused.sent.length
      refused.clock.advance(2_499)
      expect(refused.sent).toHaveLength(before)
      refused.clock.advance(300_000)
    }
    refused.channel.failed('ORDERBOOK_STREAM_UPSTREAM_REJECT', 'x')
    expect(refused.link().state).toBe('failed')
    refused.clock.advance(300_000)
    refused.channel.heard(true, refused.clock.now())
    expect(refused.link().state).toBe('live')
  })

  it('subscribes trades again by itself when the venue lost its own feed [7.MARKET_TRADES_UPSTREAM_ERROR 7.channelScoped]', () => {
    const { clock, sent, channel, link, restarts } = open(false)
    channel.socketOpened()
    channel.acknowledged()
    channel.failed('MARKET_TRADES_UPSTREAM_ERROR', 'x')
    expect(link()).toMatchObject({
      state: 'suspect',
      message: 'The venue lost its own trade feed. Openpit subscribes again.',
    })
    clock.advance(1_000)
    expect(sent).toEqual(['subscribe', 'subscribe'])
    // Until the venue answers, the message tells windows that no print comes.
    expect(link()).toMatchObject({ state: 'suspect', message: expect.stringMatching(/^The venue lost/) })
    channel.acknowledged()
    expect(link()).toMatchObject({ state: 'live', message: null })
    expect(channel.link(true)).toMatchObject({ state: 'suspect', message: null })
    expect(restarts).toEqual([])
  })

  it('counts trades as live when acknowledged, heard, or simply not refused', () => {
    for (const act of ['acknowledged', 'heard', 'wait'] as const) {
      const { clock, channel, link, sent } = open(false)
      channel.socketOpened()
      expect(link().state).toBe('connecting')
      if (act === 'wait') clock.advance(5_000)
      else if (act === 'heard') channel.heard(true, clock.now())
      else channel.acknowledged()
      expect(link().state).toBe('live')
      clock.advance(3_600_000)
      channel.tick()
      expect(link().state).toBe('live')
      expect(sent).toEqual(['subscribe'])
    }
  })

  it('calls a channel failed that is acknowledged and then refused, again and again [7.MARKET_TRADES_UPSTREAM_REJECT]', () => {
    const { clock, channel, link, sent } = open(false)
    channel.socketOpened()
    const states: string[] = []
    for (let n = 0; n < 5; n++) {
      channel.acknowledged()
      channel.failed('MARKET_TRADES_UPSTREAM_REJECT', 'x')
      states.push(link().state)
      // Long enough for the longest of these back-offs, too short to be called healthy.
      const asked = sent.length
      if (n === 4) break
      while (sent.length === asked) clock.advance(500)
    }
    expect(states).toEqual(['suspect', 'suspect', 'suspect', 'suspect', 'failed'])
    expect(link()).toMatchObject({
      state: 'failed',
      message: 'The venue refuses these trades. Openpit tries again more slowly.',
    })
  })

  it('begins the back-off of a refused channel anew when somebody begins to need it', () => {
    const { clock, sent, channel, refusals } = open()
    channel.socketOpened()
    for (let n = 1; n <= 6; n++) {
      channel.failed('ORDERBOOK_STREAM_UPSTREAM_REJECT', 'x')
      expect(refusals).toHaveLength(n)
      if (n === 6) break
      while (sent.length === n) clock.advance(500)
    }
    // The sixth back-off takes at least 80 s.
    clock.advance(60_000)
    expect(sent).toHaveLength(6)
    channel.hurry()
    clock.advance(2_499)
    expect(sent).toHaveLength(6)
    clock.advance(2_501)
    expect(sent).toHaveLength(7)
    // A live channel, and one that the venue only lost, have nothing to hurry.
    channel.heard(true, clock.now())
    channel.hurry()
    channel.failed('ORDERBOOK_STREAM_UPSTREAM_ERROR', 'x')
    expect(refusals).toHaveLength(6)
    expect(channel.isRefused).toBe(false)
  })

  it('leaves no timer when the socket or the channel closes', () => {
    const { clock, channel, link, cut } = open()
    channel.socketOpened()
    channel.socketLost('The venue closed the stream (1006).')
    expect(link()).toMatchObject({ state: 'down', message: 'The venue closed the stream (1006).' })
    expect(clock.planned).toBe(0)
    channel.socketOpened()
    channel.heard(true, clock.now())
    cut()
    channel.distrust('Lost.')
    expect(link().state).toBe('down')
    channel.close()
    expect(clock.planned).toBe(0)
  })
})
