/** The profile that a check writes, with its comments. */

import { expect, test } from 'vitest'
import { commentedProfile } from '../../../../electron/broker/check/commentedProfile.ts'
import { changes, guess, open, profileWith, sure } from '../../../../electron/broker/check/findings.ts'
import { parseProfileText } from '../../../../shared/broker/profileText.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'

const given = venueProfile.parse({
  name: 'V',
  kind: 'paper',
  restUrl: 'https://broker.example',
  streamUrl: 'wss://broker.example/s',
})

test('each field has what was found about it above it, and the text reads back as the profile', () => {
  const findings = [
    sure('lists.items', 'Lists stand under “rows”.', { lists: { items: ['items', 'rows'] } }),
    guess('lists.harmless', 'It */ says “// nothing”.', { lists: { harmless: ['x'] } }),
    sure('paging', 'The next page is named “older”.', { paging: { cursors: ['older', 'next'] } }),
    open('capabilities.amend', 'Ask the broker.'),
    open('numbers', 'Only a request shows it.'),
  ]
  const profile = profileWith(given, findings)
  const text = commentedProfile(profile, findings)
  expect(parseProfileText(text)).toEqual(profile)
  expect(text).toContain('    // read: Lists stand under “rows”.\n    "items": ["items","rows"],')
  expect(text).toContain('    // likely: It */ says “// nothing”.\n    "harmless": ["x"]')
  expect(text).toContain(
    '    // read: paging: The next page is named “older”.\n    "cursors": ["older","next"],',
  )
  expect(text).toContain('    // not known: Ask the broker.\n    "amend": false')
  expect(text).toContain('  // not known: Only a request shows it.\n  "numbers": {')
})

test('a finding that confirms the profile is no change of it', () => {
  expect(changes(given, sure('x', 'y', { stream: { compression: 'none' } }))).toBe(false)
  expect(changes(given, sure('x', 'y', { stream: { compression: 'permessage-deflate' } }))).toBe(true)
  expect(changes(given, open('x', 'y'))).toBe(false)
})
