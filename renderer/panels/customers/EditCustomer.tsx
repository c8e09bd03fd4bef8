/** Adds or changes an entry of the customer directory. */

import { useState } from 'react'
import type { Failure } from '../../../shared/contract/failure.ts'
import { customer as customerSchema, type Customer } from '../../../shared/domain/accounts/customer.ts'
import { shownCode } from '../../../shared/domain/accounts/lookAlike.ts'
import { customerCode, type CustomerCode } from '../../../shared/domain/scalars.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { ReviewActions, ReviewForm, type Review } from '../../dealing/ReviewForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { useSession } from '../../state/useSession.ts'
import { customerFirst } from '../../format/customerFirst.ts'
import { ConfirmCode } from './ConfirmCode.tsx'

function customerSentence(isNew: boolean, { code, name, group, note }: Customer): string {
  const said = (label: string, text: string) => `${label} ${text === '' ? 'none' : text}`
  const facts = [said('name', name), said('group', group), said('note', note)].join(', ')
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
  const known = session.server.customers.getState().value?.find((customer) => customer.code === code)
  const [form, setForm] = useState({
    code: code ?? '',
    name: known?.name ?? '',
    group: known?.group ?? '',
    note: known?.note ?? '',
  })
  const [failure, setFailure] = useState<Failure | null>(null)
  const field = (name: keyof typeof form, label: string, disabled = false) => (
    <Field
      id={`customer-${name}`}
      label={label}
      value={disabled ? shownCode(form[name]) : form[name]}
      disabled={disabled}
      onText={(text) => setForm({ ...form, [name]: text })}
    />
  )
  const entry = customerSchema.safeParse({ ...form, origin: 'hand' })
  const taken =
    code === null &&
    session.server.customers.getState().value?.some((customer) => customer.code === form.code)
  const why = !customerCode.safeParse(form.code).success
    ? 'The code is 1 to 64 characters without spaces or : , = / @ # ? %.'
    : !entry.success
      ? 'Name at most 80, group 40, note 400 characters.'
      : taken
        ? `${form.code} is in the list already. Edit that entry.`
        : null
  const review: Review<Customer> | null =
    why === null && entry.success
      ? { sentence: customerSentence(code === null, entry.data), word: null, payload: entry.data }
      : null
  const save = async (customer: Customer) => {
    const reply = await session.client.call('customer.save', { customer })
    if (reply.ok) onClose()
    else setFailure(reply.failure)
  }
  return (
    <Sheet title={code === null ? 'Add a customer' : `Customer ${shownCode(code)}`} onClose={onClose}>
      {known && <ConfirmCode customer={known} />}
      <ReviewForm
        form="customer"
        name={code === null ? 'Add a customer' : `Customer ${code}`}
        review={review}
        why={form.code === '' ? 'Type a code' : (why ?? '')}
        verb={code === null ? 'Add' : 'Save'}
        send={save}
      >
        {field('code', 'Code', code !== null)}
        {field('name', 'Name')}
        {field('group', 'Group')}
        {field('note', 'Note')}
        <FailureLine failure={failure} />
        <ReviewActions />
      </ReviewForm>
    </Sheet>
  )
}
