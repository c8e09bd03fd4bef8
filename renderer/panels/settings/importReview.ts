/** What a file of settings changes, line by line: each value and each key, before and after. Pure; changes nothing. */

import { capOfChord } from '../../../shared/domain/settings/keyChord.ts'
import type { DealerSettings } from '../../../shared/domain/settings/dealerSettings.ts'
import type { FileContents } from '../../../shared/domain/settings/settingsFile.ts'
import { isSettingId, SETTINGS, type Setting } from '../../../shared/domain/settings/settingList.ts'
import { scopeOf, type KeyScope } from '../../../shared/domain/settings/keyScope.ts'
import { isOnePress, type Binding } from '../../keyboard/remapKeys.ts'
import { valueWords } from './settingSearch.ts'

export interface ReviewLine {
  readonly text: string
  /** A dealer who does not know of this change may arm a ladder, or name another customer, with a key that meant something else. */
  readonly standsOut: boolean
}

/** The window bindings that decide whose order is sent, or whether a key sends one. The kill switch, the halts and the trade lock cannot be moved. */
const DECIDES_ORDERS: ReadonlySet<string> = new Set([
  'armLadder',
  'pickCustomer',
  'pickLinkCustomer',
  'pickCustomerLink',
])

/** The panels whose keys begin an order or a transfer. */
const DEALING: ReadonlySet<KeyScope | null> = new Set(['ladder', 'orders', 'positions', 'customers'])

/** `keys`: the keys in force now. */
export const reviewLines = (
  { values, keys: wanted }: FileContents,
  settings: DealerSettings,
  keys: readonly Binding[],
): readonly ReviewLine[] => [
  ...Object.entries(values).flatMap(([id, value]) =>
    isSettingId(id) ? valueLines(SETTINGS[id], id, settings.values[id], value) : [],
  ),
  ...Object.entries(wanted).map(([binding, chord]): ReviewLine => keyLine(keys, binding, chord)),
]

function valueLines(
  { title, entries }: Setting,
  id: keyof typeof SETTINGS,
  before: unknown,
  after: unknown,
): readonly ReviewLine[] {
  if (!entries) return [plain(title, valueWords(id, before), valueWords(id, after))]
  const old = new Map(Object.entries(before as object))
  const words = (entry: unknown) => (entry === undefined ? entries.usual : entries.words(entry))
  return Object.entries(after as object).map(([name, entry]) =>
    id === 'express.limits'
      ? careful(plain(`${entries.title} ${name}`, words(old.get(name)), words(entry)))
      : plain(`${entries.title} ${name}`, words(old.get(name)), words(entry)),
  )
}

const plain = (name: string, before: string, after: string): ReviewLine => ({
  text: before === after ? `${name}: ${before}, as now` : `${name}: ${before} → ${after}`,
  standsOut: false,
})

/** Orders may leave without Enter up to these limits. */
const careful = ({ text }: ReviewLine): ReviewLine => ({ text: `Take care: ${text}`, standsOut: true })

function keyLine(keys: readonly Binding[], binding: string, chord: string): ReviewLine {
  const key = keys.find(({ id }) => id === binding)
  const [before, after] = [capOfChord(key?.chord ?? chord), capOfChord(chord)]
  const line = plain(key?.name ?? binding, before, after)
  if (before === after || !(DECIDES_ORDERS.has(binding) || DEALING.has(scopeOf(binding)))) return line
  const other = keys.find((held) => isOnePress(held, { id: binding, chord }))
  const until = other ? ` Until now ${after} is the key of “${other.name}”.` : ''
  return { text: `Take care: ${line.text}.${until}`, standsOut: true }
}
