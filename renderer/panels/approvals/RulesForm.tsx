/** The four-eyes rules as a form: from which amount on, and which kinds of act. The core decides whether a change itself needs a second dealer. */

import { useState } from 'react'
import { signOf, toText } from '../../../shared/base/decimal.ts'
import { isSameRules, type FourEyesRules } from '../../../shared/domain/fourEyes/fourEyesRules.ts'
import { rulesWords } from '../../../shared/domain/fourEyes/fourEyesWords.ts'
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
  ['bulk', 'Every block, scale, and import of ratios or groups'],
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

interface InForce {
  readonly rules: FourEyesRules
  readonly version: number
}

/** What the dealer changed. Every other field follows the rules. */
interface Edits {
  readonly amounts: Readonly<Partial<Record<Amount, string>>>
  readonly kinds: Readonly<Partial<Record<Kind, boolean>>>
}
const NOTHING: Edits = { amounts: {}, kinds: {} }

const isEdited = ({ amounts, kinds }: Edits): boolean =>
  Object.keys(amounts).length + Object.keys(kinds).length > 0

const amountText = ({ amounts }: Edits, { rules }: InForce, name: Amount): string =>
  amounts[name] ?? rules[name] ?? ''

/** The rules with what was typed; null while an amount is wrong. */
function editedRules(edits: Edits, from: InForce): FourEyesRules | null {
  const withdrawals = amountOf(amountText(edits, from, 'withdrawals'))
  const orders = amountOf(amountText(edits, from, 'orders'))
  return withdrawals === undefined || orders === undefined
    ? null
    : { ...from.rules, ...edits.kinds, withdrawals, orders }
}

interface RulesFormProps {
  readonly inForce: InForce
  readonly dealers: readonly DealerName[]
  readonly onDone: () => void
}

export function RulesForm({ inForce, dealers, onDone }: RulesFormProps) {
  const [edits, setEdits] = useState(NOTHING)
  /** The rules on which the edits began. */
  const [base, setBase] = useState(inForce)
  const { send, failure, isBusy } = useSend('fourEyes.save', 'Four-eyes rules')
  const from = isEdited(edits) ? base : inForce
  const rules = editedRules(edits, from)
  const isOvertaken = from.version !== inForce.version
  // What was typed is in force by now: it was saved, perhaps by the approval of a second dealer.
  if (isOvertaken && rules !== null && isSameRules(rules, inForce.rules)) setEdits(NOTHING)
  const edit = (next: Edits) => {
    if (!isEdited(edits)) setBase(inForce)
    setEdits(next)
  }
  const save = async () => {
    if (rules === null || isOvertaken || isBusy) return
    if (await send({ baseVersion: from.version, rules })) onDone()
  }
  return (
    <form
      aria-label="Four-eyes rules"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
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
          value={amountText(edits, from, name)}
          problem={amountOf(amountText(edits, from, name)) === undefined ? PROBLEM : null}
          onText={(text) => edit({ ...edits, amounts: { ...edits.amounts, [name]: text } })}
        />
      ))}
      {KINDS.map(([name, label]) => (
        <label key={name} className="bar-field">
          <input
            type="checkbox"
            checked={edits.kinds[name] ?? from.rules[name]}
            onChange={({ target }) => edit({ ...edits, kinds: { ...edits.kinds, [name]: target.checked } })}
          />
          {label}
        </label>
      ))}
      <FailureLine failure={failure} />
      {isOvertaken && (
        <Overtaken rules={inForce.rules} onDrop={() => setEdits(NOTHING)} onKeep={() => setBase(inForce)} />
      )}
      <div className="row-of-buttons">
        <button type="submit" className="button" disabled={isBusy || isOvertaken || rules === null}>
          Save the rules
        </button>
      </div>
    </form>
  )
}

interface OvertakenProps {
  /** In force by now. */
  readonly rules: FourEyesRules
  readonly onDrop: () => void
  readonly onKeep: () => void
}

const Overtaken = ({ rules, onDrop, onKeep }: OvertakenProps) => (
  <div role="alert" className="problem">
    <p>
      The rules were changed while you typed. In force now: a second dealer approves{' '}
      {rulesWords(rules) ?? 'nothing'}.
    </p>
    <div className="row-of-buttons">
      <button type="button" className="button small" onClick={onKeep}>
        Change the new rules
      </button>
      <button type="button" className="button small" onClick={onDrop}>
        Drop what I typed
      </button>
    </div>
  </div>
)
