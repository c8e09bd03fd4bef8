/** Sorts row indexes by one float each, digit by digit: no comparison, so its cost grows with the number of rows alone. Pure. */

/** A float has four digits of 16 bits. */
const DIGITS = 4
const BASE = 65_536
const SIGN = 0x8000

/** Sorts in place. Equal floats keep their order. No float may be NaN or -0. The bytes of a float are in the order of x86 and ARM: lowest first. */
export function radixSort(order: Uint32Array, fast: Float64Array): void {
  if (isInOrder(order, fast)) return
  const digits = sortableDigits(fast)
  const counts = new Uint32Array(DIGITS * BASE)
  for (const index of order)
    for (let digit = 0; digit < DIGITS; digit++) {
      const at = digit * BASE + (digits[DIGITS * index + digit] as number)
      counts[at] = (counts[at] as number) + 1
    }
  let from: Uint32Array = order
  let into: Uint32Array = new Uint32Array(order.length)
  for (let digit = 0; digit < DIGITS; digit++) {
    const places = counts.subarray(digit * BASE, (digit + 1) * BASE)
    if (places[digits[DIGITS * (order[0] as number) + digit] as number] === order.length) continue
    toPlaces(places)
    for (let at = 0; at < from.length; at++) {
      const index = from[at] as number
      const value = digits[DIGITS * index + digit] as number
      const place = places[value] as number
      into[place] = index
      places[value] = place + 1
    }
    const sorted = into
    into = from
    from = sorted
  }
  if (from !== order) order.set(from)
}

/** Rows that arrive in order, such as times, need no sort. */
function isInOrder(order: Uint32Array, fast: Float64Array): boolean {
  for (let at = 1; at < order.length; at++)
    if ((fast[order[at - 1] as number] as number) > (fast[order[at] as number] as number)) return false
  return true
}

/** The bits of each float, changed so that they compare as unsigned integers do: 16 bits a digit, the lowest first. */
function sortableDigits(fast: Float64Array): Uint16Array {
  const digits = new Uint16Array(fast.slice().buffer)
  for (let index = 0; index < fast.length; index++) {
    const last = DIGITS * index + DIGITS - 1
    if ((fast[index] as number) >= 0) digits[last] = (digits[last] as number) | SIGN
    else for (let at = DIGITS * index; at <= last; at++) digits[at] = ~(digits[at] as number)
  }
  return digits
}

/** Turns how often each digit occurs into where its first row goes. */
function toPlaces(counts: Uint32Array): void {
  let next = 0
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit] as number
    counts[digit] = next
    next += count
  }
}
