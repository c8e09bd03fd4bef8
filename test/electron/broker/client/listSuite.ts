/** The client suite on what lists were asked for: filters, ranges and order. */

import { expect } from 'vitest'
import type { Broker } from '../../../../electron/core/ports/broker.ts'
import { MARKET_SPECS } from '../../../../electron/paper/exchange/marketSpecs.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { BTC, type Step, type SuiteVenue } from './suiteVenue.ts'

export function asksLists(test: Step, at: SuiteVenue): void {
  test('instruments are chosen by | and *, whatever the case, and by their whole name [4.filter.or 4.filter.star 4.filter.case 4.filter.anchored 4.instruments]', async () => {
    const names = (filter: Parameters<Broker['instruments']>[0], count: number) =>
      at.whole(
        async () => at.must(await at.broker.instruments(filter)).items.map((one) => one.symbol),
        ({ length }) => length === count,
      )
    expect(await names({ symbol: 'btc*|ETHusdc_PERP' }, 2)).toEqual(['BTCUSDC_PERP', 'ETHUSDC_PERP'])
    expect(await names({ symbol: 'BTC' }, 0)).toEqual([])
    expect(await names({ underlying: 'SOL' }, 1)).toEqual(['SOLUSDC_PERP'])
    const all = MARKET_SPECS.length
    expect((await names({ quoteCurrency: 'u*c' }, all)).length).toBe(all)
  })

  test('trades and ledger keep to the range, the symbol and the order that were asked for [4.tradesQuery.fromTo 4.tradesQuery.sort 4.transactions]', async () => {
    const trades = at.must(await at.broker.trades({ customer: at.customer, symbol: BTC, sort: 'asc' })).items
    expect(trades.length).toBeGreaterThanOrEqual(2)
    const times = trades.map((one) => one.createdAt ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const last = times.at(-1) ?? 0
    const latest = at.must(await at.broker.trades({ customer: at.customer, from: last, to: last })).items
    expect(latest.map((one) => one.code)).toContain(trades.at(-1)?.code)
    expect(latest.every((one) => one.createdAt === last)).toBe(true)
    expect(
      at.must(
        await at.broker.trades({
          customer: at.customer,
          to: times[0] === undefined ? 0 : times[0] - 1,
          symbol: BTC,
        }),
      ).items,
    ).toEqual([])
    expect(at.must(await at.broker.trades({ symbol: 'NOPEUSDC_PERP' as Symbol })).items).toEqual([])
    const rows = at.must(await at.broker.ledger({ customer: at.customer, from: last })).items
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((one) => (one.createdAt ?? 0) >= last)).toBe(true)
  })
}
