/** Joins panels to links, and gives a link another customer. A panel that shows another instrument or customer afterwards is disarmed by the store. Sends no order. */

import type { CustomerLink, InstrumentLink } from '../../../shared/domain/panelLinks.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { symbolIn, type InstanceId } from '../stores/panelInstances.ts'
import { tell } from '../stores/noticeStore.ts'
import type { LinkAxis } from '../stores/panelStore.ts'
import type { WorkspaceStore } from '../stores/workspaceStore.ts'
import type { WindowSession } from '../windowSession.ts'
import { changePanel } from './workspaceActions.ts'

/** What a panel joins; null: it leaves the link of that axis. */
export type Joining =
  | { readonly axis: 'instrument'; readonly link: InstrumentLink | null }
  | { readonly axis: 'customer'; readonly link: CustomerLink | null }

/** The panel that a key or a word means: the one that had the focus last. Says why there is none that could join. */
export function panelToJoin(session: WindowSession, axis: LinkAxis): InstanceId | null {
  const { focusedPanel, panels } = session.workspace.getState()
  const why = (sentence: string) => {
    tell(session.notices, session.clock, 'info', `${sentence} No link was changed.`)
    return null
  }
  if (focusedPanel === null || !panels[focusedPanel])
    return why('No panel had the focus yet: go to one first.')
  const { title, follows } = session.panels.getState().describe(focusedPanel)
  return follows.includes(axis) ? focusedPanel : why(`${title} shows no ${axis} that a link could give it.`)
}

/** The title of the panel that would join; null where `panelToJoin` finds none. */
export function joinedPanel({ workspace, panels }: WindowSession, axis: LinkAxis): string | null {
  const { focusedPanel, panels: open } = workspace.getState()
  if (focusedPanel === null || !open[focusedPanel]) return null
  const { title, follows } = panels.getState().describe(focusedPanel)
  return follows.includes(axis) ? title : null
}

export function joinLink(workspace: WorkspaceStore, id: InstanceId, joining: Joining): void {
  if (joining.axis === 'customer') return changePanel(workspace, id, { customerLink: joining.link })
  const { link } = joining
  workspace.setState((was) => {
    const panel = was.panels[id]
    if (!panel) return {}
    const symbol = symbolIn(was, id)
    // A panel that leaves keeps what it shows. A link without an instrument takes that of the first panel that joins.
    const joined = { ...panel, instrumentLink: link, symbol: link === null ? symbol : panel.symbol }
    const fills = link !== null && (was.instruments[link] ?? null) === null && symbol !== null
    return {
      panels: { ...was.panels, [id]: joined },
      ...(fills ? { instruments: { ...was.instruments, [link]: symbol } } : {}),
    }
  })
}

/** Joins every panel of the window that can follow this axis. Panels in windows of their own stay. */
export function joinEverywhere({ workspace, panels }: WindowSession, joining: Joining): void {
  const { describe } = panels.getState()
  for (const id of Object.keys(workspace.getState().panels) as InstanceId[])
    if (describe(id).follows.includes(joining.axis)) joinLink(workspace, id, joining)
}

/** Gives a customer link a customer, and so every panel that joined it. */
export const chooseLinkCustomer = (
  workspace: WorkspaceStore,
  link: CustomerLink,
  customer: CustomerCode | null,
): void =>
  workspace.setState(({ linkedCustomers }) => ({ linkedCustomers: { ...linkedCustomers, [link]: customer } }))
