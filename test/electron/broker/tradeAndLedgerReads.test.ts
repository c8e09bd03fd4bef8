/** Trades, one trade and the ledger, read from a real paper broker in every API variant, also where it lacks the broker-wide ledger. */

import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { Result } from '../../../shared/base/result.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import { openBroker } from '../../../electron/broker/broker.ts'
import type { Broker } from '../../../electron/core/ports/broker.ts'
import type { Page, ReadFailure } from '../../../electron/core/ports/brokerAnswers.ts'
import { PLAIN_VARIANT, type VariantChoices } from '../../../electron/paper/apiVariants.ts'
import { listenerOf } from '../../fakes/venue/brokerListener.ts'
import { BTC } from '../../fakes/venue/fakeExchange.ts'
import { NAMED_LISTS, profileOf, SECOND_VARIANT } from '../../fakes/venue/secondVariant.ts'
import { openTestBroker, type TestBroker } from '../paper/testBroker.ts'
import { openGate } from './gate.ts'
import { freely } from '../../fakes/venue/alwaysDispatch.ts'

const C1042 = 'C1042' as CustomerCode
const C2007 = 'C2007' as CustomerCode
const NOBODY = 'C0000' as CustomerCode
const text = (value: string) => value as DecimalText

type Answer = { readonly status: number; readonly body: string }

function must<T>(result: Result<T, ReadFailure>): T {
  if (!result.ok) throw new Error(`${result.failure.kind} ${result.failure.code}: ${result.failure.message}`)
  return result.value
}

/** Every row, page by page. */
async function all<T>(read: (before?: string) => Promise<Result<Page<T>, ReadFailure>>): Promise<T[]> {
  const rows: T[] = []
  let before: string | undefined
  for (let pages = 0; pages < 20; pages++) {
    const page = must(await read(before))
    rows.push(...page.items)
    if (page.next === null) return rows
    before = page.next
  }
  throw new Error('the list has no end')
}

const market = (customerCode: CustomerCode): OrderDraft =>
  plainDraft({
    customerCode,
    symbol: BTC,
    side: 'buy',
    type: 'market',
    amount: text('0.01'),
  })

const ledgerOf = (broker: Broker, customer: CustomerCode) =>
  all((before) => broker.ledger({ customer, ...(before === undefined ? {} : { before }) }))

describe.each<[string, VariantChoices]>([
  ['the defaults', PLAIN_VARIANT],
  ['a second variant, with bare lists', SECOND_VARIANT],
  ['a second variant, with named lists and cursors', NAMED_LISTS],
])('%s', (_name, variant) => {
  const { customers, transactions, trades } = variant.paths

  /** A client behind a gate that answers `pathname` with `answer`; the paper broker itself lacks nothing. */
  async function open(answer: (pathname: string) => Answer | null = () => null, on?: TestBroker) {
    const desk = on ?? (await openTestBroker({ variant }))
    const gate = await openGate(desk.broker.restUrl, answer)
    onTestFinished(() => gate.close())
    const { streamUrl, username, password } = desk.broker
    const broker = openBroker({ clock: desk.clock, random: seededRandom(1) })(
      profileOf(variant, { restUrl: gate.restUrl, streamUrl }),
    )
    onTestFinished(() => broker.close())
    expect(await broker.signIn({ username, password })).toEqual({ ok: true, value: null })
    const said: string[] = []
    broker.listen(listenerOf({ unreadable: (sentence) => said.push(sentence) }))
    /** Paths asked since the last call, without their queries. */
    const asked = () => gate.asked.splice(0).map((url) => url.split('?')[0])
    asked()
    return { desk, broker, said, asked, gate }
  }

  const without = (status: number, body: string) => (pathname: string) =>
    pathname === transactions ? { status, body } : null

  const deposits = async (broker: Broker, count: number) => {
    for (let n = 0; n < count; n++)
      expect(
        await broker.transfer(
          {
            customerCode: C1042,
            kind: 'deposit',
            amount: text(String(n + 1)),
            asset: 'USDC',
          },
          freely,
        ),
      ).toMatchObject({ kind: 'accepted' })
  }

  test('a customer’s trades come from its own list, all customers’ trades from the broker-wide one [4.customerTrades 4.trades 4.tradesQuery.customer]', async () => {
    const { broker, asked, said, gate } = await open()
    for (const [n, customer] of [C1042, C2007, C1042].entries())
      expect(await broker.createOrder(`t${n}` as ReferenceId, market(customer), freely)).toMatchObject({
        kind: 'accepted',
      })
    asked()
    const own = must(await broker.trades({ customer: C1042, symbol: BTC, sort: 'desc' })).items
    expect(own.map((trade) => trade.referenceId)).toEqual(['t2', 't0'])
    expect(own.map((trade) => trade.customerCode)).toEqual([C1042, C1042])
    expect(gate.asked.join()).not.toContain('customer_code')
    expect(asked()).toEqual([`${customers}/C1042/trades`])
    expect(must(await broker.trades({})).items.map((row) => row.referenceId)).toEqual(['t2', 't1', 't0'])
    expect(asked()).toEqual([trades])
    expect(await broker.trades({ customer: NOBODY })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'NOT_FOUND' },
    })
    expect(said).toEqual([])
  })

  test('one trade is read whole, and only of its own customer [4.trade]', async () => {
    const { broker, asked } = await open()
    await broker.createOrder('t0' as ReferenceId, market(C1042), freely)
    const [listed] = must(await broker.trades({ customer: C1042 })).items
    const code = listed?.code ?? ''
    asked()
    expect(must(await broker.trade(C1042, code))).toEqual(listed)
    expect(asked()).toEqual([`${customers}/C1042/trades/${code}`])
    for (const [customer, wanted] of [
      [C2007, code],
      [C1042, 'no-such-trade'],
      [C1042, 'T/1'],
    ] as const)
      expect(await broker.trade(customer, wanted)).toMatchObject({
        ok: false,
        failure: { kind: 'refused', code: 'NOT_FOUND' },
      })
  })

  test('the venue filters the ledger by status [4.transactionsQuery.status]', async () => {
    const { broker, gate, said } = await open()
    await deposits(broker, 2)
    for (const status of ['pending', 'completed', 'cancelled'] as const) {
      const rows = must(await broker.ledger({ customer: C1042, status })).items
      expect(new Set(rows.map((row) => row.status))).toEqual(new Set(rows.length > 0 ? [status] : []))
      expect(gate.asked.at(-1)).toBe(`${transactions}?customer_code=C1042&status=${status}`)
    }
    expect(must(await broker.ledger({ customer: C1042, status: 'pending' })).items).toHaveLength(2)
    expect(said).toEqual([])
  })

  test.each([
    [404, '{"detail":"Not Found"}'],
    [404, '<h1>not here</h1>'],
    [405, '{"code":"METHOD_NOT_ALLOWED","message":"no"}'],
  ])(
    'a broker-wide ledger with %i %s: customers read the deprecated list, with one notice [4.customerTransactions 9.deprecated.transactions]',
    async (status, body) => {
      const { desk, broker, asked, said } = await open(without(status, body))
      await deposits(broker, 101)
      const { broker: plain } = await open(undefined, desk)
      asked()
      const own = `${customers}/C1042/transactions`
      const rows = await ledgerOf(broker, C1042)
      expect(rows).toEqual(await ledgerOf(plain, C1042))
      expect(rows.length).toBeGreaterThan(101)
      const pages = asked()
      expect(pages[0]).toBe(transactions)
      expect(new Set(pages.slice(1))).toEqual(new Set([own]))
      expect(pages.length).toBeGreaterThan(2)
      // The choice holds for the session, with every filter, and for every customer.
      const pending = must(await broker.ledger({ customer: C1042, status: 'pending', from: 0 })).items
      expect(new Set(pending.map((row) => row.status))).toEqual(new Set(['pending']))
      must(await broker.ledger({ customer: C2007 }))
      expect(asked()).toEqual([own, `${customers}/C2007/transactions`])
      await vi.waitFor(() => expect(said).toHaveLength(1))
      expect(said[0]).toMatch(/no broker-wide ledger.*own list.*paths\.transactions/)
      // All customers at once are never put together from their lists.
      expect(await broker.ledger({})).toMatchObject({ ok: false, failure: { kind: 'refused' } })
      expect(asked()).toEqual([transactions])
    },
  )

  test('two customers at once find the deprecated list, with one notice [9.deprecated.transactions]', async () => {
    const { broker, said } = await open(without(404, ''))
    const both = await Promise.all([C1042, C2007].map((customer) => broker.ledger({ customer })))
    expect(both.map((page) => must(page).items[0]?.customerCode)).toEqual([C1042, C2007])
    expect(said).toHaveLength(1)
  })

  test('a 404 with a code, or no answer, does not lead to the deprecated list [4.customerTransactions]', async () => {
    let answer: Answer = { status: 404, body: '{"code":"NOT_FOUND","message":"no such customer"}' }
    const { broker, asked, said } = await open((pathname) => (pathname === transactions ? answer : null))
    expect(await broker.ledger({ customer: C1042 })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'NOT_FOUND' },
    })
    answer = { status: 503, body: '' }
    expect(await broker.ledger({ customer: C1042 })).toMatchObject({ failure: { kind: 'unreachable' } })
    expect(asked()).toEqual([transactions, transactions])
    expect(said).toEqual([])
  })

  test('a cursor goes to its own list only [4.customerTransactions gap.24]', async () => {
    let gone = false
    const { broker, asked } = await open((pathname) =>
      gone && pathname === transactions ? { status: 404, body: '' } : null,
    )
    await deposits(broker, 101)
    const wide = must(await broker.ledger({ customer: C1042 })).next
    gone = true
    const own = must(await broker.ledger({ customer: C1042 })).next
    asked()
    expect(await broker.ledger({ customer: C1042, before: wide ?? '' })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: null },
    })
    expect(asked()).toEqual([transactions])
    gone = false
    expect(must(await broker.ledger({ customer: C1042, before: own ?? '' })).items.length).toBeGreaterThan(0)
    expect(asked()).toEqual([`${customers}/C1042/transactions`])
  })

  test('a customer that the venue does not know, or has no list for, stays a failure [4.customerTransactions]', async () => {
    let closed: readonly string[] = [transactions]
    const { broker, said } = await open((pathname) =>
      closed.includes(pathname) ? { status: 404, body: '' } : null,
    )
    expect(await broker.ledger({ customer: NOBODY })).toMatchObject({
      failure: { kind: 'refused', code: 'NOT_FOUND' },
    })
    closed = [transactions, `${customers}/C1042/transactions`]
    expect(await broker.ledger({ customer: C1042 })).toMatchObject({
      failure: { kind: 'refused', code: null, message: expect.stringContaining('404') as string },
    })
    expect(said).toEqual([])
  })
})
