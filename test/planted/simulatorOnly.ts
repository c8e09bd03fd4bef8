/** The planted bugs that the simulator is tried on alone, without the test beside each: eight of order path, reconciliation and journal. Names only. */

import type { PlantedBug } from './bug.ts'
import { bugs } from './bugs.ts'

export type Room = 'order path' | 'reconciliation' | 'journal'

/** Schedules of `--seed 1` in which the simulator must find one of them. */
export const SCHEDULES_ALONE = 400

const ROOMS: Readonly<Record<string, Room>> = {
  'order of one user in the next one’s records': 'order path',
  'stale answer undoes news': 'order path',
  'filled order that no trade names passes': 'reconciliation',
  'reconciliation without the turn count': 'reconciliation',
  'early walk counts as read back': 'reconciliation',
  'skip fsync(INTENT)': 'journal',
  'torn tail overwritten': 'journal',
  'intents forgotten with the process': 'journal',
}

export const aloneBugs: readonly { readonly bug: PlantedBug; readonly room: Room }[] = bugs.flatMap((bug) => {
  const room = ROOMS[bug.name]
  return room === undefined ? [] : [{ bug, room }]
})
