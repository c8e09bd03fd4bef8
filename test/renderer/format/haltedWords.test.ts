import { expect, it } from 'vitest'
import { haltedWords } from '../../../renderer/format/haltedWords.ts'

it.each([
  ['the desk', 'the whole desk, by Openpit'],
  ['ann', 'the whole desk, by ann'],
])('a halt that the journal has as started by %s is shown as: %s', (by, what) => {
  expect(haltedWords({ scope: { kind: 'desk' }, mode: 'halted', by })).toEqual({ word: 'HALTED', what })
})
