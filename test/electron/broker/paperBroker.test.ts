/**
 * The adapter against the real paper broker over real HTTP and WebSocket: the two readings of docs/api.md meet here. The same suite
 * runs in every API variant, and nothing but the venue profile knows which.
 */

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clockOf } from '../../../shared/base/clock.ts'
import {
  add,
  decimal,
  decimalOf,
  divide,
  multiply,
  roundToStep,
  toText,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { Connection } from '../../../shared/contract/status.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import {
  NO_CHANGES,
  plainDraft,
  type OrderChanges,
  type OrderDraft,
  type OrderReport,
} from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { openBroker } from '../../../electron/broker/broker.ts'
import type { BalanceChange, Page, ReadFailure } from '../../../electron/core/ports/brokerAnswers.ts'
import type { Broker } from '../../../electron/core/ports/broker.ts'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import { PLAIN_VARIANT, type VariantChoices } from '../../../electron/paper/apiVariants.ts'
import { startPaperBroker, type PaperBroker } from '../../../electron/paper/paperBroker.ts'
import { NAMED_LISTS, profileOf, SECOND_VARIANT } from '../../fakes/venue/secondVariant.ts'
import { freely } from '../../fakes/venue/alwaysDispatch.ts'
import { passOver } from '../../support/skipReason.ts'

const clock = clockOf(globalThis)
const BTC = 'BTCUSDC_PERP' as Symbol

const text = (word: string) => word as DecimalText

const VARIANTS: readonly [string, VariantChoices][] = [
  ['the defaults', PLAIN_VARIANT],
  ['a second variant, with bare lists', SECOND_VARIANT],
  ['a second variant, with named lists and cursors', NAMED_LISTS],
]

describe.each(VARIANTS)('%s', (_name, variant) => {
  /** What this venue calls an order that rests. */
  const open = variant.words.orderStatus['open'] ?? 'open'
  let paper: PaperBroker
  let profile: VenueProfile
  let broker: Broker
  let customer: CustomerCode
  let serial = 0

  const heard = {
    orders: [] as OrderReport[],
    trades: [] as Trade[],
    balances: [] as BalanceChange[],
    resumed: [] as string[],
    unreadable: [] as string[],
    connections: [] as Connection[],
  }

  beforeAll(async () => {
    paper = await startPaperBroker({
      exchange: simulatedExchange({ seed: 7, clock, historyHours: 1 }),
      clock,
      randomBytes,
      onFault: (error) => {
        throw error
      },
      transferDelayMs: 50,
      variant,
    })
    profile = profileOf(variant, paper)
    customer = paper.customers[0] as CustomerCode
    broker = openBroker({ clock, random: seededRandom(1) })(profile)
  })

  afterAll(async () => {
    broker.close()
    await paper.close()
  })

  function must<T>(result: Result<T, ReadFailure>): T {
    if (!result.ok)
      throw new Error(`${result.failure.kind} ${result.failure.code}: ${result.failure.message}`)
    return result.value
  }

  const nextId = () => `adapter-${++serial}` as ReferenceId

  const draft = (more: Partial<OrderDraft>): OrderDraft =>
    plainDraft({
      customerCode: customer,
      symbol: BTC,
      side: 'buy',
      type: 'market',
      ...more,
    })

  /** A price half of the last one, on a whole dollar: a bid there rests. */
  async function lowPrice(): Promise<DecimalText> {
    const ticker = must(await broker.tickers()).find((one) => one.symbol === BTC)
    expect(ticker?.lastPrice).not.toBeNull()
    return toText(roundToStep(divide(decimal(ticker?.lastPrice ?? '0'), decimalOf(2)), decimalOf(1), 'down'))
  }

  const resting = async (): Promise<OrderDraft> =>
    draft({ type: 'limit', amount: text('0.02'), limitPrice: await lowPrice(), timeInForce: 'GTC' })
  const toMore = (price: DecimalText): OrderChanges => ({
    ...NO_CHANGES,
    amount: text('0.03'),
    limitPrice: price,
  })

  async function all<T>(read: (before?: string) => Promise<Result<Page<T>, ReadFailure>>): Promise<T[]> {
    const rows: T[] = []
    let before: string | undefined
    for (let pages = 0; pages < 50; pages++) {
      const page = must(await read(before))
      rows.push(...page.items)
      if (page.next === null) return rows
      before = page.next
    }
    throw new Error('the list has no end')
  }

  test('a sign-in makes the three private channels live [6.orders 6.trades 6.balances]', async () => {
    expect(await broker.signIn({ username: paper.username, password: paper.password })).toEqual({
      ok: true,
      value: null,
    })
    broker.listen({
      order: (report) => heard.orders.push(report),
      trade: (trade) => heard.trades.push(trade),
      balanceChange: (change) => heard.balances.push(change),
      resumed: (channel) => heard.resumed.push(channel),
      channel: () => undefined,
      connection: (state) => heard.connections.push(state),
      unreadable: (sentence) => heard.unreadable.push(sentence),
      unread: ({ why }) => heard.unreadable.push(why),
      tradeLost: () => undefined,
      signedOff: (why) => heard.unreadable.push(why.message),
    })
    await vi.waitFor(
      () => expect(heard.resumed.toSorted()).toEqual(['balance-changes', 'orders', 'trades']),
      5_000,
    )
  })

  test('a wrong password is a failure of its own [7.LOGIN_BAD_CREDENTIALS]', async () => {
    const other = openBroker({ clock, random: seededRandom(2) })(profile)
    expect(await other.signIn({ username: paper.username, password: 'wrong' })).toMatchObject({
      ok: false,
      failure: { kind: 'bad-credentials', code: 'LOGIN_BAD_CREDENTIALS' },
    })
    other.close()
  })

  test('instruments, tickers and public trades [4.instruments 4.tickers 4.marketTrades]', async () => {
    const instruments = must(await broker.instruments()).items
    expect(instruments.length).toBeGreaterThanOrEqual(6)
    expect(instruments.map((one) => one.symbol)).toContain(BTC)
    const tickers = must(await broker.tickers())
    expect(tickers.map((one) => one.symbol).toSorted()).toEqual(
      instruments.map((one) => one.symbol).toSorted(),
    )
    const first = must(await broker.marketTrades(BTC))
    expect(first.items.length).toBeGreaterThan(10)
    const older = must(await broker.marketTrades(BTC, first.next ?? undefined))
    const codes = new Set(first.items.map((one) => one.code))
    expect(older.items.some((one) => codes.has(one.code))).toBe(false)
  })

  test('a market order fills, and its order, trade and cash movement come over the streams [2.order.type 4.rule.5 4.customerTrades 4.margin.get]', async () => {
    const id = nextId()
    const outcome = await broker.createOrder(
      id,
      draft({ amount: '0.01' as DecimalText, leverage: 5 }),
      freely,
    )
    expect(outcome).toMatchObject({ kind: 'accepted', value: { referenceId: id, customerCode: customer } })
    await vi.waitFor(() => {
      expect(heard.orders.some((one) => one.referenceId === id && one.filledAmount === '0.01')).toBe(true)
      expect(heard.trades.some((one) => one.referenceId === id)).toBe(true)
      expect(heard.balances.some(({ row, balance }) => row.referenceId === id && balance !== null)).toBe(true)
    }, 3_000)
    const trades = must(await broker.trades({ customer })).items.filter((one) => one.referenceId === id)
    const filled = trades.reduce((sum, one) => add(sum, decimal(one.amount ?? '0')), decimal('0'))
    expect(toText(filled)).toBe('0.01')
    expect(must(await broker.order(customer, id))).toMatchObject({ status: 'filled', leverage: 5 })
    const margins = must(await broker.marginProfile(customer))
    expect(margins.instrumentMargins.find((one) => one.symbol === BTC)?.leverage).toBe('5')
  })

  test('a cash order is sized in USDC [4.rule.2.fill 2.order.cashAmount]', async () => {
    const id = nextId()
    const outcome = await broker.createOrder(
      id,
      draft({ cashAmount: '2500' as DecimalText, timeInForce: 'IOC' }),
      freely,
    )
    expect(outcome).toMatchObject({ kind: 'accepted', value: { referenceId: id, cashAmount: '2500' } })
    const order = must(await broker.order(customer, id))
    expect(decimal(order.filledQuote) > 0n && decimal(order.filledQuote) <= decimal('2500')).toBe(true)
  })

  test('a limit order rests, is looked up, and is canceled [4.orders.create 4.orders.get 4.orders.cancel 2.order.symbol]', async () => {
    const id = nextId()
    const order = await resting()
    expect(await broker.createOrder(id, order, freely)).toMatchObject({
      kind: 'accepted',
      value: { status: open },
    })
    expect(must(await broker.order(customer, id))).toMatchObject({
      status: open,
      limitPrice: order.limitPrice,
    })
    expect(await broker.cancelOrder(customer, id, freely)).toEqual({ kind: 'accepted', value: null })
    await vi.waitFor(() =>
      expect(heard.orders.filter((one) => one.referenceId === id).map((one) => one.status)).toContain(
        'canceled',
      ),
    )
  })

  test(
    'open orders are listed while they are open [4.orders.list gap.10]',
    passOver(!variant.openOrders, 'this variant of the API has no list of open orders'),
    async () => {
      const id = nextId()
      await broker.createOrder(id, await resting(), freely)
      expect(must(await broker.openOrders(customer)).items.map((one) => one.referenceId)).toContain(id)
      await broker.cancelOrder(customer, id, freely)
      expect(must(await broker.openOrders(customer)).items.map((one) => one.referenceId)).not.toContain(id)
    },
  )

  test('a list of open orders that the venue has not is a refusal, whatever the profile says [gap.10]', async () => {
    const without = await broker.openOrders(customer)
    expect(without.ok || without.failure.kind === 'refused').toBe(true)
    expect(without.ok).toBe(variant.openOrders)
    const hopeful = openBroker({ clock, random: seededRandom(3) })({
      ...profile,
      capabilities: { ...profile.capabilities, openOrders: true },
    })
    await hopeful.signIn({ username: paper.username, password: paper.password })
    const asked = await hopeful.openOrders(customer)
    expect(asked.ok || asked.failure.kind === 'refused').toBe(true)
    expect(asked.ok).toBe(variant.openOrders)
    hopeful.close()
  })

  test('refusals keep their codes [7.NOT_FOUND 7.NOT_FOUND.cancel 7.INSUFFICIENT_FUNDS.transfer 4.orders.cancelUnknown]', async () => {
    expect(
      await broker.createOrder(
        nextId(),
        draft({ symbol: 'NOPEUSDC_PERP' as Symbol, amount: '1' as DecimalText }),
        freely,
      ),
    ).toMatchObject({ kind: 'refused', code: 'NOT_FOUND' })
    expect(await broker.cancelOrder(customer, 'never-sent' as ReferenceId, freely)).toMatchObject({
      kind: 'refused',
      code: 'NOT_FOUND',
    })
    expect(await broker.order(customer, 'never-sent' as ReferenceId)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'NOT_FOUND' },
    })
    expect(
      await broker.transfer(
        {
          customerCode: customer,
          kind: 'withdrawal',
          amount: '999999999999' as DecimalText,
          asset: 'USDC',
        },
        freely,
      ),
    ).toMatchObject({ kind: 'refused', code: 'INSUFFICIENT_FUNDS' })
  })

  test('a deposit is pending, then completed on the stream with the end balance, under one code [4.deposits 3.deposit 6.balance.2]', async () => {
    const outcome = await broker.transfer(
      {
        customerCode: customer,
        kind: 'deposit',
        amount: '123.45678901' as DecimalText,
        asset: 'USDC',
      },
      freely,
    )
    expect(outcome).toMatchObject({
      kind: 'accepted',
      value: { status: 'pending', signedAmount: '123.45678901' },
    })
    const code = outcome.kind === 'accepted' ? outcome.value.code : ''
    await vi.waitFor(() => expect(heard.balances.map(({ row }) => row.code)).toContain(code), 3_000)
    expect(heard.balances.find(({ row }) => row.code === code)).toMatchObject({
      row: { status: 'completed', signedAmount: '123.45678901' },
    })
  })

  test('the whole ledger, paged, adds up to the last balance that the stream reported [2.ledger.code 4.transactions gap.24 3.withdrawal]', async () => {
    for (let n = 0; n < 3; n++)
      await broker.transfer(
        {
          customerCode: customer,
          kind: 'withdrawal',
          amount: '1.5' as DecimalText,
          asset: 'USDC',
        },
        freely,
      )
    const ended = () => heard.balances.filter(({ row }) => row.customerCode === customer)
    await vi.waitFor(() => {
      const withdrawals = ended().filter(({ row }) => row.transactionType === 'withdrawal')
      expect(withdrawals).toHaveLength(3)
    }, 3_000)
    const rows: LedgerRow[] = await all((before) =>
      broker.ledger({ customer, ...(before === undefined ? {} : { before }) }),
    )
    expect(new Set(rows.map((row) => row.code)).size).toBe(rows.length)
    const sum = rows
      .filter((row) => row.status === 'completed')
      .reduce((total, row) => add(total, decimal(row.signedAmount ?? 'unknown')), decimal('0'))
    expect(toText(sum)).toBe(ended().at(-1)?.balance)
    // List and stream agree on one movement to the last digit.
    for (const { row } of ended())
      expect(rows.find((one) => one.code === row.code)?.signedAmount).toBe(row.signedAmount)
  })

  test('fees are listed for every instrument [2.fees.list 4.fees.get]', async () => {
    const fees = must(await broker.feeProfile(customer))
    expect(fees.length).toBe(must(await broker.instruments()).items.length)
    expect(fees.every((one) => one.makerFee !== null && one.takerFee !== null)).toBe(true)
  })

  test('a fee profile is written for every instrument and for one, and read back to the digit [4.fees.put 4.fees.putSymbol 2.fees.rebate]', async () => {
    const every = await broker.writeFeeProfile(customer, null, text('-0.75'), text('3.5'), freely)
    expect(every.kind).toBe('accepted')
    const fees = must(await broker.feeProfile(customer))
    expect(new Set(fees.map((one) => `${one.makerFee} ${one.takerFee}`))).toEqual(new Set(['-0.75 3.5']))
    const one = await broker.writeFeeProfile(customer, BTC, text('1'), text('2'), freely)
    expect(one).toEqual({ kind: 'accepted', value: [{ symbol: BTC, makerFee: '1', takerFee: '2' }] })
    const after = must(await broker.feeProfile(customer))
    expect(after.filter((fee) => fee.makerFee === '1').map((fee) => fee.symbol)).toEqual([BTC])
  })

  test(
    'an amend changes price and size of a resting order [4.orders.amend gap.11]',
    passOver(!variant.amend, 'this variant of the API has no amend'),
    async () => {
      const id = nextId()
      const order = await resting()
      await broker.createOrder(id, order, freely)
      const higher = toText(add(decimal(order.limitPrice ?? '0'), decimalOf(1)))
      const amended = { referenceId: id, amount: '0.03', limitPrice: higher, status: open }
      expect(await broker.amendOrder(customer, id, toMore(higher), freely)).toMatchObject({
        kind: 'accepted',
        value: amended,
      })
      expect(must(await broker.order(customer, id))).toMatchObject(amended)
      await vi.waitFor(() => expect(heard.orders).toContainEqual(expect.objectContaining(amended)))
      await broker.cancelOrder(customer, id, freely)
    },
  )

  test(
    'an amend is not sent where the venue has none [gap.11]',
    passOver(variant.amend, 'this variant of the API has an amend'),
    async () => {
      const id = nextId()
      const order = await resting()
      await broker.createOrder(id, order, freely)
      expect(await broker.amendOrder(customer, id, toMore(text('1')), freely)).toMatchObject({
        kind: 'not-sent',
      })
      expect(must(await broker.order(customer, id))).toMatchObject({
        amount: '0.02',
        limitPrice: order.limitPrice,
      })
      await broker.cancelOrder(customer, id, freely)
    },
  )

  test('stops, take-profits and combos wait for their trigger and are canceled [2.order.type 2.order.triggerPriceType 4.rule.4]', async () => {
    const low = await lowPrice()
    const high = toText(multiply(decimal(low), decimalOf(4)))
    const types: readonly Partial<OrderDraft>[] = [
      { type: 'stop_loss', side: 'sell', triggerPrice: low },
      { type: 'stop_loss_limit', side: 'sell', triggerPrice: low, limitPrice: low },
      { type: 'take_profit', side: 'sell', triggerPrice: high },
      { type: 'take_profit_limit', side: 'sell', triggerPrice: high, limitPrice: high },
      { type: 'take_profit_stop_loss', side: 'sell', takeProfitPrice: high, stopLossPrice: low },
    ]
    for (const type of types) {
      const id = nextId()
      const asked = draft({ amount: text('0.01'), ...type })
      const outcome = await broker.createOrder(id, asked, freely)
      expect(outcome).toMatchObject({ kind: 'accepted', value: { referenceId: id, ...type } })
      const now = must(await broker.order(customer, id))
      expect(now).toMatchObject({ type: type.type, filledAmount: '0', triggerPrice: asked.triggerPrice })
      expect(now.status).toBe(variant.words.orderStatus['untriggered'] ?? 'untriggered')
      expect(await broker.cancelOrder(customer, id, freely)).toEqual({ kind: 'accepted', value: null })
      expect(must(await broker.order(customer, id)).status).toBe('canceled')
    }
  })

  test('instruments are chosen by | and *, whatever the case, and by their whole name [4.filter.or 4.filter.star 4.filter.case 4.filter.anchored 4.instruments]', async () => {
    const names = async (filter: Parameters<Broker['instruments']>[0]) =>
      must(await broker.instruments(filter)).items.map((one) => one.symbol)
    expect(await names({ symbol: 'btc*|ETHusdc_PERP' })).toEqual(['BTCUSDC_PERP', 'ETHUSDC_PERP'])
    expect(await names({ symbol: 'BTC' })).toEqual([])
    expect(await names({ underlying: 'SOL' })).toEqual(['SOLUSDC_PERP'])
    expect((await names({ quoteCurrency: 'u*c' })).length).toBeGreaterThanOrEqual(6)
  })

  test('trades and ledger keep to the range, the symbol and the order that were asked for [4.tradesQuery.fromTo 4.tradesQuery.sort 4.transactions]', async () => {
    const trades = must(await broker.trades({ customer, symbol: BTC, sort: 'asc' })).items
    expect(trades.length).toBeGreaterThanOrEqual(2)
    const times = trades.map((one) => one.createdAt ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const last = times.at(-1) ?? 0
    const latest = must(await broker.trades({ customer, from: last, to: last })).items
    expect(latest.map((one) => one.code)).toContain(trades.at(-1)?.code)
    expect(latest.every((one) => one.createdAt === last)).toBe(true)
    expect(
      must(await broker.trades({ customer, to: times[0] === undefined ? 0 : times[0] - 1, symbol: BTC }))
        .items,
    ).toEqual([])
    expect(must(await broker.trades({ symbol: 'NOPEUSDC_PERP' as Symbol })).items).toEqual([])
    const rows = must(await broker.ledger({ customer, from: last })).items
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((one) => (one.createdAt ?? 0) >= last)).toBe(true)
  })

  test('a webhook is registered with its key, listed and removed [4.webhooks.create 4.webhooks.created 4.webhooks.list 4.webhooks.delete 4.prefix.webhooks]', async () => {
    const url = 'https://desk.example/in'
    const made = await broker.registerWebhook(
      {
        url,
        includeAllEvents: false,
        eventTypes: ['entitlementCompleted'],
      },
      freely,
    )
    expect(made).toMatchObject({
      kind: 'accepted',
      value: { url, includeAllEvents: false, eventTypes: ['entitlementCompleted'] },
    })
    const hook = made.kind === 'accepted' ? made.value : null
    expect(hook?.publicKey).toEqual(expect.any(String))
    expect(hook?.createdAt).toBeGreaterThan(0)
    const page = must(await broker.webhooks(1))
    expect(page).toMatchObject({ total: 1, page: 1 })
    expect(page.items.map((one) => one.id)).toEqual([hook?.id])
    expect(await broker.removeWebhook(hook?.id ?? '', freely)).toEqual({ kind: 'accepted', value: null })
    expect(must(await broker.webhooks(1)).items).toEqual([])
  })

  test('all links are live, the clock is within a second, and every record was readable [5.nonce.6]', async () => {
    await vi.waitFor(() => {
      const last = heard.connections.at(-1)
      expect(last?.rest).toMatchObject({ state: 'live', message: null })
      expect(last?.streams.map((one) => one.state)).toEqual(['live', 'live', 'live'])
      expect(Math.abs(last?.clock.offsetMs ?? 9_999)).toBeLessThan(1_000)
      expect(last?.tokenExpiresAt).toBeGreaterThan(clock.now())
    }, 3_000)
    expect(heard.unreadable).toEqual([])
  })
})
