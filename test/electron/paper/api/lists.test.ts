import { describe, expect, test } from 'vitest'
import { openTestBroker } from '../testBroker.ts'

/** Three trades and three transfers of C1042, a minute apart. */
async function threeMinutes() {
  const desk = await openTestBroker()
  const start = desk.clock.now()
  for (const n of [1, 2, 3]) {
    desk.clock.advance(60_000)
    await desk.order(`t${n}`, { amount: '0.01' })
    await desk.post('/v1/customers/C1042/deposits', { amount: n, asset: 'USDC' })
  }
  const items = async (path: string) => (await desk.get(path)).body.items
  return { desk, start, items }
}

const encoded = (at: number) => encodeURIComponent(new Date(at).toISOString())

describe('ranges', () => {
  test.each(['/v1/trades', '/v1/customers/C1042/trades'])(
    '%s takes ms and RFC 3339, both ends included [4.tradesQuery.fromTo]',
    async (path) => {
      const { start, items } = await threeMinutes()
      const references = async (query: string) =>
        (await items(`${path}?${query}`)).map((trade: { reference_id: string }) => trade.reference_id)
      const [second, third] = [start + 120_000, start + 180_000]
      expect(await references(`from=${second}&to=${third}`)).toEqual(['t3', 't2'])
      expect(await references(`from=${encoded(second)}&to=${encoded(third)}`)).toEqual(['t3', 't2'])
      expect(await references(`to=${encoded(second)}&sort=asc`)).toEqual(['t1', 't2'])
      expect(await references(`from=${third + 1}`)).toEqual([])
    },
  )

  test.each([
    ['/v1/trades', 'from'],
    ['/v1/trades', 'to'],
    ['/v1/customers/C1042/trades', 'from'],
    ['/v1/customers/transactions', 'created_from'],
    ['/v1/customers/C1042/transactions', 'created_to'],
  ])('%s names %s when its format is wrong [7.VALIDATION_ERROR.dates]', async (path, name) => {
    const desk = await openTestBroker()
    for (const value of [
      '',
      'today',
      '2026-01-05',
      '2026-13-01T00:00:00Z',
      '2026-01-05T00:00:00',
      '-1',
      '1.5',
      '1e12',
    ]) {
      const { status, body } = await desk.get(`${path}?${name}=${value}`)
      expect([value, status, body.code]).toEqual([value, 400, 'VALIDATION_ERROR'])
      expect(body.message).toMatch(new RegExp(`^${name} `))
    }
  })
})

describe('ledger', () => {
  test('the deprecated path answers as the broker-wide one does for its customer [4.customerTransactions 9.deprecated.transactions]', async () => {
    const { desk, start } = await threeMinutes()
    desk.clock.advance(10_000)
    await desk.post('/v1/customers/C2007/deposits', { amount: 9, asset: 'USDC' })
    for (const query of [
      'limit=2',
      'status=completed',
      `created_from=${start + 120_000}`,
      `created_to=${encoded(start)}`,
    ]) {
      const own = (await desk.get(`/v1/customers/C1042/transactions?${query}`)).body
      expect(own).toEqual((await desk.get(`/v1/customers/transactions?customer_code=C1042&${query}`)).body)
      expect(own.items.length).toBeGreaterThan(0)
    }
  })

  test('after and before bound the same page; the three statuses filter [4.transactions 4.transactionsQuery.status gap.24]', async () => {
    const { desk, items } = await threeMinutes()
    const ledger = '/v1/customers/transactions?customer_code=C1042'
    const codes = (await items(ledger)).map((row: { code: string }) => row.code)
    expect(codes).toHaveLength(7)
    const between = await items(`${ledger}&after=${codes[5]}&before=${codes[2]}`)
    expect(between.map((row: { code: string }) => row.code)).toEqual(codes.slice(3, 5))
    const [newest] = await items(`${ledger}&status=pending`)
    expect(newest).toMatchObject({ status: 'pending', transaction_type: 'deposit', total_amount: '3' })
    desk.broker.cancelTransfer(newest.code)
    expect((await items(`${ledger}&status=cancelled`)).map((row: { code: string }) => row.code)).toEqual([
      newest.code,
    ])
    const first = (await desk.get(`${ledger}&limit=7`)).body
    expect(first.response_metadata).toEqual({ next: null, limit: 7 })
    expect((await desk.get(`${ledger}&limit=6`)).body.response_metadata.next).toBe(codes[5])
  })
})

test('market trades refuse an invalid limit by name [gap.28]', async () => {
  const desk = await openTestBroker()
  for (const limit of ['0', '-1', 'all', '1001', '2.5']) {
    const { status, body } = await desk.get(`/v1/market-trades?symbol=BTCUSDC_PERP&limit=${limit}`)
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.message).toMatch(/^limit /)
  }
})
