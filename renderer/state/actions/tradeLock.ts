/** The trade lock from this window: sets the lock in the core, and leads to the word that releases it. Releases nothing itself. */

import type { HaltState } from '../../../shared/domain/orders/halt.ts'
import { tell } from '../stores/noticeStore.ts'
import { setProposal, type Place } from '../stores/proposalStore.ts'
import type { ServerStores } from '../stores/serverMirrors.ts'
import type { WindowSession } from '../windowSession.ts'
import { disarm } from './workspaceActions.ts'

/** The trade lock in force; null for none, or while the core has not said so. */
export const tradeLockOf = (stores: Pick<ServerStores, 'halts'>): HaltState | null =>
  stores.halts.getState().value?.find(({ mode }) => mode === 'locked') ?? null

/**
 * F12 and `lock`: locks at once. While trading is locked, opens the sheet that asks for the word. The core is asked to lock then too: a lock that is
 * being released, perhaps from another window, must not end under the hand that presses F12. A lock in force stays as it is.
 */
export function lockTrading(session: WindowSession): void {
  const { server, workspace, proposals, overlay } = session
  if (tradeLockOf(server) !== null) overlay.setState({ open: { kind: 'halts', lift: 'trade lock' } })
  // This window deals nothing more from keys, however long the core takes to answer.
  disarm(workspace, 'the trade lock was pressed')
  for (const place of Object.keys(proposals.getState()) as Place[]) setProposal(proposals, place, null)
  void startLock(session)
}

async function startLock({ client, server, notices, clock }: WindowSession): Promise<void> {
  const reply = await client.call('halt.start', { scope: { kind: 'desk' }, mode: 'locked' })
  // Halts that are stale may have been lifted meanwhile.
  if (reply.ok || (!server.halts.getState().stale && tradeLockOf(server) !== null)) return
  const { kind, message } = reply.failure
  const what =
    kind === 'unknown-outcome'
      ? 'It is not known whether trading is locked: the link to the core broke before the answer came.'
      : `This press of F12 did NOT lock trading: ${message}`
  tell(
    notices,
    clock,
    'error',
    `${what} The ladders of this window are disarmed, and what waited for Enter was dropped. Look at the top bar once the link stands, then press F12 again.`,
  )
}
