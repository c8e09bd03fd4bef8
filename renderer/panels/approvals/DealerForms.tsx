/** Dealers with a passphrase: listed, removed, and added. Names only: no passphrase or hash is ever shown. */

import { useRef, useState } from 'react'
import { LONGEST_PASSPHRASE, SHORTEST_PASSPHRASE } from '../../../shared/domain/fourEyes/approval.ts'
import { dealerName, dealerWords, type DealerName } from '../../../shared/domain/settings/dealerName.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { mayMoveFocus } from '../../ui/mayMoveFocus.ts'
import { Field } from '../../ui/Field.tsx'
import { SecondPressButton } from '../SecondPressButton.tsx'
import { useSend } from './useSend.ts'

const EMPTY = { name: '', role: '', passphrase: '', again: '' }

/** Why the form cannot be sent; null: it can. */
function whyNot({ name, role, passphrase, again }: typeof EMPTY): string | null {
  if (!dealerName.safeParse({ name: name.trim(), role: role.trim() }).success)
    return 'Type the dealer’s name.'
  if (passphrase.length < SHORTEST_PASSPHRASE)
    return `The passphrase needs ${SHORTEST_PASSPHRASE} characters or more. Several words are easy to keep in mind.`
  if (passphrase.length > LONGEST_PASSPHRASE) return `At most ${LONGEST_PASSPHRASE} characters.`
  return passphrase === again ? null : 'The two passphrases differ.'
}

export function DealerForms({ dealers }: { readonly dealers: readonly DealerName[] }) {
  const [typed, setTyped] = useState(EMPTY)
  const register = useSend('dealer.register', 'A dealer’s passphrase')
  const remove = useSend('dealer.unregister', 'Remove a dealer')
  const form = useRef<HTMLFormElement>(null)
  const problem = whyNot(typed)
  const set = (name: keyof typeof EMPTY) => (text: string) => setTyped({ ...typed, [name]: text })
  const submit = async () => {
    if (problem !== null) return
    const { passphrase } = typed
    const dealer = { name: typed.name.trim(), role: typed.role.trim() }
    setTyped({ ...typed, passphrase: '', again: '' })
    if (await register.send({ dealer, passphrase })) setTyped(EMPTY)
    // The button that was pressed is off now.
    if (mayMoveFocus(form.current)) form.current?.querySelector<HTMLInputElement>('input')?.focus()
  }
  return (
    <>
      <section aria-label="Dealers">
        <h2>Dealers with a passphrase</h2>
        {dealers.length === 0 && (
          <p className="muted">Nobody yet. Each dealer types their passphrase below.</p>
        )}
        {dealers.map((dealer) => (
          <p key={dealer.name} className="approval-dealer">
            {dealerWords(dealer)} <span className="spring" />
            <SecondPressButton
              isBusy={remove.isBusy}
              label="Remove"
              question={`${dealer.name} may approve no more: press again`}
              onConfirm={() => void remove.send({ name: dealer.name })}
            />
          </p>
        ))}
        <FailureLine failure={remove.failure} />
      </section>
      <form
        ref={form}
        aria-label="A dealer’s passphrase"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h2>Add a dealer, or change a passphrase</h2>
        <Field id="dealer-new-name" label="Name" value={typed.name} onText={set('name')} />
        <Field id="dealer-new-role" label="Role" value={typed.role} onText={set('role')} />
        <Field
          id="dealer-new-passphrase"
          label="Passphrase"
          type="password"
          value={typed.passphrase}
          onText={set('passphrase')}
        />
        <Field
          id="dealer-new-again"
          label="Once more"
          type="password"
          value={typed.again}
          problem={typed.name === '' && typed.passphrase === '' ? null : problem}
          onText={set('again')}
        />
        <FailureLine failure={register.failure} />
        <div className="row-of-buttons">
          <button type="submit" className="button" disabled={problem !== null || register.isBusy}>
            Keep the passphrase
          </button>
        </div>
      </form>
    </>
  )
}
