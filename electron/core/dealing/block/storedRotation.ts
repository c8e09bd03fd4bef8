/** Moves the rotation of a group on once a block of it is sent, whichever window asked for the block and whether a second dealer approved it, and copies what blocks owe for the windows. Every window shares the settings. */

import type { Result } from '../../../../shared/base/result.ts'
import { hadTurn, isUnderWay, type Block } from '../../../../shared/domain/block/blockFold.ts'
import { ROTATION_SETTING, withMove } from '../../../../shared/domain/block/rotation.ts'
import { CLAIMS_SETTING, writeClaims, type ClaimBook } from '../../../../shared/domain/block/shares/claims.ts'
import type { RotationMove } from '../../../../shared/domain/block/rotationMove.ts'
import type { RecoveredState } from '../../journal/recoverStateFromJournal.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { Settings } from '../../ports/settings.ts'

export interface StoredRotationOptions {
  readonly settings: Pick<Settings, 'all'>
  /** Saves a setting and publishes it to every window. Fails with one sentence. */
  readonly saveSetting: (name: string, value: string) => Result<null, string>
  readonly notices: Pick<Notices, 'say'>
}

/** `group`: null stands for blocks of single customers. */
export type MoveRotation = (blockId: string, group: string | null, move: RotationMove) => void

/**
 * Moves the rotation once more for plans that reached the disk while the process ended before their move was stored. Only the newest block of each group, so that no later
 * move is undone, and only before its first turn: its move was stored before that.
 */
export function moveForRecovered(blocks: readonly Block[], moveRotation: MoveRotation): void {
  const newest = new Map(blocks.map((block) => [block.plan.group, block]))
  for (const block of newest.values()) {
    const { blockId, group, rotation } = block.plan
    if (rotation && isUnderWay(block) && !hadTurn(block)) moveRotation(blockId, group, rotation)
  }
}

export const createStoredRotation =
  ({ settings, saveSetting, notices }: StoredRotationOptions): MoveRotation =>
  (blockId, group, move) => {
    const stored = settings.all()[ROTATION_SETTING]
    const moved = withMove(stored, group ?? '', move)
    // A move that was stored before changes nothing.
    if (moved === stored) return
    const saved = saveSetting(ROTATION_SETTING, moved)
    if (!saved.ok)
      notices.say(
        'warning',
        `Block ${blockId} is on its way. After a restart of Openpit, the next block of its group begins with the same customers: ${saved.failure}`,
      )
  }

/** The journal has the truth. A window that has an older copy splits by it, and the plan then records what it gave. */
export function createStoredClaims(
  { settings, saveSetting, notices }: StoredRotationOptions,
  claims: () => ClaimBook,
  recovered: Pick<RecoveredState, 'accountKeys'>,
): () => void {
  /** The settings still hold what an earlier run saved. With more than one account it may be that of another one. */
  let isOfEarlierRun = true
  return () => {
    const text = writeClaims(claims())
    const stored = settings.all()[CLAIMS_SETTING] ?? '{}'
    const isOther = isOfEarlierRun && recovered.accountKeys().filter((key) => key !== '').length <= 1
    isOfEarlierRun = false
    if (stored === text) return
    if (isOther)
      notices.say(
        'warning',
        'The settings and the order journal differ in what earlier blocks gave above or below each share. The journal is used. It may be older than the settings: compare the sizes of the next block before you send it.',
      )
    const saved = saveSetting(CLAIMS_SETTING, text)
    if (!saved.ok)
      notices.say(
        'warning',
        `What the last block gave above or below each share could not be saved: ${saved.failure} Until a save succeeds, the next block may give the same customer one extra lot again. Compare its sizes before you send.`,
      )
  }
}
