/** Saves the limits: lists the changes, asks for the word that a looser block or unconfirmed limits need, and sends. */

import { useState, type FormEvent } from 'react'
import type { Failure } from '../../../shared/contract/failure.ts'
import { wordToLoosen, wordToSave } from '../../../shared/domain/limitChanges.ts'
import type { LimitChange, LimitRule } from '../../../shared/domain/limits.ts'
import { Field } from '../../ui/Field.tsx'
import { useSession } from '../../useSession.ts'
import { FailureLine } from '../PanelParts.tsx'
import { ChangeList } from './ChangeList.tsx'

export interface SaveLimitsProps {
  readonly baseVersion: number
  /** Null while something typed is wrong. */
  readonly rules: readonly LimitRule[] | null
  readonly changes: readonly LimitChange[]
  /** Why the limits in force do not count until they are confirmed; null: they count. */
  readonly unconfirmed: string | null
  readonly edited: boolean
  readonly onSaved: () => void
  readonly onDrop: () => void
}

export function SaveLimits({
  baseVersion,
  rules,
  changes,
  unconfirmed,
  edited,
  onSaved,
  onDrop,
}: SaveLimitsProps) {
  const session = useSession()
  const [typed, setTyped] = useState('')
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const word = wordToSave(changes, unconfirmed)
  const savable = changes.length > 0 || unconfirmed !== null
  const ready = rules !== null && savable && (word === null || typed.trim() === word)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving || !ready) return
    setSaving(true)
    setFailure(null)
    const reply = await session.client.call('limits.save', {
      baseVersion,
      rules: [...rules],
      typed: word === null ? null : typed,
    })
    setSaving(false)
    setTyped('')
    if (reply.ok) onSaved()
    else setFailure(reply.failure)
  }
  return (
    <form aria-label="Save limits" onSubmit={(event) => void save(event)}>
      <h2>Changes</h2>
      {changes.length === 0 && (
        <p className="muted">
          {rules === null ? 'Mend what is marked.' : 'Type a bound in the table; empty is none.'}
        </p>
      )}
      <ChangeList changes={changes} />
      {word !== null && (
        <Field
          id="limits-typed"
          label={
            <>
              {wordToLoosen(changes) === null
                ? 'Puts these limits in force again: type '
                : 'Lets more through: type '}
              <b>{word}</b>
            </>
          }
          value={typed}
          onText={setTyped}
        />
      )}
      <button type="submit" className="button primary" aria-disabled={!ready || saving}>
        {saving
          ? 'Saving…'
          : changes.length === 0
            ? unconfirmed === null
              ? 'Nothing to save'
              : `CONFIRM these limits as version ${baseVersion + 1}`
            : `SAVE ${changes.length} ${changes.length === 1 ? 'change' : 'changes'} as version ${baseVersion + 1}`}
      </button>
      {edited && (
        <button type="button" className="button" onClick={onDrop}>
          Drop changes
        </button>
      )}
      <FailureLine failure={failure} />
    </form>
  )
}
