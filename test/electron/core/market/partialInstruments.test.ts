/** A list of instruments that is not whole proves nothing about those it does not show. */

import { describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { instrumentOf } from '../../../fakes/venue/fakeBroker.ts'
import { BTC, Desk, draftOf, text } from '../deskHarness.ts'

const ETH = 'ETHUSDC_PERP' as Symbol

/** The symbols that windows list. */
const shown = (desk: Desk) =>
  desk
    .follow('instruments')
    .now()
    .map(({ symbol }) => symbol)

describe('a list of instruments that is not whole', () => {
  it('takes away none that is known: it stays listed, streamed and open to orders', async () => {
    const desk = new Desk()
    const broker = await desk.ready()
    const one = [{ ...instrumentOf(ETH), status: 'trade_halt' }]
    broker.instrumentsAnswer = async () => ok({ items: one, missing: 'page 2 could not be read' })
    desk.clock.advance(30_000)
    await vi.waitFor(() =>
      expect(desk.follow('instruments').now()).toContainEqual(
        expect.objectContaining({ symbol: ETH, status: 'trade_halt' }),
      ),
    )
    expect(shown(desk)).toContain(BTC)
    desk.clock.advance(1_000)
    expect(desk.markets.at(-1)?.followed.spare).toContain(BTC)
    broker.instrumentsAnswer = async () => ok({ items: one, missing: null })
    desk.clock.advance(30_000)
    await vi.waitFor(() => expect(shown(desk)).toEqual([ETH]))
  })

  it('is read, with the reason why it may lack instruments, until a whole one comes', async () => {
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.instrumentsAnswer = async () =>
        ok({ items: [instrumentOf(ETH)], missing: '1 of its 2 rows cannot be read' })
    }
    const broker = await desk.ready()
    const read = () =>
      desk
        .follow('reads')
        .now()
        .find(({ name }) => name === 'instruments')
    // The venue answered, so no light turns amber: that is what `why` does.
    expect(read()).toEqual({
      name: 'instruments',
      readAt: expect.any(Number) as number,
      why: null,
      missing: '1 of its 2 rows cannot be read',
    })
    const follower = desk.follow('reads')
    broker.instrumentsAnswer = async () => ok({ items: [instrumentOf(ETH)], missing: null })
    desk.clock.advance(30_000)
    await vi.waitFor(() =>
      expect(follower.now().find(({ name }) => name === 'instruments')).not.toHaveProperty('missing'),
    )
  })

  it('does not let an order be refused as if the venue had no such instrument', async () => {
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.instrumentsAnswer = async () =>
        ok({ items: [instrumentOf(ETH)], missing: 'page 2 could not be read' })
    }
    await desk.ready()
    const submit = (symbol: Symbol) =>
      desk.call('order.submit', {
        intentId: 'intent-partial',
        typed: null,
        draft: draftOf({ symbol, limitPrice: text('60000') }),
      })
    expect(await submit(BTC)).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/list of instruments is not complete/) as string },
    })
  })
})
