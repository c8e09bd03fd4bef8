/** The mark of a moved data folder: where it came from, and whether all of it is there. Read by the start before anything else. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EpochMs } from '../../shared/base/clock.ts'
import { MOVED_HEAD_FILE } from '../storage/journal/proof/evidence.ts'
import { replaceFile } from './steps.ts'

export const MOVE_FILE = MOVED_HEAD_FILE
export const MOVE_FILE_VERSION = 1

export interface Move {
  readonly state: 'unfinished' | 'done'
  /** The absolute path of the source. */
  readonly from: string
  /** When the move began or ended, ms since epoch. */
  readonly at: EpochMs
  /** The signed head of the journal at the source; null before the copy was proven. */
  readonly head: string | null
}

/** Null where there is no mark. A mark that cannot be read counts as unfinished. */
export function readMove(folder: string): Move | null {
  let text: string
  try {
    text = readFileSync(join(folder, MOVE_FILE), 'utf8')
  } catch {
    return null
  }
  try {
    const { state, from, at, head } = JSON.parse(text) as Partial<Record<keyof Move, unknown>>
    return {
      state: state === 'done' ? 'done' : 'unfinished',
      from: typeof from === 'string' ? from : '',
      at: typeof at === 'number' ? at : 0,
      head: typeof head === 'string' ? head : null,
    }
  } catch {
    return { state: 'unfinished', from: '', at: 0, head: null }
  }
}

export function writeMove(folder: string, move: Move): void {
  replaceFile(
    join(folder, MOVE_FILE),
    `${JSON.stringify({ version: MOVE_FILE_VERSION, ...move }, null, 2)}\n`,
  )
}

/** Why a folder must not be used, in sentences: a move to it was not finished. Null: it can be used. Changes nothing. */
export function whyIncomplete(folder: string): string | null {
  const move = readMove(folder)
  return move?.state === 'unfinished'
    ? `The data folder ${folder} is the target of a move from ${move.from === '' ? 'another folder' : move.from} that was not finished, so files may be missing. Nothing in it was changed, and no order was sent. Run npm run data:move -- ${move.from === '' ? 'FROM' : move.from} ${folder} again: it continues. Or delete this folder and start on the old one.`
    : null
}
