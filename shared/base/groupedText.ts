/** Exact numbers as text with separators of thousands. Rounds only to a given number of digits. */

import { absolute, decimal, roundToStep, toText, type Decimal } from './decimal.ts'

/** `62,150.0`: thousands marked, exactly `places` digits behind the point, rounded half away from zero. A minus is `-`. */
export function grouped(value: Decimal, places: number): string {
  const step = decimal(places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`)
  const rounded = roundToStep(value, step, 'nearest')
  const [whole = '0', fraction = ''] = toText(absolute(rounded)).split('.')
  const text = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `${rounded < 0n ? '-' : ''}${text}${places > 0 ? `.${fraction.padEnd(places, '0')}` : ''}`
}

/** `62,150.05` from `62150.05`: the digits as they are, with separators of thousands. */
export function groupedDigits(number: string): string {
  const [whole = '', fraction] = number.split('.')
  const text = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? text : `${text}.${fraction}`
}
