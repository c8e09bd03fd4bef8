import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { ReadFailure } from '../../../../electron/core/ports/brokerAnswers.ts'
import { BTC, Desk, tickerOf, tradeOf } from '../deskHarness.ts'

const NO_LIST: ReadFailure = {
  kind: 'unreadable',
  code: null,
  message: 'The venue’s answer cannot be read: trades: the answer holds no list.',
}

/** A desk at a venue whose list of trades, or of tickers, has a name that the profile does not know. */
async function startCore(unread: 'trades' | 'tickers') {
  const desk = new Desk()
  const venue = { mended: false, asked: 0 }
  desk.prepare = (broker) => {
    const answer = broker[unread].bind(broker) as (...query: unknown[]) => Promise<never>
    broker[unread] = (...query: unknown[]) => {
      venue.asked++
      return venue.mended ? answer(...query) : Promise.resolve(fail(NO_LIST) as never)
    }
  }
  const reads = desk.follow('reads')
  const session = desk.follow('session')
  const broker = await desk.ready()
  const readState = (name: string) => reads.now().find((read) => read.name === name)
  return { desk, venue, broker, readState, session }
}

describe('a list that cannot be read', () => {
  it('does not count as empty, has a reason, and is read at growing intervals', async () => {
    const { desk, venue, readState, session } = await startCore('trades')
    await desk.clock.run(27_000, 100)
    expect(readState('trades')).toEqual({ name: 'trades', readAt: null, why: NO_LIST.message })
    expect(readState('instruments')).toMatchObject({ readAt: expect.any(Number) as number, why: null })
    expect(session.now().phase).toBe('reconciling')
    expect(venue.asked).toBeLessThan(9)

    await desk.clock.run(570_000, 500)
    expect(venue.asked).toBeLessThan(30)

    venue.mended = true
    await desk.clock.run(61_000, 500)
    expect(readState('trades')).toMatchObject({ readAt: expect.any(Number) as number, why: null })
    expect(session.now().phase).toBe('ready')
  })

  it('of prices is not read every second for hours', async () => {
    const { desk, venue, readState } = await startCore('tickers')
    await desk.clock.run(600_000, 500)
    expect(readState('tickers')).toEqual({ name: 'tickers', readAt: null, why: NO_LIST.message })
    expect(venue.asked).toBeLessThan(40)
    venue.mended = true
    await desk.clock.run(61_000, 500)
    expect(readState('tickers')?.why).toBeNull()
    const before = venue.asked
    await desk.clock.run(10_000, 100)
    expect(venue.asked - before).toBeGreaterThanOrEqual(9)
  })

  it('keeps the time of its last reading, and an unreachable venue is tried within seconds', async () => {
    const desk = new Desk()
    let away = false
    let asked = 0
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1')]
      broker.tickers = async () => {
        asked++
        return away
          ? fail<ReadFailure>({ kind: 'unreachable', code: null, message: 'No answer.' })
          : ok([tickerOf(BTC, desk.clock.now())])
      }
    }
    const reads = desk.follow('reads')
    await desk.ready()
    await desk.clock.run(2_000, 100)
    const readAt = reads.now().find(({ name }) => name === 'tickers')?.readAt
    away = true
    await desk.clock.run(60_000, 100)
    expect(reads.now().find(({ name }) => name === 'tickers')).toMatchObject({
      readAt: expect.any(Number) as number,
      why: 'No answer.',
    })
    expect(readAt).not.toBeNull()
    const before = asked
    away = false
    await desk.clock.run(9_000, 100)
    expect(asked).toBeGreaterThan(before)
    expect(reads.now().find(({ name }) => name === 'tickers')?.why).toBeNull()
  })
})
