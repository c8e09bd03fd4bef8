/** A block that is paused, halted, refused in part or stopped: what leaves, what waits, and what the dealer hears. */

import { describe, expect, it } from 'vitest'
import { BTC, draftOf, text } from '../../deskHarness.ts'
import { limited } from '../scale/scaleStage.ts'
import { answer, answerAll, blockOf, customer, customersSent, startDesk } from './blockStage.ts'

describe('a block in the middle', () => {
  it('that the dealer pauses lets no further row out, and goes on where it was', async () => {
    const { desk, broker, block, states, submit } = await startDesk()
    await submit(blockOf(5))
    const { blockId } = block()
    expect(await desk.call('block.pause', { blockId })).toMatchObject({ ok: true })
    await answerAll(desk, broker)
    expect(broker.sent).toHaveLength(2)
    expect(states()).toEqual(['requested', 'requested', 'waiting', 'waiting', 'waiting'])
    expect(block()).toMatchObject({ state: 'paused', why: expect.stringContaining('Paused by') })
    await desk.call('block.resume', { blockId })
    await answerAll(desk, broker, 2)
    expect(customersSent(broker)).toEqual([1, 2, 3, 4, 5].map(customer))
    expect(block().state).toBe('sent')
  })

  it.each([
    ['the desk', { kind: 'desk' as const }],
    ['its instrument', { kind: 'instrument' as const, symbol: BTC }],
  ])('is paused by a halt of %s, and refuses to go on while it is in force', async (_name, scope) => {
    const { desk, broker, block, states, submit } = await startDesk()
    await submit(blockOf(4))
    await desk.call('halt.start', { scope, mode: 'halted' })
    await answer(desk, broker, 0)
    expect(broker.sent).toHaveLength(2)
    expect(block().state).toBe('paused')
    expect(states().slice(2)).toEqual(['waiting', 'waiting'])
    expect(await desk.call('block.resume', { blockId: block().blockId })).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(2)
  })

  it('leaves out a customer who is halted since, by the reason, and goes on', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(5))
    await desk.call('halt.start', { scope: { kind: 'customer', customerCode: customer(4) }, mode: 'halted' })
    await answerAll(desk, broker)
    expect(customersSent(broker)).toEqual([1, 2, 3, 5].map(customer))
    expect(block().state).toBe('sent')
    expect(block().rows[3]).toMatchObject({ state: 'not-sent', why: expect.stringContaining(customer(4)) })
  })

  it('is paused by a private channel that is lost, and does not go on when it is back', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(4))
    broker.lose('orders')
    await desk.settle()
    expect(block().state).toBe('paused')
    broker.restore('orders')
    await answerAll(desk, broker)
    expect(broker.sent).toHaveLength(2)
    expect(block().state).toBe('paused')
  })

  it('is paused when the session is locked', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(4))
    await desk.call('session.lock', {})
    await answerAll(desk, broker)
    expect(broker.sent).toHaveLength(2)
    expect(block()).toMatchObject({ state: 'paused', why: 'The session is locked.' })
  })

  it('is paused where no answer proves what became of a row', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(4, { inFlight: 1 }))
    await answer(desk, broker, 0, 'unknown')
    expect(broker.sent).toHaveLength(1)
    expect(block()).toMatchObject({ state: 'paused', why: expect.stringContaining(customer(1)) })
  })

  it.each([
    ['goes on', 'continue' as const, 'sent', 5],
    ['is paused', 'stop' as const, 'paused', 2],
  ])('%s at a refused row, as the dealer chose', async (_name, onRefused, state, sent) => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(5, { onRefused, inFlight: 1 }))
    await answerAll(desk, broker, 0, (n) => (n === 1 ? 'refused' : 'open'))
    expect(broker.sent).toHaveLength(sent)
    expect(block().state).toBe(state)
  })

  it('that is stopped says of every row that waited that it was not sent', async () => {
    const { desk, broker, block, states, submit } = await startDesk()
    await submit(blockOf(5))
    const { blockId } = block()
    await desk.call('block.stop', { blockId })
    await answerAll(desk, broker)
    expect(broker.sent).toHaveLength(2)
    expect(states()).toEqual(['requested', 'requested', 'not-sent', 'not-sent', 'not-sent'])
    expect(await desk.call('block.resume', { blockId })).toMatchObject({ ok: false })
    expect(block().state).toBe('stopped')
    await desk.call('block.close', { blockId })
    expect(block().state).toBe('closed')
  })
})

describe('a block whose every row had its turn', () => {
  it('is sent, not paused, though its last row is refused, and can be put away', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2, { inFlight: 1, onRefused: 'stop' }))
    await answerAll(desk, broker, 0, (n) => (n === 1 ? 'refused' : 'open'))
    expect(block()).toMatchObject({ state: 'sent', why: null })
    expect(await desk.call('block.close', { blockId: block().blockId })).toMatchObject({ ok: true })
  })

  it('is sent, not paused, under a halt that came with its last requests', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })
    await answerAll(desk, broker)
    expect(block()).toMatchObject({ state: 'sent', why: null })
  })

  it('refuses a pause, and says of a stopped block that it was stopped', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    const pause = () => desk.call('block.pause', { blockId: block().blockId })
    expect(await pause()).toMatchObject({ failure: { message: 'Every row of this block had its turn.' } })
    await answerAll(desk, broker)
    await submit(blockOf(5, { intentId: 'intent-0002' }))
    await desk.call('block.stop', { blockId: block().blockId })
    expect(await pause()).toMatchObject({
      failure: { message: 'This block was stopped: nothing of it leaves any more.' },
    })
  })
})

describe('the limits of a block', () => {
  it.each([
    ['contracts', { amount: { warn: null, block: text('9') } }],
    ['value', { notional: { warn: null, block: text('599999') } }],
    ['open exposure', { exposure: { warn: null, block: text('599999') } }],
    ['orders in a minute', { ordersInMinute: { warn: null, block: text('3') } }],
  ])('block the whole by its %s, though each row alone would pass', async (_name, bounds) => {
    const { broker, blocks, submit } = await startDesk({ limits: limited(bounds) })
    expect(await submit(blockOf(4))).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
    expect(blocks.size).toBe(0)
  })

  it('let a whole out that lies at its bounds', async () => {
    const bounds = {
      amount: { warn: null, block: text('10') },
      notional: { warn: null, block: text('600000') },
      exposure: { warn: null, block: text('600000') },
      ordersInMinute: { warn: null, block: text('4') },
    }
    const { desk, broker, submit } = await startDesk({ limits: limited(bounds) })
    expect(await submit(blockOf(4))).toMatchObject({ ok: true })
    await answerAll(desk, broker)
    expect(broker.sent).toHaveLength(4)
  })

  it("bound a customer's order by the limits of the customer, and no other customer's", async () => {
    const limits = [
      { customerCode: null, symbol: null, bounds: {}, instruments: null },
      {
        customerCode: customer(2),
        symbol: null,
        bounds: { amount: { warn: null, block: text('1') } },
        instruments: null,
      },
    ]
    const { broker, submit } = await startDesk({ limits })
    expect(await submit(blockOf(4))).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
  })

  it('ask for one number, and send every row once it is typed', async () => {
    const { desk, broker, submit } = await startDesk({
      limits: limited({ notional: { warn: text('50000'), block: null } }),
    })
    const warned = await submit(blockOf(4))
    expect(warned).toMatchObject({ ok: true, value: { outcome: 'warned', type: '600', notional: '600000' } })
    expect(broker.sent).toHaveLength(0)
    await submit(blockOf(4, { typed: '600' }))
    await answerAll(desk, broker)
    expect(broker.sent).toHaveLength(4)
  })

  it('of a second pace the rows, and lose none', async () => {
    const { desk, broker, block, submit } = await startDesk({
      limits: limited({ ordersInSecond: { warn: null, block: text('2') } }),
    })
    await submit(blockOf(5, { inFlight: 16 }))
    expect(broker.sent).toHaveLength(2)
    desk.clock.advance(1_100)
    await desk.settle()
    expect(broker.sent).toHaveLength(4)
    desk.clock.advance(1_100)
    await desk.settle()
    await answerAll(desk, broker)
    expect(customersSent(broker)).toEqual([1, 2, 3, 4, 5].map(customer))
    expect(block().state).toBe('sent')
  })

  it('of a second that an order exceeds alone keep it back with the reason', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(3, { inFlight: 1 }))
    const saved = await desk.call('limits.save', {
      baseVersion: desk.follow('limits').now().version,
      rules: [...limited({ valueInSecond: { warn: null, block: text('130000') } })],
      unconfirmed: null,
      typed: '',
    })
    expect(saved).toMatchObject({ ok: true })
    await answer(desk, broker, 0)
    desk.clock.advance(1_100)
    await desk.settle()
    await answerAll(desk, broker, 1)
    desk.clock.advance(1_100)
    await desk.settle()
    expect(customersSent(broker)).toEqual([1, 2].map(customer))
    expect(block()).toMatchObject({ state: 'sent' })
    expect(block().rows[2]).toMatchObject({ state: 'not-sent', why: expect.stringContaining('130,000') })
  })

  it("of one customer keep back that customer's row alone", async () => {
    const bounds = { ordersInMinute: { warn: null, block: text('1') } }
    const own = { customerCode: customer(2), symbol: null, bounds, instruments: null }
    const { desk, broker, block, submit } = await startDesk({ limits: [...limited({}), own] })
    await submit(blockOf(3, { inFlight: 1 }))
    await desk.call('order.submit', {
      intentId: 'intent-0002',
      draft: draftOf({ customerCode: customer(2), amount: text('1') }),
      typed: null,
    })
    await answerAll(desk, broker)
    expect(customersSent(broker)).toEqual([1, 2, 3].map(customer))
    expect(broker.sent[1]?.draft.amount).toBe('1')
    expect(block()).toMatchObject({ state: 'sent' })
    expect(block().rows[1]).toMatchObject({ state: 'not-sent', why: expect.stringContaining(customer(2)) })
  })
})
