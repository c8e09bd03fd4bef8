import { expect, it } from 'vitest'
import { completeLine } from '../../../renderer/commandline/grammar/completion.ts'
import { readLine } from '../../../renderer/commandline/grammar/grammar.ts'
import { lineContext as context } from './lineContext.ts'

it.each([
  ['link 3', { axis: 'instrument', link: '3' }],
  ['LINK none', { axis: 'instrument', link: null }],
  ['clink A', { axis: 'customer', link: 'A' }],
  ['clink h', { axis: 'customer', link: 'H' }],
  ['clink none', { axis: 'customer', link: null }],
])('%s joins', (line, joining) => expect(readLine(line, context)).toEqual({ kind: 'join', joining }))

it.each([
  ['link', /1 to 8, or none/],
  ['clink', /A to H, or none/],
])('%s asks for the link', (line, next) =>
  expect(readLine(line, context)).toMatchObject({ kind: 'unfinished', next: expect.stringMatching(next) }),
)

it.each([
  ['link 9', 'instrument links are 1 to 8; none leaves the link'],
  ['link A', 'instrument links are 1 to 8; none leaves the link'],
  ['clink 1', 'customer links are A to H; none leaves the link'],
  ['clink I', 'customer links are A to H; none leaves the link'],
  ['link 1 2', 'one link at a time'],
])('%s is refused', (line, reason) => expect(readLine(line, context)).toMatchObject({ kind: 'bad', reason }))

it('Tab completes the word', () => {
  expect(completeLine('cli', context)).toBe('clink ')
  expect(completeLine('link n', context)).toBe('link none ')
})

it.each([
  ['space', { kind: 'space', workspace: null }],
  ['space 2', { kind: 'space', workspace: { id: 'watchwall', name: 'Watch wall' } }],
  ['SPACE watch wall', { kind: 'space', workspace: { id: 'watchwall', name: 'Watch wall' } }],
  ['space op', { kind: 'space', workspace: { id: 'operations', name: 'Operations' } }],
  ['space night', { kind: 'bad', reason: 'no workspace is called "night"; space alone lists them' }],
] as const)('%s opens a workspace, or says why none', (line, reading) =>
  expect(readLine(line, context)).toMatchObject(reading),
)
