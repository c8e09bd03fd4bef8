import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTestBroker, type TestBroker } from '../testBroker.ts'

const PROFILE = '/v1/customers/C1042/fee-profile'

const put = (desk: TestBroker, path: string, body: unknown) =>
  desk.raw(path, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const BTC = { symbol: 'BTCUSDC_PERP', maker_fee: '-0.5', taker_fee: '4' }
const ETH = { symbol: 'ETHUSDC_PERP', maker_fee: '-0.5', taker_fee: '4' }

describe('fee profile', () => {
  test('a write for every instrument leaves omitted fees, and answers the list [4.fees.put 2.fees.list 4.fees.get]', async () => {
    const desk = await openTestBroker()
    expect((await desk.get(PROFILE)).body).toEqual([BTC, ETH])
    const answer = await put(desk, PROFILE, { taker_fee: '2.5' })
    expect([answer.status, answer.body]).toEqual([
      200,
      [
        { ...BTC, taker_fee: '2.5' },
        { ...ETH, taker_fee: '2.5' },
      ],
    ])
    expect((await desk.get(PROFILE)).body).toEqual(answer.body)
    expect((await desk.get('/v1/customers/C2007/fee-profile')).body).toEqual([BTC, ETH])
  })

  test('one instrument: the item is answered, the others stay [4.fees.putSymbol 2.fees.item]', async () => {
    const desk = await openTestBroker()
    const answer = await put(desk, `${PROFILE}/ETHUSDC_PERP`, { maker_fee: -1.25 })
    expect(answer.body).toEqual({ ...ETH, maker_fee: '-1.25' })
    expect((await desk.get(PROFILE)).body).toEqual([BTC, { ...ETH, maker_fee: '-1.25' }])
  })

  test('later fills are charged by the fee profile, and rebates paid [2.fees.bps 2.fees.rebate]', async () => {
    const desk = await openTestBroker()
    await put(desk, `${PROFILE}/BTCUSDC_PERP`, { maker_fee: '-2', taker_fee: '10' })
    await desk.order('take', { amount: '0.1' })
    await desk.order('rest', { type: 'limit', limit_price: 59000, amount: '0.1' })
    desk.exchange.fillResting('C1042/rest', 100)
    const fees = (await desk.get('/v1/customers/C1042/trades')).body.items.map(
      (trade: { fee: string }) => trade.fee,
    )
    expect(fees).toEqual(['-1.18', '6.00005'])
    expect((await desk.get('/v1/customers/C1042/transactions')).body.items[0]).toMatchObject({
      total_amount: '1.18',
      direction: 'in',
    })
  })

  test('a fee profile survives a restart', async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'openpit-fees-'))
    onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }))
    const first = await openTestBroker({ dataDirectory })
    await put(first, PROFILE, { maker_fee: '0', taker_fee: '1' })
    await first.broker.close()
    const second = await openTestBroker({ dataDirectory })
    expect((await second.get(PROFILE)).body).toContainEqual({ ...BTC, maker_fee: '0', taker_fee: '1' })
  })

  test.each([
    ['nothing [7.VALIDATION_ERROR.noFee]', {}, /maker_fee and taker_fee/],
    ['both empty', { maker_fee: null, taker_fee: '' }, /maker_fee and taker_fee/],
    ['no decimal [7.VALIDATION_ERROR.fee]', { maker_fee: 'low' }, /^maker_fee/],
    ['a percent sign', { taker_fee: '2%' }, /^taker_fee/],
    ['true', { taker_fee: true }, /^taker_fee/],
    ['infinity', '{"taker_fee":1e400}', /^taker_fee/],
    ['more than 10 %', { maker_fee: '2', taker_fee: '1000.1' }, /^taker_fee/],
    ['another field', { maker: '2' }, /^maker /],
    ['a list', [], /object/],
  ])(
    '%s is 400 VALIDATION_ERROR and changes nothing [7.VALIDATION_ERROR.noFee 7.VALIDATION_ERROR.fee]',
    async (_name, body, message) => {
      const desk = await openTestBroker()
      for (const path of [PROFILE, `${PROFILE}/BTCUSDC_PERP`]) {
        const answer = await put(desk, path, body)
        expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
        expect(answer.body.message).toMatch(message)
      }
      expect((await desk.get(PROFILE)).body).toEqual([BTC, ETH])
    },
  )

  test('an unknown customer or symbol is 404', async () => {
    const desk = await openTestBroker()
    for (const path of [
      '/v1/customers/NOBODY/fee-profile',
      '/v1/customers/NOBODY/fee-profile/BTCUSDC_PERP',
      `${PROFILE}/NOPE`,
      `${PROFILE}/btcusdc_perp`,
    ])
      expect((await put(desk, path, { maker_fee: '1' })).body.code).toBe('NOT_FOUND')
    expect((await desk.get(PROFILE)).body).toEqual([BTC, ETH])
  })
})
