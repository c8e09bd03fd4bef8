/** Formats integers of ticks and lots as short text. Exact: uses no binary fractions. */

import { marksOf, type NumberMarks } from '../../../shared/domain/settings/settingList.ts'

/** Digits behind the point that multiples of `step` units need. */
export function decimalsOf(step: number, scale: number): number {
  let decimals = scale
  for (let rest = step; decimals > 0 && rest > 0 && rest % 10 === 0; rest /= 10) decimals--
  return decimals
}

let marks = marksOf('comma-point')

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, marks.thousands)

/** Texts made from now on have these marks. */
export function setNumberMarks(format: NumberMarks): void {
  marks = marksOf(format)
  written.clear()
}

/** Cached texts: several times the number that nine ladders show at once. */
const MOST_KEPT = 5_000
const written = new Map<number, Map<number, string>>()

/** `value` × 10^-scale with exactly `decimals` digits behind the point (further ones are cut) and marks of thousands. */
export function unitsText(value: number, scale: number, decimals: number): string {
  // Most numbers of a frame were in the frame before.
  const form = 100 * scale + decimals
  const texts = written.get(form) ?? new Map<number, string>()
  const known = texts.get(value)
  if (known !== undefined) return known
  if (texts.size >= MOST_KEPT) texts.clear()
  written.set(form, texts)
  const text = write(value, scale, decimals)
  texts.set(value, text)
  return text
}

function write(value: number, scale: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(scale + 1, '0')
  const whole = grouped(digits.slice(0, digits.length - scale))
  const fraction = digits.slice(digits.length - scale, digits.length - scale + decimals)
  return `${value < 0 ? '-' : ''}${whole}${decimals > 0 ? `${marks.decimal}${fraction}` : ''}`
}

const SHORTER = [
  { suffix: 'k', places: 3 },
  { suffix: 'M', places: 6 },
  { suffix: 'B', places: 9 },
] as const

/** As `fittedText`, for an amount above zero that must not read as zero: `<0.1` where the digits shown are all zeros. */
export function leastText(value: number, scale: number, decimals: number, width: number): string {
  const shown = 10 ** Math.max(0, scale - decimals)
  if (value >= shown) return fittedText(value, scale, decimals, width)
  const least = `<${unitsText(shown, scale, decimals)}`
  // `<.01` in four characters: without its first sign the text would be another amount.
  return least.length > width ? least.replace('<0.', '<.') : least
}

/** An amount in at most `width` characters: all its decimals, else fewer, else in k, M, B. Digits are cut, never rounded up. */
export function fittedText(value: number, scale: number, decimals: number, width: number): string {
  for (let kept = decimals; kept >= 0; kept--) {
    const text = unitsText(value, scale, kept)
    if (text.length <= width) return text
  }
  for (const { suffix, places } of SHORTER)
    for (let kept = 1; kept >= 0; kept--) {
      const text = unitsText(value, scale + places, kept) + suffix
      if (text.length <= width) return text
    }
  return '…'
}
