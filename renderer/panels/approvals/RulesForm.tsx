/** The four-eyes rules as a form: from which amount on, and which kinds of act. The core decides whether a change itself needs a second dealer. */

import { useState } from 'react'
import { signOf, toText } from '../../../shared/base/decimal.ts'
import type { FourEyesRules } from '../../../shared/domain/fourEyes/fourEyesRules.ts'
import type { DealerName } from '../../../shared/domain/settings/dealerName.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { readTyped } from '../../format/numbers.ts'
import { Field } from '../../ui/Field.tsx'
import { useSend } from './useSend.ts'

type Amount = 'withdrawals' | 'orders'
type Kind = Exclude<keyof FourEyesRules, Amount>

const AMOUNTS: readonly (readonly [Amount, string])[] = [
  ['withdrawals', 'Withdrawals from'],
  ['orders', 'Orders from'],
]
const KINDS: readonly (readonly [Kind, string])[] = [
  ['bulk', 'Every block and scale'],
  ['leverage', 'Every order that sets the leverage'],
  ['fees', 'Every fee change'],
  ['limits', 'Every change of the limits'],
  ['webhooks', 'Every webhook change'],
]

const PROBLEM =
  'Type USDC, such as 50000 or 50k, with a point for decimals. 0 means every one, and an empty field none.'

/** Undefined: no amount. */
function amountOf(typed: string): FourEyesRules['orders'] | undefined {
  if (typed.trim() === '') return null
  const read = readTyped(typed)
  return read.ok && signOf(read.value) >= 0 ? toText(read.value) : undefined
}

export function RulesForm({
  rules,
  dealers,
  onDone,
}: {
  readonly rules: FourEyesRules
  readonly dealers: readonly DealerName[]
  readonly onDone: () => void
}) {
  const [typed, setTyped] = useState({
    withdrawals: rules.withdrawals ?? '',
    orders: rules.orders ?? '',
  } as Record<Amount, string>)
  const [kinds, setKinds] = useState(rules)
  const { send, failure, isBusy } = useSend('fourEyes.save')
  const withdrawals = amountOf(typed.withdrawals)
  const orders = amountOf(typed.orders)
  const save = () => {
    if (withdrawals === undefined || orders === undefined) return
    void send({ rules: { ...kinds, withdrawals, orders } }).then((isDone) => isDone && onDone())
  }
  return (
    <form
      aria-label="Four-eyes rules"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <h2>What needs a second dealer</h2>
      {dealers.length < 2 && (
        <p className="muted">Two dealers need a passphrase first: one who asks and one who approves.</p>
      )}
      {AMOUNTS.map(([name, label]) => (
        <Field
          key={name}
          id={`four-eyes-${name}`}
          label={label}
          inputMode="decimal"
          placeholder="USDC; empty: none"
          value={typed[name]}
          problem={amountOf(typed[name]) === undefined ? PROBLEM : null}
          onText={(text) => setTyped({ ...typed, [name]: text })}
        />
      ))}
      {KINDS.map(([name, label]) => (
        <label key={name} className="bar-field">
          <input
            type="checkbox"
            checked={kinds[name]}
            onChange={({ target }) => setKinds({ ...kinds, [name]: target.checked })}
          />
          {label}
        </label>
      ))}
      <FailureLine failure={failure} />
      <div className="row-of-buttons">
        <button
          type="submit"
          className="button"
          disabled={isBusy || withdrawals === undefined || orders === undefined}
        >
          Save the rules
        </button>
      </div>
    </form>
  )
}
