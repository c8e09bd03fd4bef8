/** The text of a venue profile with comments. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProfileText, withoutComments } from '../../../shared/broker/profileText.ts'

test('comments between fields are left out, and text that looks like one stays', () => {
  const text = `// made by a check
{
  // read: a "quoted" word
  "restUrl": "https://broker.example/v1", // the address
  /* several
     lines */
  "words": ["/* no comment */", "\\"// nor this"]
}`
  expect(parseProfileText(text)).toEqual({
    restUrl: 'https://broker.example/v1',
    words: ['/* no comment */', '"// nor this'],
  })
})

test('a fault keeps its line and column', () => {
  const text = '// one\n{ "a": 1, /* two */ b }'
  expect(withoutComments(text)).toHaveLength(text.length)
  expect(withoutComments(text).indexOf('b }')).toBe(text.indexOf('b }'))
})

test('every JSON text is read as JSON is', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseProfileText(text)).toEqual(JSON.parse(text))
    }),
  )
})
