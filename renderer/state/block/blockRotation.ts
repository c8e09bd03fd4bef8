/** Where the next block of a group begins, in send order and among equal remainders: a setting that every window shares. */

import { z } from 'zod'
import { ok } from '../../../shared/base/result.ts'
import { NO_ROTATION, type Rotation } from '../../../shared/domain/block/allocate.ts'
import { customerCode } from '../../../shared/domain/scalars.ts'
import { saveSharedSetting } from '../windows/saveSharedSetting.ts'
import type { WindowSession } from '../windowSession.ts'

/** JSON: a rotation per group. Blocks without a group share the group of the empty name. */
export const ROTATION_SETTING = 'block.rotation'

const rotations = z.record(
  z.string(),
  z.strictObject({
    first: customerCode.nullable(),
    extra: customerCode.nullable(),
    // Rotations that were stored without it remembered nobody.
    served: z.array(customerCode).default([]),
  }),
)

/** Unreadable text is no rotation: the next block begins at the first customer. */
function readRotations(text: string | undefined): Readonly<Record<string, Rotation>> {
  if (text === undefined) return {}
  try {
    return rotations.catch({}).parse(JSON.parse(text))
  } catch {
    return {}
  }
}

export const rotationOf = ({ server }: Pick<WindowSession, 'server'>, group: string): Rotation =>
  readRotations(server.settings.getState().value?.[ROTATION_SETTING])[group] ?? NO_ROTATION

/** Saves where the next block of the group begins. */
export const keepRotation = (session: WindowSession, group: string, next: Rotation) =>
  saveSharedSetting(
    session,
    ROTATION_SETTING,
    session.server.settings.getState().value?.[ROTATION_SETTING],
    (stored) => ok(JSON.stringify({ ...readRotations(stored), [group]: next })),
  )
