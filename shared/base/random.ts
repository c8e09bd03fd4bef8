/** Randomness as an argument; the seeded source makes every run repeatable. */

export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform integer in [0, below). */
  integer(below: number): number
  /** Standard normal. */
  normal(): number
}

/**
 * A repeatable source: the same seed gives the same sequence on every machine.
 * The generator is sfc32 (Chris Doty-Humphrey, PractRand), seeded through splitmix32.
 */
export function seededRandom(seed: number): Random {
  let mix = seed >>> 0
  const split = () => {
    mix = (mix + 0x9e3779b9) >>> 0
    let z = mix
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return (z ^ (z >>> 15)) >>> 0
  }
  let a = split()
  let b = split()
  let c = split()
  let counter = 1
  const next = () => {
    const t = (((a + b) >>> 0) + counter) >>> 0
    counter = (counter + 1) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) >>> 0
    c = ((c << 21) | (c >>> 11)) >>> 0
    c = (c + t) >>> 0
    return t / 4294967296
  }
  return {
    next,
    integer: (below) => Math.floor(next() * below),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'

/** `length` random letters and digits. */
export const randomText = (random: Random, length: number): string =>
  Array.from({ length }, () => LETTERS[random.integer(LETTERS.length)]).join('')
