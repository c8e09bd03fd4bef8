/** What a check of a venue found: sentences, and the fields of the profile that follow from them. Pure. */

import { cut, visibleWord } from '../../../shared/base/visibleText.ts'
import { venueProfile, type VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { CERTAINTY_WORDS, type Certainty, type Fit } from '../../../shared/domain/venueCheck/venueCheck.ts'

export interface Finding {
  /** The field or subject, such as `lists.items`. */
  readonly about: string
  readonly certainty: Certainty
  readonly fit: Fit
  /** What was found, and what it means for the profile. */
  readonly sentence: string
  /** The fields of the profile that change; null: none. */
  readonly change: ProfileChange | null
}

/** Fields by group, as in a profile. */
export type ProfileChange = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export const sure = (about: string, sentence: string, change: ProfileChange | null = null): Finding => ({
  about,
  certainty: 'sure',
  fit: 'fits',
  // Sentences hold words of the venue, and go to terminals, files and windows.
  sentence: visibleWord(sentence),
  change,
})
export const guess = (about: string, sentence: string, change: ProfileChange | null = null): Finding => ({
  ...sure(about, sentence, change),
  certainty: 'guess',
})
export const open = (about: string, sentence: string): Finding => ({
  ...sure(about, sentence),
  certainty: 'open',
  fit: 'unproven',
})
/** What no read can ever show, so that it says nothing against the profile. */
export const beyondReads = (about: string, sentence: string): Finding => ({
  ...open(about, sentence),
  fit: 'fits',
})
/** What the venue's own answers show to be wrong, where no change of the profile follows. */
export const misfit = (about: string, sentence: string): Finding => ({
  ...sure(about, sentence),
  fit: 'misfit',
})

/** The names with one of them first: the one that the venue uses. */
export const withFirst = (names: readonly string[], first: string): readonly string[] => [
  first,
  ...names.filter((name) => name !== first),
]

/** Names that a venue wrote, for a sentence. */
export const quoted = (names: readonly string[]): string =>
  names.map((name) => `“${cut(name, 60)}”`).join(', ')

/** The profile with every change of the findings. Throws where a finding does not fit the form of a profile: a defect of the check. */
export function profileWith(profile: VenueProfile, findings: readonly Finding[]): VenueProfile {
  const groups: Record<string, unknown> = { ...profile }
  for (const { change } of findings)
    for (const [group, fields] of Object.entries(change ?? {}))
      groups[group] = { ...(groups[group] as object), ...fields }
  return venueProfile.parse(groups)
}

/** Whether the profile differs with this finding. A finding may confirm what the profile says. */
export const changes = (profile: VenueProfile, finding: Finding): boolean =>
  JSON.stringify(profileWith(profile, [finding])) !== JSON.stringify(profileWith(profile, []))

/** One line for each finding, and what no read can show at the end. */
export const reportOf = (findings: readonly Finding[]): string =>
  findings
    .toSorted((a, b) => Number(a.certainty === 'open') - Number(b.certainty === 'open'))
    .map(({ about, certainty, sentence }) => `${about} (${CERTAINTY_WORDS[certainty]}): ${sentence}`)
    .join('\n')
