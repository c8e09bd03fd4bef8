/** Foreign text made visible: letters with a tower of marks above them. */

import { expect, it } from 'vitest'
import { visible, visibleWord } from '../../../shared/base/visibleText.ts'

const MARK = '\u0335'

it('a letter keeps four marks, as some languages need, and shows the fifth as an escape', () => {
  const letter = `Z${MARK.repeat(4)}`
  expect(visible(letter)).toBe(letter)
  expect(visible(`${letter}${MARK}`)).toBe(`${letter}\\u{335}`)
  expect(visibleWord(`${letter}${MARK}${MARK}b`)).toBe(`${letter}\\u{335}\\u{335}b`)
})

it('marks of several letters are counted for each letter', () => {
  const word = `a${MARK}${MARK}${MARK}b${MARK}${MARK}${MARK}`
  expect(visible(word)).toBe(word)
})
