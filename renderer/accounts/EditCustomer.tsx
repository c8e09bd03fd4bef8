/** Adds or changes an entry of the desk's own directory of customers. */

import { useState, type FormEvent } from 'react'
import { customer as customerSchema } from '../../shared/domain/customer.ts'
import { customerCode, type CustomerCode } from '../../shared/domain/text.ts'
import { Field } from '../ui/Field.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useSession } from '../useSession.ts'

export function EditCustomer({
  code,
  onClose,
}: {
  readonly code: CustomerCode | null
  readonly onClose: () => void
}) {
  const session = useSession()
  const known = session.server.customers.getState().value?.find((of) => of.code === code)
  const [form, setForm] = useState({
    code: code ?? '',
    name: known?.name ?? '',
    group: known?.group ?? '',
    note: known?.note ?? '',
  })
  const [problem, setProblem] = useState<string | null>(null)
  const field = (name: keyof typeof form, label: string, disabled = false) => (
    <Field
      id={`customer-${name}`}
      label={label}
      value={form[name]}
      disabled={disabled}
      onText={(text) => setForm({ ...form, [name]: text })}
    />
  )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const checked = customerCode.safeParse(form.code)
    if (!checked.success)
      return setProblem('The code is 1 to 64 characters without spaces or : , = / @ # ? %.')
    const entry = customerSchema.safeParse({ ...form, origin: 'hand' })
    if (!entry.success) return setProblem('Name at most 80, group 40, note 400 characters.')
    if (code === null && session.server.customers.getState().value?.some((of) => of.code === form.code))
      return setProblem(`${form.code} is in the list already; edit it there.`)
    const reply = await session.client.call('customer.save', { customer: entry.data })
    if (reply.ok) onClose()
    else setProblem(reply.failure.message)
  }
  return (
    <Sheet title={code === null ? 'Add a customer' : `Customer ${code}`} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        {field('code', 'Code', code !== null)}
        {field('name', 'Name')}
        {field('group', 'Group')}
        {field('note', 'Note')}
        <Problem sentence={problem} />
        <div className="row-of-buttons">
          <button type="submit" className="button primary">
            {code === null ? 'Add the customer' : 'Save the customer'}
          </button>
        </div>
      </form>
    </Sheet>
  )
}
