/** Stored alerts: what an earlier release stored is read, and what a newer one stored is not guessed. */

import { expect, it } from 'vitest'
import { readStoredAlerts, storedAlertsText } from '../../../../shared/domain/alerts/storedAlerts.ts'
import type { AlertRule } from '../../../../shared/domain/alerts/alertRule.ts'
import { decimal, toText } from '../../../../shared/base/decimal.ts'

const rule: AlertRule = {
  id: 1,
  watch: { kind: 'used', level: toText(decimal('80')) },
  customerCode: null,
  mustAcknowledge: true,
  isOnce: false,
  isOn: true,
  firedAt: null,
  fired: 0,
  beyond: ['C1042'],
}

it('alerts are read as they were stored', () => {
  const accounts = { 'paper dealer': { nextId: 2, rules: [rule], unread: 0 } }
  expect(readStoredAlerts(storedAlertsText(accounts))).toEqual(accounts)
})

it('alerts of version 1 are read, and those of a newer version are not guessed', () => {
  const stored = (version: number) =>
    JSON.stringify({
      version,
      accounts: { desk: { nextId: 2, rules: [{ ...rule, watch: { kind: 'fill' } }] } },
    })
  expect(readStoredAlerts(stored(1))).toMatchObject({ desk: { rules: { length: 1 }, unread: 0 } })
  expect(readStoredAlerts(stored(3))).toBe('newer')
})

it('an alert that nobody can read, or with the number of another one, costs no other alert', () => {
  const strange = { ...rule, id: 2, watch: { kind: 'used', level: 80 } }
  const twin = { ...rule, watch: { kind: 'fill' } }
  const text = JSON.stringify({ version: 2, accounts: { desk: { nextId: 1, rules: [rule, strange, twin] } } })
  expect(readStoredAlerts(text)).toEqual({ desk: { nextId: 2, rules: [rule], unread: 2 } })
})
