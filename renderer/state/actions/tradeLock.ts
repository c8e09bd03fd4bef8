/** The trade lock from this window: sets the lock in the core, and leads to the word that releases it. Releases nothing itself. */

import type { HaltState } from '../../../shared/domain/orders/halt.ts'
import { tell } from '../stores/noticeStore.ts'
import type { ServerStores } from '../stores/serverMirrors.ts'
import type { WindowSession } from '../windowSession.ts'
import { disarm } from './workspaceActions.ts'

/** The trade lock in force; null for none, or while the core has not said so. */
export const tradeLockOf = (stores: Pick<ServerStores, 'halts'>): HaltState | null =>
  stores.halts.getState().value?.find(({ mode }) => mode === 'locked') ?? null

/** F12 and `lock`: locks at once. While trading is locked, opens the sheet that asks for the word. */
export function lockTrading(session: WindowSession): void {
  if (tradeLockOf(session.server) !== null)
    return session.overlay.setState({ open: { kind: 'halts', lift: 'trade lock' } })
  // This window deals nothing more from keys, however long the core takes to answer.
  disarm(session.workspace, 'the trade lock was pressed')
  void startLock(session)
}

async function startLock({ client, notices, clock }: WindowSession): Promise<void> {
  const reply = await client.call('halt.start', { scope: { kind: 'desk' }, mode: 'locked' })
  if (reply.ok) return
  tell(
    notices,
    clock,
    'error',
    `Trading is NOT locked: ${reply.failure.message} The ladders of this window are disarmed. Press F12 again.`,
  )
}
