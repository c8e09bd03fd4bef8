/** Sets, changes and deletes alerts by the core, and puts a line for one into the field of the panel Alerts. Any panel may call them. Sends nothing to the venue. */

import type { AlertChange } from '../../../shared/domain/alerts/alertRule.ts'
import { openPanel } from '../stores/panelStore.ts'
import { tellFailure } from '../actions/dealing.ts'
import type { WindowSession } from '../windowSession.ts'

/** True once the core has the change. A notice reports a refusal. */
export async function changeAlert(session: WindowSession, change: AlertChange): Promise<boolean> {
  const reply = await session.client.call('alert.change', { change })
  if (!reply.ok) tellFailure(session, 'Alert', reply.failure)
  return reply.ok
}

/** Opens Alerts with a line in its field, such as `BTCUSDC_PERP 65000`; the dealer completes the line, and Enter sets the alert. */
export function proposeAlert(session: WindowSession, line: string): void {
  openPanel(session.panels, 'alerts')
  // After the panel has the focus, which its field then takes.
  session.panels.setState({ alertLine: { line } })
}
