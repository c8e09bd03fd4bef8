/** Who deals: name and role on the first screen. The core keeps them for the next sign-in, and journals every act under them. */

import { useState } from 'react'
import type { Session } from '../../../shared/contract/status.ts'
import { dealerName, dealerWords, LONGEST_DEALER } from '../../../shared/domain/settings/dealerName.ts'
import { useSession } from '../../state/useSession.ts'
import { Field } from '../../ui/Field.tsx'

const PROBLEM = `Name and role must be visible text of at most ${LONGEST_DEALER} characters each.`

export function DealerFields({ session: { dealer } }: { readonly session: Session }) {
  const { client } = useSession()
  const [name, setName] = useState(dealer?.name ?? '')
  const [role, setRole] = useState(dealer?.role ?? '')
  const [problem, setProblem] = useState<string | null>(null)

  const save = async () => {
    const typed = { name: name.trim(), role: role.trim() }
    const read = dealerName.safeParse(typed)
    if (typed.name !== '' && !read.success) return setProblem(PROBLEM)
    if (typed.name === '' && typed.role !== '') return setProblem('Type your name before your role.')
    const next = read.success ? read.data : null
    if ((next && dealerWords(next)) === (dealer && dealerWords(dealer))) return setProblem(null)
    const reply = await client.call('session.nameDealer', { dealer: next })
    setProblem(reply.ok ? null : reply.failure.message)
  }
  return (
    <section className="dealer-fields" aria-label="Who deals">
      <Field
        id="dealer-name"
        label="Your name"
        placeholder="for the journal"
        value={name}
        onText={setName}
        onBlur={() => void save()}
      />
      <Field
        id="dealer-role"
        label="Role"
        placeholder="such as senior dealer"
        value={role}
        onText={setRole}
        onBlur={() => void save()}
      />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
