import { expect, it } from 'vitest'
import {
  MOST_DELETED,
  MOST_NAMED,
  tooManyDeleted,
  whyNamedNotSaved,
} from '../../../shared/domain/savedWorkspaces.ts'

const text = (revision: number, isDeleted = false) => JSON.stringify({ revision, isDeleted, name: 'A' })

it.each([
  ['the first revision', {}, text(1), /^saved$/],
  ['the next revision', { 'space.a': text(4) }, text(5), /^saved$/],
  [
    'a revision that another window saved already',
    { 'space.a': text(5) },
    text(5),
    /another window changed it/,
  ],
  ['an old revision', { 'space.a': text(5) }, text(2), /another window changed it/],
  ['anything over a text that cannot be read', { 'space.a': '{"version":9}' }, text(1), /is not overwritten/],
  ['a text without a revision', {}, '{}', /no revision/],
] as const)('a workspace: %s', (_, settings, next, why) => {
  const said = whyNamedNotSaved(settings, 'space.a', next)
  expect(said ?? 'saved').toMatch(why)
})

it(`no more than ${MOST_NAMED} workspaces; changing, deleting and windows’ own settings need no room`, () => {
  const full = Object.fromEntries(
    Array.from({ length: MOST_NAMED }, (_, n) => [
      `space.${String.fromCodePoint(97 + (n % 26))}${n < 26 ? '' : 'x'}`,
      text(1),
    ]),
  )
  const refusal = /there are 40 already/
  expect(whyNamedNotSaved(full, 'space.new', text(1))).toMatch(refusal)
  expect(whyNamedNotSaved(full, 'space.a', text(2))).toBeNull()
  expect(whyNamedNotSaved(full, 'space.a', text(2, true))).toBeNull()
  expect(whyNamedNotSaved({ ...full, 'space.gone': text(3, true) }, 'space.gone', text(4))).toMatch(refusal)
})

it('the oldest deleted workspaces and unreadable texts go, and no other', () => {
  const letters = 'abcdefghijklmnopqrst'.split('')
  const settings = {
    'workspace.first': '{}',
    ...Object.fromEntries(letters.map((letter) => [`space.${letter}`, text(2, true)])),
    'space.open': text(1),
    ...Object.fromEntries(letters.map((letter) => [`unread.${letter}`, 'x'])),
    'space.unreadable': 'x',
  }
  const gone = letters.slice(0, -MOST_DELETED)
  expect(tooManyDeleted(settings)).toEqual([
    ...gone.map((l) => `space.${l}`),
    ...gone.map((l) => `unread.${l}`),
  ])
})
