/** Writes the profile that a check made, with what was found about each field as a comment above it. Pure. */

import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { CERTAINTY_WORDS } from '../../../shared/domain/venueCheck/venueCheck.ts'
import type { Finding } from './findings.ts'

const HEAD = [
  '// Made by a check of the venue, which sent reads and the sign-in alone. Openpit reads these comments as nothing.',
  '// read: from the venue’s own answers. likely: follows from them in most cases. not known: ask the broker.',
]

const commentOf = ({ about, certainty, sentence }: Finding, path: string): string =>
  `// ${CERTAINTY_WORDS[certainty]}: ${about === path ? '' : `${about}: `}${sentence}`

/** The findings that change or name this field. */
const aboutField = (findings: readonly Finding[], group: string, field: string): readonly Finding[] =>
  findings.filter(
    ({ about, change }) => about === `${group}.${field}` || Object.hasOwn(change?.[group] ?? {}, field),
  )

/** The findings that name a whole group and change none of its fields. */
const aboutGroup = (findings: readonly Finding[], group: string): readonly Finding[] =>
  findings.filter(({ about, change }) => about === group && change === null)

function groupLines(group: string, fields: object, findings: readonly Finding[]): readonly string[] {
  const entries = Object.entries(fields)
  return entries.flatMap(([field, value], n) => [
    ...aboutField(findings, group, field).map((finding) => `    ${commentOf(finding, `${group}.${field}`)}`),
    `    ${JSON.stringify(field)}: ${JSON.stringify(value)}${n < entries.length - 1 ? ',' : ''}`,
  ])
}

/** JSON with comments; ends with a line feed. */
export function commentedProfile(profile: VenueProfile, findings: readonly Finding[]): string {
  const entries = Object.entries(profile)
  const lines = entries.flatMap(([name, value], n) => {
    const comma = n < entries.length - 1 ? ',' : ''
    const comments = aboutGroup(findings, name).map((finding) => `  ${commentOf(finding, name)}`)
    return typeof value === 'object'
      ? [...comments, `  ${JSON.stringify(name)}: {`, ...groupLines(name, value, findings), `  }${comma}`]
      : [...comments, `  ${JSON.stringify(name)}: ${JSON.stringify(value)}${comma}`]
  })
  return [...HEAD, '{', ...lines, '}', ''].join('\n')
}
