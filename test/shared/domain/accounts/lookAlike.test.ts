import { describe, expect, test } from 'vitest'
import { visible } from '../../../../shared/base/visibleText.ts'
import { shownCode, withCode } from '../../../../shared/base/shownCode.ts'
import { lookAlikes } from '../../../../shared/domain/accounts/lookAlike.ts'

const ORIGINAL = 'C1042'

describe('a code that looks like C1042', () => {
  test.each([
    ['Cyrillic Es', '\u04211042', '\\u{421}1042'],
    ['a trailing braille blank', 'C1042\u2800', 'C1042\\u{2800}'],
    ['a trailing Hangul filler', 'C1042\u3164', 'C1042\\u{3164}'],
    ['a variation selector', 'C1042\ufe0f', 'C1042\\u{fe0f}'],
    ['a combining mark', 'C1042\u0301', 'C1042\\u{301}'],
    ['full width digits', 'C\uff11042', 'C\\u{ff11}042'],
    ['a letter for a digit', 'C1O42', 'C1O42'],
  ])('by %s is found, and shows its odd characters', (_how, code, shown) => {
    expect(lookAlikes([ORIGINAL, 'C2007', code]).get(code)).toBe(ORIGINAL)
    expect(shownCode(code)).toBe(shown)
  })

  test('does not flag the plain original, or codes that look like no other', () => {
    expect([...lookAlikes([ORIGINAL, '\u04211042'])]).toEqual([['\u04211042', ORIGINAL]])
    expect(lookAlikes([ORIGINAL, 'C1043', 'c1042', '顧客1', 'Ä1', 'Д7']).size).toBe(0)
    expect(['顧客1', 'Д7', ORIGINAL].map(shownCode)).toEqual(['顧客1', 'Д7', ORIGINAL])
  })

  test('is reported of both where neither is plain, or both are', () => {
    expect(lookAlikes(['\u04217', 'C7\u2800']).size).toBe(2)
    expect(lookAlikes(['C10', 'C1O']).size).toBe(2)
  })
})

test.each([
  ['C3310', 'C3310 is not open.', 'C3310 is not open.'],
  ['C3310', 'C3310’s records are not read.', 'C3310’s records are not read.'],
  ['C331', 'C3310 is not open.', 'C331: C3310 is not open.'],
  ['C3310', 'The price is missing.', 'C3310: The price is missing.'],
  ['\u04217', '\\u{421}7 is not open.', '\\u{421}7 is not open.'],
])('a sentence about %s, “%s”, names the code once', (code, sentence, words) => {
  expect(withCode(code, sentence)).toBe(words)
})

test.each([
  ['gnp.exe\u202e', 'gnp.exe\\u{202e}'],
  ['a\u200bb\u2066c', 'a\\u{200b}b\\u{2066}c'],
  ['two\nlines, größer — 顧客', 'two\nlines, größer — 顧客'],
  ['\u0007\u00a0', '\\u{7}\\u{a0}'],
])('text %j shows as %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})
