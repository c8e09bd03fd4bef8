/** The form around the limits: lists the changes, and saves them after a review with the word that a looser block or unconfirmed limits need. */

import type { ReactNode } from 'react'
import { wordToSave } from '../../../../shared/domain/limits/limitChanges.ts'
import { changeSentence, scopeWords } from '../../../../shared/domain/limits/limitWords.ts'
import { scopeKey, type LimitChange, type LimitRule } from '../../../../shared/domain/limits/limits.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { useFailure } from '../../../dealing/useFailure.ts'
import { ReviewActions, ReviewForm, type Review } from '../../../dealing/ReviewForm.tsx'
import { useSession } from '../../../state/useSession.ts'
import { ChangeList } from './ChangeList.tsx'

interface SaveLimitsProps {
  readonly baseVersion: number
  /** The version in force. Where it differs from `baseVersion`, another window saved, and these edits cannot be saved. */
  readonly version: number
  /** Null while a typed value is wrong. */
  readonly rules: readonly LimitRule[] | null
  readonly changes: readonly LimitChange[]
  /** Why the limits in force must be confirmed before they count; null: they count. */
  readonly unconfirmed: string | null
  readonly edited: boolean
  readonly onSaved: () => void
  readonly onDrop: () => void
  /** The table of fields. */
  readonly table: ReactNode
  /** The content below the changes. */
  readonly below: ReactNode
}

interface Payload {
  readonly baseVersion: number
  readonly rules: readonly LimitRule[]
  readonly unconfirmed: string | null
}

/** `customer C1042 · SAVE 1 change of the limits as version 3`; for several scopes `customer C1042 and 2 more`. */
function saveSentence(changes: readonly LimitChange[], version: number): string {
  const [first] = changes
  if (!first) return `the desk · CONFIRM these limits as version ${version}`
  const others = new Set(changes.map((change) => scopeKey(change.scope))).size - 1
  const scopes = `${scopeWords(first.scope)}${others === 0 ? '' : ` and ${others} more`}`
  return `${scopes} · SAVE ${changes.length} ${changes.length === 1 ? 'change' : 'changes'} of the limits as version ${version}`
}

export function SaveLimits(props: SaveLimitsProps) {
  const { baseVersion, version, rules, changes, unconfirmed, edited, onSaved, onDrop, table, below } = props
  const session = useSession()
  const { failure, show } = useFailure('Limits')
  const isOvertaken = baseVersion !== version
  const savable = rules !== null && !isOvertaken && (changes.length > 0 || unconfirmed !== null)
  const review: Review<Payload> | null = savable
    ? {
        sentence: saveSentence(changes, baseVersion + 1),
        lines: changes.map(changeSentence),
        word: wordToSave(changes, unconfirmed),
        payload: { baseVersion, rules, unconfirmed },
      }
    : null
  const save = async (payload: Payload, typed: string | null) => {
    show(null)
    const reply = await session.client.call('limits.save', { ...payload, rules: [...payload.rules], typed })
    if (reply.ok) onSaved()
    else show(reply.failure)
  }
  return (
    <ReviewForm
      form="limits"
      name="Save limits"
      className="panel-split"
      review={review}
      why={
        isOvertaken
          ? `Version ${version} is in force now. Drop your changes`
          : rules === null
            ? 'Correct the marked fields'
            : 'Nothing to save'
      }
      verb="Save"
      send={save}
    >
      {table}
      <div className="side">
        <section className="stack" aria-label="Changes">
          <h2>Changes</h2>
          {changes.length === 0 && (rules === null || unconfirmed === null) && (
            <p className="muted">
              {rules === null
                ? 'Correct the marked fields.'
                : 'Type a bound in the table. An empty field is no bound.'}
            </p>
          )}
          <ChangeList changes={changes} />
          <FailureLine failure={failure} />
          <ReviewActions>
            {edited && (
              <button type="button" className="button" onClick={onDrop}>
                Drop changes
              </button>
            )}
          </ReviewActions>
        </section>
        {below}
      </div>
    </ReviewForm>
  )
}
