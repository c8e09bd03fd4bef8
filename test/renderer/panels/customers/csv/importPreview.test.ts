/** The preview of an import marks codes that look like others before anything is imported, and counts whose part of blocks changes. */

import { describe, expect, it } from 'vitest'
import { importPreview } from '../../../../../renderer/panels/customers/csv/importPreview.ts'
import { readCustomersCsv } from '../../../../../renderer/panels/customers/csv/customersCsv.ts'
import { blankCustomer, type ListedCustomer } from '../../../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../../../shared/domain/scalars.ts'

const code = (text: string) => text as CustomerCode
/** C1042 with a Cyrillic Es. */
const TWIN = code('\u04211042')
const known = (word: string, more: Partial<ListedCustomer> = {}): ListedCustomer => ({
  ...blankCustomer(code(word), 'hand'),
  ...more,
})

function preview(text: string, present: readonly ListedCustomer[]) {
  const file = readCustomersCsv(text)
  if (!file.ok) throw new Error(file.failure)
  return importPreview(file.value, present, [])
}
const marks = ({ rows }: ReturnType<typeof preview>) => rows.map((row) => [row.code, row.looksLike] as const)

describe('codes that look alike', () => {
  it('are marked where a new code looks like a customer of the desk, and stand first', () => {
    const made = preview(`customer_code,name\nC2007,Zed\n${TWIN},Acme`, [known('C1042'), known('C2007')])
    expect(marks(made)).toEqual([
      [TWIN, 'C1042'],
      ['C2007', null],
    ])
    expect(made.warnings).toEqual([
      'The code \\u{421}1042 looks like C1042, which is another customer. No new order, deposit or withdrawal is sent for it until you confirm the code. Cancels and a flatten work.',
    ])
  })

  it('are marked where two new codes of the file look alike', () => {
    const made = preview('customer_code,name\nC1O42,One\nC1042,Two\nD7,Three', [])
    expect(marks(made)).toEqual([
      ['C1O42', 'C1042'],
      ['C1042', 'C1O42'],
      ['D7', null],
    ])
    expect(made.warnings).toEqual([
      '2 codes look like other codes: C1O42, C1042. No new order, deposit or withdrawal is sent for them until you confirm each code. Cancels and a flatten work.',
    ])
  })

  it('of customers that the desk lists are marked by what a dealer confirmed', () => {
    const file = `customer_code,name\nC1042,Acme\n${TWIN},Other`
    expect(marks(preview(file, [known('C1042'), known(TWIN, { looksLike: code('C1042') })]))).toEqual([
      [TWIN, 'C1042'],
      ['C1042', null],
    ])
    expect(preview(file, [known('C1042'), known(TWIN)]).warnings).toEqual([])
  })
})

it('counts the customers whose ratio or group changes', () => {
  const present = [known('A1', { ratio: '2' as never }), known('A2', { group: 'macro' }), known('A3')]
  const file = 'customer_code,name,group,ratio\nA1,One,,2\nA2,Two,,\nA3,Three,,1.5\nA4,Four,macro,'
  expect(preview(file, present).otherPart).toBe(3)
})
