/** The result of a check: what each guess of the profile turned out to be, and the buttons that save the venue or write profile and report. */

import { useState } from 'react'
import { CERTAINTY_WORDS, type CheckedGuess } from '../../../../shared/domain/venueCheck/venueCheck.ts'
import { saveFile } from '../../../state/windows/saveFile.ts'
import { useSession } from '../../../state/useSession.ts'
import type { CheckResult } from './useVenueCheck.ts'

interface CheckResultProps {
  readonly result: CheckResult
  /** The checked venue of the list, where its profile can be replaced; null: save as a new venue. */
  readonly replaces: string | null
}

export function CheckResultView({ result, replaces }: CheckResultProps) {
  const session = useSession()
  const { name } = result.subject
  const [said, setSaid] = useState<{ readonly sentence: string; readonly isProblem: boolean } | null>(null)
  const save = async () => {
    const reply = await session.client.call('venue.save', { venueId: replaces, profile: result.profile })
    setSaid(
      reply.ok
        ? { sentence: `${name} is saved. Close this sheet and sign in with its card.`, isProblem: false }
        : { sentence: reply.failure.message, isProblem: true },
    )
  }
  const write = async (what: 'profile' | 'report') => {
    if (what === 'profile') await saveFile(session, `${name}-checked`, 'json', result.profile)
    else await saveFile(session, `${name}-report`, 'txt', `${result.report}\n`)
    setSaid({ sentence: `The ${what} was handed over to be written.`, isProblem: false })
  }
  return (
    <section aria-label="Result of the check" className="check-result">
      <p role="status">
        {countWords(result.guesses)} Nothing was changed at the venue, and the profile is not saved yet.
      </p>
      <div className="row-of-buttons">
        <button type="button" className="button" onClick={() => void write('report')}>
          Write the report
        </button>
        <button type="button" className="button" onClick={() => void write('profile')}>
          Write the profile
        </button>
        <button type="button" className="button primary" onClick={() => void save()}>
          {replaces === null ? 'Save as a venue' : 'Save the venue'}
        </button>
      </div>
      {said && (
        <p role={said.isProblem ? 'alert' : 'status'} className={said.isProblem ? 'problem' : 'ok'}>
          {said.sentence}
        </p>
      )}
      <table aria-label="What each guess turned out to be">
        <thead>
          <tr>
            <th scope="col">Profile</th>
            <th scope="col">Known</th>
            <th scope="col">Changed</th>
            <th scope="col">What was found</th>
          </tr>
        </thead>
        <tbody>
          {shown(result.guesses).map(({ about, certainty, fit, sentence, isChanged }, n) => (
            // Several findings may be about one field.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${about} ${n}`}>
              <th scope="row" className="mono">
                {about}
              </th>
              <td className={certainty === 'sure' && fit === 'fits' ? undefined : 'amber'}>
                {CERTAINTY_WORDS[certainty]}
              </td>
              <td>{isChanged ? 'yes' : fit === 'misfit' ? 'does not fit' : ''}</td>
              <td>{sentence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Changes of the profile and misfits first, what no read shows last. */
const shown = (guesses: readonly CheckedGuess[]): readonly CheckedGuess[] => {
  const rank = ({ certainty, fit, isChanged }: CheckedGuess) =>
    isChanged || fit === 'misfit' ? 0 : certainty === 'open' ? 2 : 1
  return guesses.toSorted((a, b) => rank(a) - rank(b))
}

function countWords(guesses: readonly CheckedGuess[]): string {
  const count = (certainty: CheckedGuess['certainty']) =>
    `${guesses.filter((guess) => guess.certainty === certainty).length} ${CERTAINTY_WORDS[certainty]}`
  return `${count('sure')}, ${count('guess')}, ${count('open')}. ${fitWords(guesses)}`
}

function fitWords(guesses: readonly CheckedGuess[]): string {
  const changed = guesses.filter(({ isChanged }) => isChanged).length
  const misfits = guesses.filter(({ fit }) => fit === 'misfit').length
  const isUnproven = guesses.length === 0 || guesses.some(({ fit }) => fit === 'unproven')
  const changes =
    changed === 0
      ? 'No finding changes the profile by itself.'
      : `${changed} ${changed === 1 ? 'finding changes' : 'findings change'} the profile.`
  if (misfits > 0) {
    const [they, them] = misfits === 1 ? ['finding does', 'it'] : ['findings do', 'them']
    return `${changes} ${misfits} ${they} not fit the profile: correct ${them} by hand, or ask the broker.`
  }
  if (isUnproven) return `${changes} The profile may not fit what could not be read. Ask the broker.`
  return changed === 0 ? `${changes} The profile fits all that a read can show.` : changes
}
