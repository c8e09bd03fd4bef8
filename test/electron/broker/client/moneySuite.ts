/** The client suite on deposits, withdrawals, the ledger, fees and webhooks. */

import { expect, vi } from 'vitest'
import { MARKET_SPECS } from '../../../../electron/paper/exchange/marketSpecs.ts'
import { add, decimal, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { LedgerRow } from '../../../../shared/domain/accounts/ledger.ts'
import { freely } from '../../../fakes/venue/alwaysDispatch.ts'
import { BTC, text, type Step, type SuiteVenue } from './suiteVenue.ts'

export function movesMoney(test: Step, at: SuiteVenue): void {
  test('a deposit is pending, then completed on the stream with the end balance, under one code [4.deposits 3.deposit 6.balance.2]', async () => {
    const outcome = await at.broker.transfer(
      {
        customerCode: at.customer,
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
    await vi.waitFor(() => expect(at.heard.balances.map(({ row }) => row.code)).toContain(code), 3_000)
    expect(at.heard.balances.find(({ row }) => row.code === code)).toMatchObject({
      row: { status: 'completed', signedAmount: '123.45678901' },
    })
  })

  test('the whole ledger, paged, adds up to the last balance that the stream reported [2.ledger.code 4.transactions gap.24 3.withdrawal]', async () => {
    for (let n = 0; n < 3; n++)
      await at.broker.transfer(
        {
          customerCode: at.customer,
          kind: 'withdrawal',
          amount: '1.5' as DecimalText,
          asset: 'USDC',
        },
        freely,
      )
    // A stream may bring one movement twice.
    const ended = () => [
      ...new Map(
        at.heard.balances
          .filter(({ row }) => row.customerCode === at.customer)
          .map((change) => [`${change.row.code} ${change.row.transactionType}`, change]),
      ).values(),
    ]
    await vi.waitFor(() => {
      const withdrawals = ended().filter(({ row }) => row.transactionType === 'withdrawal')
      expect(withdrawals).toHaveLength(3)
    }, 3_000)
    const rows: LedgerRow[] = await at.all((before) =>
      at.broker.ledger({ customer: at.customer, ...(before === undefined ? {} : { before }) }),
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
    const fees = at.must(await at.broker.feeProfile(at.customer))
    expect(fees.length).toBe(MARKET_SPECS.length)
    expect(fees.every((one) => one.makerFee !== null && one.takerFee !== null)).toBe(true)
  })

  test('a fee profile is written for every instrument and for one, and read back to the digit [4.fees.put 4.fees.putSymbol 2.fees.rebate]', async () => {
    const every = await at.broker.writeFeeProfile(at.customer, null, text('-0.75'), text('3.5'), freely)
    expect(every.kind).toBe('accepted')
    const fees = at.must(await at.broker.feeProfile(at.customer))
    expect(new Set(fees.map((one) => `${one.makerFee} ${one.takerFee}`))).toEqual(new Set(['-0.75 3.5']))
    const one = await at.broker.writeFeeProfile(at.customer, BTC, text('1'), text('2'), freely)
    expect(one).toEqual({ kind: 'accepted', value: [{ symbol: BTC, makerFee: '1', takerFee: '2' }] })
    const after = at.must(await at.broker.feeProfile(at.customer))
    expect(after.filter((fee) => fee.makerFee === '1').map((fee) => fee.symbol)).toEqual([BTC])
  })
}

export function registersWebhooks(test: Step, at: SuiteVenue): void {
  test('a webhook is registered with its key, listed and removed [4.webhooks.create 4.webhooks.created 4.webhooks.list 4.webhooks.delete 4.prefix.webhooks]', async () => {
    const url = 'https://desk.example/in'
    const made = await at.broker.registerWebhook(
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
    const page = at.must(await at.broker.webhooks(1))
    expect(page).toMatchObject({ total: 1, page: 1 })
    expect(page.items.map((one) => one.id)).toEqual([hook?.id])
    expect(await at.broker.removeWebhook(hook?.id ?? '', freely)).toEqual({ kind: 'accepted', value: null })
    expect(at.must(await at.broker.webhooks(1)).items).toEqual([])
  })
}
