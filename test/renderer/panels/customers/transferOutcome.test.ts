import { expect, it } from 'vitest'
import { transferOutcome } from '../../../../renderer/panels/customers/transferOutcome.ts'

const row = (status: string, asset: string | null = 'USDC') => ({ status, asset })

it('pending is not settled yet', () => {
  expect(transferOutcome(row('pending'), 'USDC', true)).toMatch(/^The venue accepted .* not settled it yet/)
})

it('completed is in the balance only in USDC, and only while the balance is known', () => {
  expect(transferOutcome(row('completed'), 'USDC', true)).toBe('Settled. The balance includes it.')
  expect(transferOutcome(row('completed', null), 'USDC', true)).toBe('Settled. The balance includes it.')
  expect(transferOutcome(row('completed'), 'USDC', false)).toBe('Settled. The balance is not known yet.')
  for (const other of [row('completed', 'BTC'), row('completed', null), row('completed')])
    expect(transferOutcome(other, 'BTC', true)).toMatch(/^Settled\. .* no balance here includes it\.$/)
  expect(transferOutcome(row('completed', 'BTC'), 'USDC', true)).toMatch(/no balance here includes it/)
})

it('cancelled leaves the balance as it was', () => {
  expect(transferOutcome(row('cancelled'), 'USDC', true)).toMatch(/did not settle .* balance is unchanged\.$/)
})

it('any other word proves nothing, and says not to repeat the transfer', () => {
  for (const status of ['processing', 'failed', 'canceled', ''])
    expect(transferOutcome(row(status), 'USDC', true)).toBe(
      `The venue calls it "${status}". What became of it is not known. Do not repeat it; ask the broker.`,
    )
})

it('a transfer that the ledger does not show is not called pending', () => {
  expect(transferOutcome(null, 'USDC', true)).toMatch(/does not show it, .* not known .* Do not repeat it/)
})
