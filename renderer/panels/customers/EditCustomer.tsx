/** Adds or changes an entry of the customer directory. Shows its names on the command line and its limits, which are changed elsewhere. */

import { useState } from 'react'
import type { Customer } from '../../../shared/domain/accounts/customer.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { ok } from '../../../shared/base/result.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { ReviewActions, ReviewForm, type Review } from '../../dealing/ReviewForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { useSession } from '../../state/useSession.ts'
import { customerFirst } from '../../format/customerFirst.ts'
import { ConfirmCode } from './ConfirmCode.tsx'
import { KeptElsewhere } from './KeptElsewhere.tsx'
import { readCode, readEntry } from './readEntry.ts'
import { useFailure } from '../../dealing/useFailure.ts'

function customerSentence(isNew: boolean, { code, name, group, tags, ratio, note }: Customer): string {
  const said = (label: string, text: string) => `${label} ${text === '' ? 'none' : text}`
  const facts = [
    said('name', name),
    said('group', group),
    said('tags', tags.join(' ')),
    said('ratio', ratio ?? ''),
    said('note', note),
  ].join(', ')
  return customerFirst(code, `${isNew ? 'ADD to' : 'SAVE in'} the customers of this desk: ${facts}`)
}

export function EditCustomer({
  code,
  onClose,
}: {
  readonly code: CustomerCode | null
  readonly onClose: () => void
}) {
  const session = useSession()
  const customers = session.server.customers.getState().value
  const known = customers?.find((customer) => customer.code === code)
  const [form, setForm] = useState({
    code: code ?? '',
    name: known?.name ?? '',
    group: known?.group ?? '',
    tags: known?.tags.join(' ') ?? '',
    ratio: known?.ratio ?? '',
    note: known?.note ?? '',
  })
  const { failure, show } = useFailure(code === null ? 'Add a customer' : `Customer ${shownCode(code)}`)
  const field = (name: keyof typeof form, label: string, placeholder = '') => (
    <Field
      id={`customer-${name}`}
      label={label}
      value={form[name]}
      placeholder={placeholder}
      onText={(text) => setForm({ ...form, [name]: text })}
    />
  )
  const typed = code === null ? readCode(form.code) : ok(code)
  const entry = typed.ok ? readEntry(typed.value, form) : typed
  const isTaken = code === null && customers?.some((customer) => customer.code === form.code) === true
  const why = isTaken
    ? `${shownCode(form.code)} is in the list already. Edit that entry.`
    : entry.ok
      ? null
      : entry.failure
  const review: Review<Customer> | null =
    entry.ok && !isTaken
      ? { sentence: customerSentence(code === null, entry.value), word: null, payload: entry.value }
      : null
  const save = async (customer: Customer) => {
    const reply = await session.client.call('customer.save', { customer })
    if (reply.ok) onClose()
    else show(reply.failure)
  }
  return (
    <Sheet title={code === null ? 'Add a customer' : `Customer ${shownCode(code)}`} onClose={onClose}>
      {known && <ConfirmCode customer={known} />}
      <ReviewForm
        form="customer"
        name={code === null ? 'Add a customer' : `Customer ${shownCode(code)}`}
        review={review}
        why={form.code === '' ? 'Type a code' : (why ?? '')}
        verb={code === null ? 'Add' : 'Save'}
        send={save}
      >
        {code === null ? (
          field('code', 'Code')
        ) : (
          <Field id="customer-code" label="Code" value={shownCode(code)} disabled onText={() => {}} />
        )}
        {field('name', 'Name')}
        {field('group', 'Group')}
        {field('tags', 'Tags', 'words, separated by spaces')}
        {field('ratio', 'Ratio', 'none')}
        {field('note', 'Note')}
        <FailureLine failure={failure} />
        <ReviewActions />
      </ReviewForm>
      {code !== null && <KeptElsewhere code={code} onClose={onClose} />}
    </Sheet>
  )
}
