/** What an import of customers would change: new entries, changed fields, rows left out, and who leaves a halted group. Pure; changes nothing. */

import {
  entryOf,
  isSameCustomer,
  type Customer,
  type CustomerChange,
  type ListedCustomer,
} from '../../../../shared/domain/accounts/customer.ts'
import { changesPart, changeWords } from '../../../../shared/domain/fourEyes/customerChangeWords.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import { lookAlikesAfter } from '../../../../shared/domain/accounts/lookAlike.ts'
import { scopeWords, type Halt } from '../../../../shared/domain/orders/halt.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { counted } from '../../../format/numbers.ts'
import type { CustomersFile, RowProblem } from './customersCsv.ts'

export interface PreviewRow {
  readonly row: number
  readonly code: CustomerCode
  readonly kind: 'new' | 'changed'
  /** Each changed field, before and after. */
  readonly words: string
  /** The customer leaves a group that is halted. */
  readonly leavesHalt: boolean
  /** Another customer of the desk or the file, whose code a dealer may confuse with this one. Null: none, or the dealer confirmed the code. */
  readonly looksLike: CustomerCode | null
}

export interface ImportPreview {
  readonly changes: readonly CustomerChange[]
  /** Customers who leave a halted group first, then codes that look alike, then in the order of the file. */
  readonly rows: readonly PreviewRow[]
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly problems: readonly RowProblem[]
  /** What the dealer must know before the import: who leaves or joins a halted group. */
  readonly warnings: readonly string[]
  readonly leaving: number
  /** Customers whose ratio or group changes: blocks then give them another part. */
  readonly otherPart: number
}

/** Customers that a sentence names; the others are counted. */
const NAMED = 5
const namesOf = (codes: readonly CustomerCode[]): string => {
  const names = codes.slice(0, NAMED).map(shownCode).join(', ')
  return codes.length > NAMED ? `${names} and ${counted(codes.length - NAMED)} more` : names
}

const moveWords = ({ length }: readonly CustomerCode[], one: string, many: string): string =>
  length === 1 ? `1 customer ${one}` : `${counted(length)} customers ${many}`
const themOf = ({ length }: readonly CustomerCode[]): string => (length === 1 ? 'this customer' : 'them')

/** The groups that are halted, by name. */
const haltedGroups = (halts: readonly Halt[]): ReadonlyMap<string, Halt> =>
  new Map(halts.flatMap((halt) => (halt.scope.kind === 'group' ? [[halt.scope.group, halt] as const] : [])))

function haltWarnings(
  changes: readonly CustomerChange[],
  halted: ReadonlyMap<string, Halt>,
): readonly string[] {
  return [...halted].flatMap(([group, { scope }]) => {
    const moved = (from: (change: CustomerChange) => string | undefined, to: typeof from) =>
      changes
        .filter((change) => from(change) === group && to(change) !== group)
        .map(({ after }) => after.code)
    const before = ({ before: entry }: CustomerChange) => entry?.group
    const after = ({ after: entry }: CustomerChange) => entry.group
    const left = moved(before, after)
    const joined = moved(after, before)
    return [
      ...(left.length === 0
        ? []
        : [
            `${moveWords(left, 'leaves', 'leave')} ${scopeWords(scope)}, which is halted: ${namesOf(left)}. The halt still covers ${themOf(left)} until it is lifted.`,
          ]),
      ...(joined.length === 0
        ? []
        : [
            `${moveWords(joined, 'joins', 'join')} ${scopeWords(scope)}, which is halted: ${namesOf(joined)}. The halt covers ${themOf(joined)} at once.`,
          ]),
    ]
  })
}

function alikeWarnings(
  alike: ReadonlyMap<CustomerCode, CustomerCode>,
  changes: readonly CustomerChange[],
): readonly string[] {
  const codes = changes.map(({ after }) => after.code).filter((code) => alike.has(code))
  const [first] = codes
  const other = first && alike.get(first)
  return first === undefined || other === undefined
    ? []
    : [
        codes.length === 1
          ? `The code ${shownCode(first)} looks like ${shownCode(other)}, which is another customer. No new order, deposit or withdrawal is sent for it until you confirm the code. Cancels and a flatten work.`
          : `${counted(codes.length)} codes look like other codes: ${namesOf(codes)}. No new order, deposit or withdrawal is sent for them until you confirm each code. Cancels and a flatten work.`,
      ]
}

/** `customers`: the list now. `halts`: in force now. */
export function importPreview(
  file: CustomersFile,
  customers: readonly ListedCustomer[],
  halts: readonly Halt[],
): ImportPreview {
  const present = new Map<string, Customer>(customers.map((customer) => [customer.code, entryOf(customer)]))
  const halted = haltedGroups(halts)
  const alike = lookAlikesAfter(
    file.rows.map(({ code }) => code),
    new Map(customers.map(({ code, looksLike }) => [code, looksLike])),
  )
  const changes: CustomerChange[] = []
  const rows: PreviewRow[] = []
  const problems: RowProblem[] = [...file.problems]
  let unchanged = 0
  for (const { row, code, entryAfter } of file.rows) {
    const before = present.get(code)
    const read = entryAfter(before)
    if (!read.ok) {
      problems.push({ row, sentence: read.failure })
      continue
    }
    const after = read.value
    // An import does not confirm a detected code whose entry it leaves as it is.
    if (before && isSameCustomer({ ...before, origin: after.origin }, after)) {
      unchanged++
      continue
    }
    const change = { before: before ?? null, after }
    changes.push(change)
    rows.push({
      row,
      code,
      kind: before ? 'changed' : 'new',
      words: changeWords(change),
      looksLike: alike.get(code) ?? null,
      leavesHalt: before !== undefined && before.group !== after.group && halted.has(before.group),
    })
  }
  const added = rows.filter(({ kind }) => kind === 'new').length
  const leaving = rows.filter(({ leavesHalt }) => leavesHalt)
  const others = rows.filter(({ leavesHalt }) => !leavesHalt)
  return {
    changes,
    rows: [
      ...leaving,
      ...others.filter(({ looksLike }) => looksLike !== null),
      ...others.filter(({ looksLike }) => looksLike === null),
    ],
    added,
    changed: rows.length - added,
    unchanged,
    problems: problems.toSorted((a, b) => a.row - b.row),
    warnings: [...haltWarnings(changes, halted), ...alikeWarnings(alike, changes)],
    leaving: leaving.length,
    otherPart: changes.filter(changesPart).length,
  }
}
