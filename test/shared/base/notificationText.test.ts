import { expect, it } from 'vitest'
import { notificationText } from '../../../shared/base/notificationText.ts'
import { visibleWords } from '../../../shared/base/visibleText.ts'

it('text of a venue is shown without markup, line breaks and marks of direction, in one direction, and is bounded', () => {
  expect(notificationText('a\u202Eb\n<b onclick=x>c</b> & d')).toBe(
    '\u2068a\\u{202e}b\\u{a}‹b onclick=x›c‹/b› ＆ d\u2069',
  )
  expect(notificationText('x'.repeat(1_000))).toHaveLength(242)
})

it('words from right to left turn nothing of the sentence around, and stay readable', () => {
  const hebrew = '\u05d0\u05d1'
  expect(notificationText(`Rejected: ${visibleWords(hebrew)} 5`)).toBe(
    `\u2068Rejected: \u2068${hebrew}\u2069 5\u2069`,
  )
  expect(notificationText(`Rejected: ${hebrew} 5`)).toBe('\u2068Rejected: \\u{5d0}\\u{5d1} 5\u2069')
})
