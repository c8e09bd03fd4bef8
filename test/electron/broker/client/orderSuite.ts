/** The client suite on orders: placing, looking up, amending, triggering and canceling them. */

import { expect, vi } from 'vitest'
import { openBroker } from '../../../../electron/broker/broker.ts'
import {
  add,
  decimal,
  decimalOf,
  multiply,
  toText,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import { freely } from '../../../fakes/venue/alwaysDispatch.ts'
import { passOver } from '../../../support/skipReason.ts'
import { BTC, clock, text, type Step, type SuiteVenue } from './suiteVenue.ts'

export function placesOrders(test: Step, at: SuiteVenue): void {
  test('a market order fills, and its order, trade and cash movement come over the streams [2.order.type 4.rule.5 4.customerTrades 4.margin.get]', async () => {
    const id = at.nextId()
    const outcome = await at.broker.createOrder(
      id,
      at.draft({ amount: '0.01' as DecimalText, leverage: 5 }),
      freely,
    )
    expect(outcome).toMatchObject({ kind: 'accepted', value: { referenceId: id, customerCode: at.customer } })
    await vi.waitFor(() => {
      expect(at.heard.orders.some((one) => one.referenceId === id && one.filledAmount === '0.01')).toBe(true)
      expect(at.heard.trades.some((one) => one.referenceId === id)).toBe(true)
      expect(at.heard.balances.some(({ row, balance }) => row.referenceId === id && balance !== null)).toBe(
        true,
      )
    }, 3_000)
    const trades = at
      .must(await at.broker.trades({ customer: at.customer }))
      .items.filter((one) => one.referenceId === id)
    const filled = trades.reduce((sum, one) => add(sum, decimal(one.amount ?? '0')), decimal('0'))
    expect(toText(filled)).toBe('0.01')
    expect(at.must(await at.broker.order(at.customer, id))).toMatchObject({
      status: 'filled',
      leverage: at.optional(5),
    })
    const margins = at.must(await at.broker.marginProfile(at.customer))
    expect(margins.instrumentMargins.find((one) => one.symbol === BTC)?.leverage).toEqual(at.optional('5'))
  })

  test('a cash order is sized in USDC [4.rule.2.fill 2.order.cashAmount]', async () => {
    const id = at.nextId()
    const outcome = await at.broker.createOrder(
      id,
      at.draft({ cashAmount: '2500' as DecimalText, timeInForce: 'IOC' }),
      freely,
    )
    expect(outcome).toMatchObject({ kind: 'accepted', value: { referenceId: id, cashAmount: '2500' } })
    const order = at.must(await at.broker.order(at.customer, id))
    expect(decimal(order.filledQuote) > 0n && decimal(order.filledQuote) <= decimal('2500')).toBe(true)
  })

  test('a limit order rests, is looked up, and is canceled [4.orders.create 4.orders.get 4.orders.cancel 2.order.symbol]', async () => {
    const id = at.nextId()
    const order = await at.resting()
    expect(await at.broker.createOrder(id, order, freely)).toMatchObject({
      kind: 'accepted',
      value: { status: at.open },
    })
    expect(at.must(await at.broker.order(at.customer, id))).toMatchObject({
      status: at.open,
      limitPrice: order.limitPrice,
    })
    expect(await at.broker.cancelOrder(at.customer, id, freely)).toEqual({ kind: 'accepted', value: null })
    await vi.waitFor(() =>
      expect(at.heard.orders.filter((one) => one.referenceId === id).map((one) => one.status)).toContain(
        'canceled',
      ),
    )
  })
}

export function listsAndRefusesOrders(test: Step, at: SuiteVenue): void {
  test(
    'open orders are listed while they are open [4.orders.list gap.10]',
    passOver(!at.variant.openOrders, 'this variant of the API has no list of open orders'),
    async () => {
      const id = at.nextId()
      await at.broker.createOrder(id, await at.resting(), freely)
      const listed = at.must(await at.broker.openOrders(at.customer))
      // A list that is called not whole claims nothing of orders that it does not show.
      const isOpenEnded = listed.missing !== null
      const isShown = listed.items.some((one) => one.referenceId === id)
      expect({ isShown: isShown || isOpenEnded, isOpenEnded: isOpenEnded && !at.mayHideOrders }).toEqual({
        isShown: true,
        isOpenEnded: false,
      })
      await at.broker.cancelOrder(at.customer, id, freely)
      expect(
        at.must(await at.broker.openOrders(at.customer)).items.map((one) => one.referenceId),
      ).not.toContain(id)
    },
  )

  test('a list of open orders that the venue has not is a refusal, whatever the profile says [gap.10]', async () => {
    const without = await at.broker.openOrders(at.customer)
    expect(without.ok || without.failure.kind === 'refused').toBe(true)
    expect(without.ok).toBe(at.variant.openOrders)
    const hopeful = openBroker({ clock, random: seededRandom(3) })({
      ...at.profile,
      capabilities: { ...at.profile.capabilities, openOrders: true },
    })
    await hopeful.signIn(at.credentials)
    const asked = await hopeful.openOrders(at.customer)
    expect(asked.ok || asked.failure.kind === 'refused').toBe(true)
    expect(asked.ok).toBe(at.variant.openOrders)
    hopeful.close()
  })

  test('refusals keep their codes [7.NOT_FOUND 7.NOT_FOUND.cancel 7.INSUFFICIENT_FUNDS.transfer 4.orders.cancelUnknown]', async () => {
    expect(
      await at.broker.createOrder(
        at.nextId(),
        at.draft({ symbol: 'NOPEUSDC_PERP' as Symbol, amount: '1' as DecimalText }),
        freely,
      ),
    ).toMatchObject({ kind: 'refused', code: 'NOT_FOUND' })
    expect(await at.broker.cancelOrder(at.customer, 'never-sent' as ReferenceId, freely)).toMatchObject({
      kind: 'refused',
      code: 'NOT_FOUND',
    })
    expect(await at.broker.order(at.customer, 'never-sent' as ReferenceId)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'NOT_FOUND' },
    })
    expect(
      await at.broker.transfer(
        {
          customerCode: at.customer,
          kind: 'withdrawal',
          amount: '999999999999' as DecimalText,
          asset: 'USDC',
        },
        freely,
      ),
    ).toMatchObject({ kind: 'refused', code: 'INSUFFICIENT_FUNDS' })
  })
}

export function amendsAndTriggers(test: Step, at: SuiteVenue): void {
  test(
    'an amend changes price and size of a resting order [4.orders.amend gap.11]',
    passOver(!at.variant.amend, 'this variant of the API has no amend'),
    async () => {
      const id = at.nextId()
      const order = await at.resting()
      await at.broker.createOrder(id, order, freely)
      const higher = toText(add(decimal(order.limitPrice ?? '0'), decimalOf(1)))
      const amended = { referenceId: id, amount: '0.03', limitPrice: higher, status: at.open }
      expect(await at.broker.amendOrder(at.customer, id, at.toMore(higher), freely)).toMatchObject({
        kind: 'accepted',
        value: amended,
      })
      expect(at.must(await at.broker.order(at.customer, id))).toMatchObject(amended)
      await vi.waitFor(() => expect(at.heard.orders).toContainEqual(expect.objectContaining(amended)))
      await at.broker.cancelOrder(at.customer, id, freely)
    },
  )

  test(
    'an amend is not sent where the venue has none [gap.11]',
    passOver(at.variant.amend, 'this variant of the API has an amend'),
    async () => {
      const id = at.nextId()
      const order = await at.resting()
      await at.broker.createOrder(id, order, freely)
      expect(await at.broker.amendOrder(at.customer, id, at.toMore(text('1')), freely)).toMatchObject({
        kind: 'not-sent',
      })
      expect(at.must(await at.broker.order(at.customer, id))).toMatchObject({
        amount: '0.02',
        limitPrice: order.limitPrice,
      })
      await at.broker.cancelOrder(at.customer, id, freely)
    },
  )

  test('stops, take-profits and combos wait for their trigger and are canceled [2.order.type 2.order.triggerPriceType 4.rule.4]', async () => {
    const low = await at.lowPrice()
    const high = toText(multiply(decimal(low), decimalOf(4)))
    const types: readonly Partial<OrderDraft>[] = [
      { type: 'stop_loss', side: 'sell', triggerPrice: low },
      { type: 'stop_loss_limit', side: 'sell', triggerPrice: low, limitPrice: low },
      { type: 'take_profit', side: 'sell', triggerPrice: high },
      { type: 'take_profit_limit', side: 'sell', triggerPrice: high, limitPrice: high },
      { type: 'take_profit_stop_loss', side: 'sell', takeProfitPrice: high, stopLossPrice: low },
    ]
    for (const type of types) {
      const id = at.nextId()
      const asked = at.draft({ amount: text('0.01'), ...type })
      const outcome = await at.broker.createOrder(id, asked, freely)
      expect(outcome).toMatchObject({ kind: 'accepted', value: { referenceId: id, ...type } })
      const now = at.must(await at.broker.order(at.customer, id))
      expect(now).toMatchObject({ type: type.type, filledAmount: '0', triggerPrice: asked.triggerPrice })
      expect(now.status).toBe(at.variant.words.orderStatus['untriggered'] ?? 'untriggered')
      expect(await at.broker.cancelOrder(at.customer, id, freely)).toEqual({ kind: 'accepted', value: null })
      expect(at.must(await at.broker.order(at.customer, id)).status).toBe('canceled')
    }
  })
}
