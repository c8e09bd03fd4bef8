/** Random draws for markets and faults, from a seeded source. */

import { seededRandom, type Random } from '../../../shared/base/random.ts'
import { invariant } from '../../../shared/base/result.ts'

/** An independent source for each purpose under one seed. */
export function sourceFor(seed: number, purpose: string): Random {
  let hash = (seed ^ 0x811c9dc5) >>> 0
  for (let n = 0; n < purpose.length; n++) hash = Math.imul(hash ^ purpose.charCodeAt(n), 0x01000193) >>> 0
  return seededRandom(hash)
}

/** Number of independent events in a span with `mean` expected events; at most 60. */
export function poisson(random: Random, mean: number): number {
  const least = Math.exp(-mean)
  let count = 0
  for (let product = random.next(); product > least && count < 60; product *= random.next()) count++
  return count
}

/** Whole numbers from 0 with the given mean, with decreasing probability. */
export function geometric(random: Random, mean: number): number {
  return mean <= 0 ? 0 : Math.floor(Math.log(1 - random.next()) / Math.log(mean / (1 + mean)))
}

/** Sizes of takers around a median of 1: log-normal, with one in forty from a heavy tail. */
export function takerSize(random: Random): number {
  const body = Math.exp(1.25 * random.normal())
  return random.next() < 0.025 ? Math.min(400, 4 * (1 - random.next()) ** -0.8) + body : body
}

/** A probability that rises from 0 to 1 with `strength` (hyperbolic tangent): 0.5 at 0. */
export const leaning = (strength: number): number => 0.5 + 0.5 * Math.tanh(strength)

/** One element, each with the same probability. Throws for an empty list. */
export function oneOf<T>(random: Random, all: readonly T[]): T {
  invariant(all.length > 0, 'there is nothing to choose from')
  return all[random.integer(all.length)] as T
}
