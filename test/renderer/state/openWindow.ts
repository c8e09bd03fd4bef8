/** A window's session without a page, at a desk that a test plays. */

import { openSession } from '../../../renderer/session.ts'
import type { WindowSession } from '../../../renderer/state/windowSession.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import type { ScriptedCore } from '../../fakes/window/scriptedCore.ts'

export function openWindow(
  desk: ScriptedCore,
  windowName = 'first',
  clock = new FakeClock(),
  aheadOfUtc?: (at: number) => number,
): { readonly session: WindowSession; readonly clock: FakeClock } {
  const session = openSession({
    client: desk,
    clock,
    random: seededRandom(1),
    windowName,
    onFrame: (run) => run(),
    pressAge: () => 0,
    ...(aheadOfUtc ? { aheadOfUtc } : {}),
  })
  // Both ladders stand on a live book.
  for (const id of ['ladder:1', 'ladder:2'] as const) session.books.set(id, () => null)
  return { session, clock }
}
