/** What an import changes of a customer, in words, and whether the customer then gets another part of blocks. Pure. */

import type { Customer, CustomerChange } from '../accounts/customer.ts'

const FIELDS = ['name', 'group', 'tags', 'ratio', 'note'] as const

const textOf = (entry: Customer | null, field: (typeof FIELDS)[number]): string => {
  const value = entry?.[field] ?? ''
  return typeof value === 'string' ? value : value.join(' ')
}

/** `group: macro → none · ratio: 1 → 2.5`: each changed field, before and after. Of a new customer the fields alone. */
export function changeWords({ before, after }: CustomerChange): string {
  const said = (text: string) => (text === '' ? 'none' : text)
  return FIELDS.flatMap((field) => {
    const [from, to] = [textOf(before, field), textOf(after, field)]
    return from === to ? [] : [before ? `${field}: ${said(from)} → ${said(to)}` : `${field}: ${to}`]
  }).join(' · ')
}

/** Whether blocks give the customer another part: its ratio or its group changes. */
export const changesPart = ({ before, after }: CustomerChange): boolean =>
  (before?.ratio ?? null) !== after.ratio || (before?.group ?? '') !== after.group
