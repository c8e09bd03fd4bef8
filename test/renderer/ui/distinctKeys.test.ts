import { expect, it } from 'vitest'
import { keyedSentences, withDistinctKeys } from '../../../renderer/ui/distinctKeys.ts'

const keysOf = (...sentences: string[]) => keyedSentences(sentences).map(({ key }) => key)

it('gives equal sentences keys that differ, and every sentence stays in its place', () => {
  const sentences = ['a', 'b', 'a', 'a', '2 a', '1 a']
  expect(keyedSentences(sentences).map(({ sentence }) => sentence)).toEqual(sentences)
  expect(new Set(keysOf(...sentences)).size).toBe(sentences.length)
})

it('keeps the key of a sentence when another one comes before it or goes', () => {
  expect(keysOf('new', 'a', 'b')).toEqual([...keysOf('new'), ...keysOf('a', 'b')])
  expect(keysOf('a', 'a')[0]).toBe(keysOf('a')[0])
})

it('names items by a text of theirs', () => {
  const rows = [{ text: 'x' }, { text: 'x' }]
  expect(withDistinctKeys(rows, ({ text }) => text).map(({ item }) => item)).toEqual(rows)
})
