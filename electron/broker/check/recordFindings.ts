/** Reads the answers of a check as Openpit will read them with the profile that was found, and says what remains unread. Pure. */

import { readLedgerRow, readOrder, readTrade } from '../../../shared/broker/accountRecords.ts'
import { isObject, type Take } from '../../../shared/broker/fields.ts'
import { readList } from '../../../shared/broker/lists/lists.ts'
import { readInstrument, readTicker } from '../../../shared/broker/marketRecords.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import { misfit, open, sure, type Finding } from './findings.ts'
import type { ListRead } from './listFindings.ts'
import { isRead } from './reads.ts'

const WORDS: Readonly<Record<string, string>> = {
  instruments: 'instruments',
  tickers: 'tickers',
  trades: 'trades',
  transactions: 'ledger rows',
  orders: 'open orders',
}

const takeOf = (name: string, found: VenueProfile): Take<object> => {
  if (name === 'instruments') return readInstrument
  if (name === 'tickers') return (value) => readTicker(value, 0)
  if (name === 'trades') return (value) => readTrade(value, null)
  if (name === 'orders') return (value) => readOrder(value, null)
  return (value) => readLedgerRow(value, null, found)
}

/** `found`: the profile with every other finding. */
export function recordFindings(found: VenueProfile, lists: readonly ListRead[]): readonly Finding[] {
  const counts: string[] = []
  const findings: Finding[] = []
  for (const { name, read } of lists) {
    if (!isRead(read)) continue
    const words = WORDS[name] ?? name
    const listed = readList(read.body, name, found, takeOf(name, found))
    if (!listed.ok) {
      findings.push(misfit('records', `Openpit cannot read the ${words}: ${listed.failure}.`))
      continue
    }
    const { items, unreadable, odd } = listed.value
    counts.push(`${items.length} ${words}`)
    const [why] = unreadable
    if (why !== undefined)
      findings.push(
        misfit(
          'records',
          `${unreadable.length} of ${items.length + unreadable.length} ${words} cannot be read: ${why}.`,
        ),
      )
    const fields = [...new Set(odd.map(({ field }) => field ?? 'a row'))]
    if (fields.length > 0)
      findings.push(
        misfit(
          'records',
          `Of the ${words}, ${fields.join(', ')} cannot be read everywhere, and is unknown there.`,
        ),
      )
    const unsigned = name === 'transactions' ? items.filter(isUnsigned).length : 0
    if (unsigned > 0)
      findings.push(
        open('records', `The sign of ${unsigned} ledger rows is not known, so they stay out of sums.`),
      )
  }
  return counts.length === 0
    ? [...findings, open('records', 'No list could be read. Check addresses, paths and the user’s rights.')]
    : [sure('records', `With this profile Openpit reads ${counts.join(', ')}.`), ...findings]
}

const isUnsigned = (row: object): boolean =>
  isObject(row) && (row as unknown as LedgerRow).signedAmount === null
