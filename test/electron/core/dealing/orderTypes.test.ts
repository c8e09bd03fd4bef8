import { expect, test } from 'vitest'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { Desk, draftOf, reportOf, text } from '../deskHarness.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'

const none = { limitPrice: null, triggerPrice: null, stopLossPrice: null, takeProfitPrice: null }
const TYPES: readonly [Partial<OrderDraft>, Partial<OrderDraft>][] = [
  [
    { ...none, type: 'market' },
    { timeInForce: null, triggerPriceType: null },
  ],
  [
    { ...none, type: 'market', amount: null, cashAmount: text('500') },
    { timeInForce: 'IOC', triggerPriceType: null },
  ],
  [
    { ...none, type: 'limit', limitPrice: text('1') },
    { timeInForce: 'GTC', triggerPriceType: null },
  ],
  [
    { ...none, type: 'stop_loss', triggerPrice: text('61000') },
    { timeInForce: null, triggerPriceType: 'trade_price' },
  ],
  [
    { ...none, type: 'stop_loss_limit', triggerPrice: text('61000'), limitPrice: text('61000') },
    { timeInForce: null, triggerPriceType: 'trade_price' },
  ],
  [
    { ...none, type: 'take_profit', triggerPrice: text('59000') },
    { timeInForce: null, triggerPriceType: 'trade_price' },
  ],
  [
    { ...none, type: 'take_profit_limit', triggerPrice: text('59000'), limitPrice: text('59000') },
    { timeInForce: null, triggerPriceType: 'trade_price' },
  ],
  [
    { ...none, type: 'take_profit_stop_loss', stopLossPrice: text('61000'), takeProfitPrice: text('59000') },
    { timeInForce: null, triggerPriceType: 'mark_price' },
  ],
]

test.each(TYPES)(
  '%o is sent with its defaults, as shown [2.order.type gap.21 gap.22]',
  async (draft, defaults) => {
    const desk = new Desk({ limits: NO_LIMITS })
    const orders = desk.orders()
    const broker = await desk.ready()
    const sent = await desk.call('order.submit', {
      intentId: 'intent-01',
      draft: draftOf(draft),
      typed: null,
    })
    expect(sent).toMatchObject({ ok: true })
    expect(broker.sent[0]?.draft).toMatchObject({ ...draft, ...defaults })
    expect([...orders.values()]).toMatchObject([{ ...draft, ...defaults, phase: 'sent' }])
  },
)

test.each(['stop_market', 'stop_limit', 'word_of_tomorrow'])(
  'an order that comes back as %s is the same order and stays live [2.order.type.read gap.13]',
  async (type) => {
    const desk = new Desk({ limits: NO_LIMITS })
    const orders = desk.orders()
    const broker = await desk.ready()
    await desk.call('order.submit', {
      intentId: 'intent-01',
      typed: null,
      draft: draftOf({ ...none, type: 'stop_loss', triggerPrice: text('61000') }),
    })
    const id = broker.sent[0]?.id ?? ''
    broker.listener?.order(
      reportOf(id, 'status_of_tomorrow', { type, limitPrice: null, triggerPrice: text('61000') }),
    )
    expect([...orders.values()]).toMatchObject([
      { referenceId: id, type, phase: 'working', status: 'status_of_tomorrow', origin: 'desk' },
    ])
  },
)
