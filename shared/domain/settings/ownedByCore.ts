/** The settings that every window reads and only the core writes. Pure. */

import { ROTATION_SETTING } from '../block/rotation.ts'
import { CLAIMS_SETTING } from '../block/shares/claims.ts'

const OWNED: ReadonlySet<string> = new Set([CLAIMS_SETTING, ROTATION_SETTING])

/** A window that could write one would decide which customer the next block favors. */
export const isOwnedByCore = (name: string): boolean => OWNED.has(name)
