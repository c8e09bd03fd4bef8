/** Where the next block of a group begins, in send order and among equal remainders: a setting that every window shares. */

import { z } from 'zod'
import { ok } from '../../../shared/base/result.ts'
import { NO_ROTATION, type Rotation } from '../../../shared/domain/block/allocate.ts'
import { customerCode } from '../../../shared/domain/scalars.ts'
import { saveSharedSetting } from '../windows/saveSharedSetting.ts'
import type { WindowSession } from '../windowSession.ts'

/** JSON: a rotation per group. Blocks without a group share the group of the empty name. */
export const ROTATION_SETTING = 'block.rotation'

const rotation = z.strictObject({
  first: customerCode.nullable(),
  extra: customerCode.nullable(),
  // Rotations that were stored without it remembered nobody.
  served: z.array(customerCode).default([]),
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

/** A rotation that cannot be read is none: the next block of its group begins at the first customer. */
export function rotationOf({ server }: Pick<WindowSession, 'server'>, group: string): Rotation {
  const stored = storedGroups(server.settings.getState().value?.[ROTATION_SETTING])
  const read = rotation.safeParse(Object.hasOwn(stored, group) ? stored[group] : undefined)
  return read.success ? read.data : NO_ROTATION
}

/** Saves where the next block of the group begins. What is stored of other groups stays, whether it can be read or not. */
export const keepRotation = (session: WindowSession, group: string, next: Rotation) =>
  saveSharedSetting(
    session,
    ROTATION_SETTING,
    session.server.settings.getState().value?.[ROTATION_SETTING],
    (stored) => ok(JSON.stringify({ ...storedGroups(stored), [group]: next })),
  )
