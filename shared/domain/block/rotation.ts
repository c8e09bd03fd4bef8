/** Where the next block of a group begins, in send order and among equal remainders: one setting of the desk, and how a block that is sent moves it on. Pure. */

import { z } from 'zod'
import { customerCode } from '../scalars.ts'
import type { RotationMove } from './rotationMove.ts'

/** JSON: a rotation per group. Blocks without a group share the group of the empty name. */
export const ROTATION_SETTING = 'block.rotation'

const rotation = z.strictObject({
  /** Sent first; null: the first customer. */
  first: customerCode.nullable(),
  /** The first of equal remainders that are not in `served`; null: the first customer. */
  extra: customerCode.nullable(),
  /**
   * Who got a lot among equal remainders, the longest ago first. They come behind all others, in this order: customers of one weight then take
   * turns also where customers of another weight take theirs in between. Rotations that were stored without it remembered nobody.
   */
  served: z.array(customerCode).readonly().default([]),
})
/** The customers with which the rotation of a group goes on. */
export type Rotation = z.infer<typeof rotation>

export const NO_ROTATION: Rotation = { first: null, extra: null, served: [] }

/** Customers that a rotation remembers: twice those of the largest block. */
const MOST_SERVED = 1_000

/** Of another block that was sent after this one was sized, who was served stays known. */
export const moveRotation = (from: Rotation, { first, extra, served }: RotationMove): Rotation => ({
  first: first ?? from.first,
  extra: extra ?? from.extra,
  served: [...from.served.filter((customer) => !served.includes(customer)), ...served].slice(-MOST_SERVED),
})

const groups = z.record(z.string(), z.unknown())

/** By group, as stored. Unreadable text is no rotation of any group. */
function storedGroups(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return groups.parse(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/** A rotation that cannot be read is none: the next block of its group begins at the first customer. `text`: the setting; undefined: nothing is stored. */
export function readRotation(text: string | undefined, group: string): Rotation {
  const stored = storedGroups(text)
  const read = rotation.safeParse(Object.hasOwn(stored, group) ? stored[group] : undefined)
  return read.success ? read.data : NO_ROTATION
}

/** The setting after the move of one group. What is stored of other groups stays, whether it can be read or not. */
export const withMove = (text: string | undefined, group: string, move: RotationMove): string =>
  JSON.stringify({ ...storedGroups(text), [group]: moveRotation(readRotation(text, group), move) })
