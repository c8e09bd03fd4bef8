import { expect, it, describe } from 'vitest'
import { fail } from '../../../../shared/base/result.ts'
import type { BookWalk } from '../../../../shared/domain/book/bookWalk.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { BTC, C1, Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'

const INTENT = 'intent-0001'

async function startCore() {
  const desk = new Desk({ limits: NO_LIMITS })
  const orders = desk.orders()
  const broker = await desk.ready()
  const submit = async (intentId = INTENT, more: Parameters<typeof draftOf>[0] = {}) => {
    const reply = await desk.call('order.submit', { intentId, draft: draftOf(more), typed: null })
    return takenId(reply)
  }
  const order = (id: string): Order => {
    const found = orders.get(id)
    if (!found) throw new Error(`no order ${id}`)
    return found
  }
  return { desk, orders, broker, submit, order }
}

describe('submit', () => {
  it('C7: shows the order as sent before the request has an answer, then in the venue’s state', async () => {
    const { desk, broker, submit, order } = await startCore()
    const id = await submit()
    expect(id).toMatch(/^[a-zA-Z0-9_-]{1,40}$/)
    expect(order(id)).toMatchObject({ phase: 'sent', status: null, origin: 'desk', timeInForce: 'GTC' })
    expect(broker.sent).toHaveLength(1)
    expect(broker.sent[0]?.draft.timeInForce).toBe('GTC')
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    expect(order(id)).toMatchObject({ phase: 'working', status: 'open' })
  })

  it('makes one request of one intent, however often it is submitted', async () => {
    const { broker, submit } = await startCore()
    const ids = await Promise.all([submit(), submit(), submit()])
    expect(new Set(ids).size).toBe(1)
    broker.sent[0]?.answer.resolve({ kind: 'not-sent', message: 'refused' })
    expect(await submit()).toBe(ids[0])
    expect(broker.sent).toHaveLength(1)
  })

  it('gives every order its own id [2.order.referenceId]', async () => {
    const { submit } = await startCore()
    const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => submit(`intent-many-${n}`)))
    expect(new Set(ids).size).toBe(50)
  })

  it('reports a refusal with its code and the venue’s words [7.catalogue 7.byCode]', async () => {
    const { desk, broker, submit, order } = await startCore()
    const id = await submit()
    broker.sent[0]?.answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: 'need 40' })
    await desk.settle()
    expect(order(id)).toMatchObject({ phase: 'rejected', refusal: { code: 'INSUFFICIENT_FUNDS' } })
    expect(order(id).refusal?.message).toContain('need 40')
  })

  it('reports an order without a sent byte as not sent', async () => {
    const { desk, broker, submit, order } = await startCore()
    const id = await submit()
    broker.sent[0]?.answer.resolve({ kind: 'not-sent', message: 'the venue is unreachable' })
    await desk.settle()
    expect(order(id)).toMatchObject({ phase: 'not-sent', refusal: { code: 'NOT_SENT' } })
  })

  it('does not reject an order that the stream has shown already', async () => {
    const { desk, broker, submit, order } = await startCore()
    const id = await submit()
    broker.listener?.order(reportOf(id, 'open'))
    broker.sent[0]?.answer.resolve({ kind: 'refused', code: 'ORDER_REJECTED', message: '' })
    await desk.settle()
    expect(order(id).phase).toBe('working')
  })

  it.each([
    ['limitPrice', draftOf({ limitPrice: null })],
    ['leverage', draftOf({ leverage: 11 })],
    ['symbol', draftOf({ symbol: 'XRPUSDC_PERP' as typeof BTC })],
    ['symbol', draftOf({ symbol: 'SOLUSDC_PERP' as typeof BTC })],
    ['type', draftOf({ symbol: 'ETHUSDC_PERP' as typeof BTC, type: 'market', limitPrice: null })],
  ])('refuses a draft with a wrong %s before anything is sent [4.rule.6]', async (field, draft) => {
    const { desk, broker } = await startCore()
    const reply = await desk.call('order.submit', { intentId: INTENT, draft, typed: null })
    expect(reply).toMatchObject({ ok: false, failure: { kind: 'refused', field } })
    expect(broker.sent).toHaveLength(0)
  })

  it('refuses orders while records are read back, and sends cancels', async () => {
    const { desk, broker, submit, order } = await startCore()
    const id = await submit()
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    broker.openOrdersAnswer = () => new Promise(() => {})
    broker.listener?.resumed('orders')
    const refused = await desk.call('order.submit', {
      intentId: 'intent-0002',
      draft: draftOf(),
      typed: null,
    })
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect((await desk.call('order.cancel', { customerCode: C1, referenceId: id })).ok).toBe(true)
    expect(broker.cancels).toHaveLength(1)
    expect(order(id).pending).toBe('cancel')
  })

  it('refuses orders without a sign-in', async () => {
    const desk = new Desk()
    const reply = await desk.call('order.submit', { intentId: INTENT, draft: draftOf(), typed: null })
    expect(reply).toMatchObject({ ok: false, failure: { kind: 'not-connected' } })
  })
})

describe('an outcome that nothing proves', () => {
  it('stays unknown until the venue shows the order, and is never sent again', async () => {
    const { desk, broker, submit, order } = await startCore()
    const id = await submit()
    broker.sent[0]?.answer.resolve({ kind: 'unknown', message: 'timed out' })
    await desk.settle()
    expect(order(id).phase).toBe('unknown')
    await desk.clock.run(60_000, 1_000)
    expect(order(id).phase).toBe('resolving')
    expect(broker.lookedUp.length).toBeGreaterThan(5)
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'filled', { filledAmount: text('2') }))
    broker.venueTrades = [tradeOf('t1', { referenceId: id, amount: text('2') })]
    broker.venueLedger = [rowOf('t1', { transactionType: 'trade', signedAmount: text('-6') })]
    await desk.clock.run(20_000, 1_000)
    expect(order(id)).toMatchObject({ phase: 'closed', status: 'filled', filledAmount: '2' })
    const asked = broker.lookedUp.length
    await desk.clock.run(60_000, 1_000)
    expect(broker.lookedUp.length).toBe(asked)
    expect(broker.sent).toHaveLength(1)
  })

  it.each([false, true])(
    'that contradicts the order is reported and read back (shown by the stream before: %s)',
    async (isShown) => {
      const { desk, broker, submit, order } = await startCore()
      const notices = desk.mirror('notices', (notice) => String(notice.id))
      const id = await submit()
      if (isShown) {
        broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
        broker.listener?.order(reportOf(id, 'open'))
      }
      const contradiction = 'its amount is 200 where 2 was sent'
      broker.sent[0]?.answer.resolve({ kind: 'unknown', message: 'not confirmed', contradiction })
      await desk.settle()
      expect(order(id)).toMatchObject({ phase: isShown ? 'working' : 'unknown', amount: '2' })
      expect(broker.lookedUp).toContain(id)
      const said = [...notices.values()].filter(({ message }) => message.includes(contradiction))
      expect(said).toMatchObject([{ level: 'error', acknowledged: false, customerCode: C1, referenceId: id }])
      broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open', { amount: text('200') }))
      await desk.clock.run(5_000, 500)
      expect(order(id)).toMatchObject({ phase: 'working', amount: isShown ? '2' : '200' })
    },
  )

  it('follows from an adapter that throws', async () => {
    const { desk, broker, submit, order } = await startCore()
    broker.createOrder = () => Promise.reject(new Error('a defect'))
    const id = await submit()
    await desk.settle()
    expect(order(id).phase).toBe('unknown')
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    await desk.clock.run(5_000, 500)
    expect(order(id).phase).toBe('working')
  })

  it('comes back from rejected when the venue shows it alive, with an error notice', async () => {
    const { desk, broker, submit, order } = await startCore()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const id = await submit()
    broker.sent[0]?.answer.resolve({ kind: 'refused', code: 'ORDER_REJECTED', message: '' })
    await desk.settle()
    broker.listener?.order(reportOf(id, 'open'))
    expect(order(id)).toMatchObject({ phase: 'working', refusal: null })
    expect([...notices.values()].at(-1)?.level).toBe('error')
  })
})

describe('cancel', () => {
  async function resting() {
    const parts = await startCore()
    const id = await parts.submit()
    parts.broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await parts.desk.settle()
    return { ...parts, id, key: { customerCode: C1, referenceId: id } }
  }

  it('is a request until the venue shows the order done [gap.12]', async () => {
    const { desk, broker, order, id, key } = await resting()
    await desk.call('order.cancel', key)
    broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
    await desk.settle()
    expect(order(id)).toMatchObject({ phase: 'working', pending: 'cancel' })
    broker.listener?.order(reportOf(id, 'canceled', { filledAmount: text('0.5') }))
    expect(order(id)).toMatchObject({ phase: 'closed', pending: null, filledAmount: '0.5' })
  })

  it('takes the content of a lost stream message from a look-up', async () => {
    const { desk, broker, order, id, key } = await resting()
    await desk.call('order.cancel', key)
    broker.cancels[0]?.answer.resolve({ kind: 'unknown', message: 'reset' })
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'canceled'))
    await desk.clock.run(5_000, 500)
    expect(order(id).phase).toBe('closed')
    expect(broker.cancels).toHaveLength(1)
  })

  it('looks up an order after 404 instead of ending it [4.orders.cancelUnknown 7.NOT_FOUND.cancel]', async () => {
    const { desk, broker, order, id, key } = await resting()
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'filled', { filledAmount: text('2') }))
    await desk.call('order.cancel', key)
    broker.cancels[0]?.answer.resolve({ kind: 'refused', code: 'NOT_FOUND', message: '' })
    await desk.settle()
    expect(order(id)).toMatchObject({ phase: 'closed', status: 'filled' })
  })

  it('shows an order unknown that neither cancel nor look-up finds', async () => {
    const { desk, broker, order, id, key } = await resting()
    desk.clock.advance(10)
    await desk.call('order.cancel', key)
    broker.cancels[0]?.answer.resolve({ kind: 'refused', code: 'NOT_FOUND', message: '' })
    await desk.settle()
    expect(order(id).phase).toBe('unknown')
  })

  it('keeps the order working when the cancel is refused or was not sent', async () => {
    const { desk, broker, order, id, key } = await resting()
    await desk.call('order.cancel', key)
    broker.cancels[0]?.answer.resolve({ kind: 'not-sent', message: 'no route' })
    await desk.settle()
    expect(order(id)).toMatchObject({ phase: 'working', pending: null, refusal: { code: 'NOT_SENT' } })
  })

  it('cancels all in lanes of eight and says how many', async () => {
    const { desk, broker, submit } = await resting()
    for (let n = 0; n < 19; n++) await submit(`intent-many-${n}`)
    await submit('intent-other', { side: 'sell' })
    const reply = await desk.call('order.cancelAll', { customerCode: C1, symbol: BTC, side: 'buy' })
    expect(reply).toMatchObject({ ok: true, value: { count: 20 } })
    expect(broker.cancels).toHaveLength(8)
    for (let done = 0; done < 20; done++) {
      broker.cancels[done]?.answer.resolve({ kind: 'accepted', value: null })
      await desk.settle()
    }
    expect(broker.cancels).toHaveLength(20)
  })
})

describe('answers that come after another user signed in', () => {
  it('change no record of the next user', async () => {
    const { desk, broker, orders, submit } = await startCore()
    const ledger = desk.mirror('ledger', (row) => row.code)
    const id = await submit()
    const transfer = { customerCode: C1, kind: 'deposit' as const, amount: text('5'), asset: 'USDC' }
    const moved = desk.call('transfer.submit', { intentId: 'transfer-1', transfer })
    await desk.settle()
    await desk.signInAs('ann')
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    broker.transfers[0]?.answer.resolve({ kind: 'accepted', value: rowOf('m1') })
    expect(await moved).toMatchObject({ ok: true })
    await desk.settle()
    expect(orders.size).toBe(0)
    expect(ledger.size).toBe(0)
  })
})

describe('orders from elsewhere', () => {
  it('adopts an external order and finds its owner where the channel names none', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1')]
    }
    const broker = await desk.ready()
    broker.venueOrders.set(`${C1} ext-1`, reportOf('ext-1', 'open'))
    broker.listener?.order(reportOf('ext-1', 'open', { customerCode: null }))
    await desk.settle()
    expect(orders.get('ext-1')).toMatchObject({ customerCode: C1, origin: 'external', phase: 'working' })
  })

  it('adopts the orders of the open list at sign-in [gap.10]', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1')]
      broker.venueOrders.set(`${C1} ext-2`, reportOf('ext-2', 'open'))
    }
    await desk.ready()
    expect(orders.get('ext-2')).toMatchObject({ origin: 'external', phase: 'working' })
  })
})

describe('flatten', () => {
  const flat = { intentId: 'intent-flat', customerCode: C1, symbol: BTC, typed: null }

  it('cancels, waits for the proof, then sends one market order of the opposite size', async () => {
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t2', { createdAt: 2_000, amount: text('0.5') }), tradeOf('t1')]
      broker.venueOrders.set(`${C1} rest-1`, reportOf('rest-1', 'open'))
    }
    const broker = await desk.ready()
    const reply = desk.call('position.flatten', flat)
    const again = desk.call('position.flatten', flat)
    await desk.settle()
    expect(broker.cancels.map((cancel) => cancel.id)).toEqual(['rest-1'])
    expect(broker.sent).toHaveLength(0)
    broker.listener?.order(reportOf('rest-1', 'canceled'))
    await desk.clock.run(200)
    expect(await reply).toEqual(await again)
    expect(broker.sent).toHaveLength(1)
    expect(broker.sent[0]?.draft).toMatchObject({ type: 'market', side: 'sell', amount: '1.5' })
  })

  it('sends nothing where the position changes while the book of its order is fetched', async () => {
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1', { amount: text('2') })]
    }
    const broker = await desk.ready()
    const market = desk.markets.at(-1)!
    const book = Promise.withResolvers<BookWalk | null>()
    market.walk = () => book.promise
    const reply = desk.call('position.flatten', flat)
    await desk.clock.run(200)
    // An order from elsewhere closes most of the position, so that the market order would reverse it.
    broker.listener?.trade(tradeOf('t2', { side: 'sell', amount: text('1.5'), createdAt: 2_000 }))
    book.resolve(market.walkAnswer(BTC, 'sell', { amount: text('2') }))
    expect(await reply).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/changed.*Nothing was sent/) as string },
    })
    expect(broker.sent).toHaveLength(0)
  })

  it('sends nothing where the position changes while the disk works on its order', async () => {
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1', { amount: text('2') })]
    }
    const orders = desk.orders()
    const broker = await desk.ready()
    const disk = Promise.withResolvers<void>()
    const write = desk.journal.write.bind(desk.journal)
    desk.journal.write = async (...entries) => {
      await disk.promise
      return write(...entries)
    }
    const reply = desk.call('position.flatten', flat)
    await desk.clock.run(200)
    broker.listener?.trade(tradeOf('t2', { side: 'sell', amount: text('1.5'), createdAt: 2_000 }))
    disk.resolve()
    await reply
    await desk.settle()
    expect([...orders.values()].map(({ phase }) => phase)).toEqual(['not-sent'])
    expect(broker.sent).toHaveLength(0)
  })

  it('names the cancels and sends no order when a cancel is not confirmed in time', async () => {
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1')]
      broker.venueOrders.set(`${C1} rest-1`, reportOf('rest-1', 'open'))
    }
    const broker = await desk.ready()
    const reply = desk.call('position.flatten', flat)
    await desk.clock.run(11_000, 100)
    const message = expect.stringMatching(
      /not confirmed as canceled.*requested the cancels, but sent no market order/,
    ) as string
    expect(await reply).toMatchObject({ ok: false, failure: { kind: 'refused', message } })
    expect(broker.sent).toHaveLength(0)
  })

  it.each([
    ['before the intent', (desk: Desk) => (desk.journal.problem = 'The disk is full.')],
    ['with the intent', (desk: Desk) => (desk.journal.write = async () => fail('The disk is full.'))],
  ])('names the cancels where the disk fails after them, %s', async (_name, breakDisk) => {
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1')]
      broker.venueOrders.set(`${C1} rest-1`, reportOf('rest-1', 'open'))
    }
    const broker = await desk.ready()
    const reply = desk.call('position.flatten', flat)
    await desk.settle()
    broker.listener?.order(reportOf('rest-1', 'canceled'))
    breakDisk(desk)
    await desk.clock.run(200)
    const answer = await reply
    expect(answer).toMatchObject({
      ok: false,
      failure: {
        kind: 'refused',
        message: expect.stringMatching(
          /disk is full.*requested the cancels, but sent no|requested the cancels, but sent no.*disk is full/,
        ) as string,
      },
    })
    expect(JSON.stringify(answer)).not.toMatch(/nothing was sent/i)
    expect(broker.sent).toHaveLength(0)
  })

  it.each([C1, null])(
    'asks for the code while a trade of %s could not be read, until all were',
    async (customer) => {
      const desk = new Desk()
      desk.prepare = (broker) => {
        broker.venueTrades = [tradeOf('t1')]
      }
      const broker = await desk.ready()
      broker.listener?.tradeLost(customer, 'a trade on the trades channel cannot be read')
      expect(await desk.call('position.flatten', flat)).toMatchObject({
        ok: true,
        value: { outcome: 'warned', type: C1 },
      })
      expect(broker.sent).toHaveLength(0)
      await desk.clock.run(61_000, 1_000)
      const reply = desk.call('position.flatten', flat)
      await desk.clock.run(200)
      expect(await reply).toMatchObject({ ok: true })
      expect(broker.sent).toHaveLength(1)
    },
  )

  it('refuses when the position is not known for certain', async () => {
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1', { side: null })]
    }
    const broker = await desk.ready()
    expect(await desk.call('position.flatten', flat)).toMatchObject({
      ok: false,
      failure: { kind: 'refused' },
    })
    expect(broker.sent).toHaveLength(0)
  })
})

describe('a market order whose book is fetched', () => {
  it('keeps no other order waiting: only its own price is unknown', async () => {
    const { desk, broker, submit } = await startCore()
    const market = desk.markets.at(-1)!
    const book = Promise.withResolvers<BookWalk | null>()
    market.walk = () => book.promise
    const slow = submit('intent-slow', { type: 'market', limitPrice: null })
    const quick = await submit('intent-quick')
    expect(broker.sent.map(({ id }) => id)).toEqual([quick])
    book.resolve(market.walkAnswer(BTC, 'buy', { amount: text('2') }))
    expect(broker.sent.at(-1)?.id).toBe(quick)
    const id = await slow
    expect(broker.sent.map((sent) => sent.id)).toEqual([quick, id])
  })
})
