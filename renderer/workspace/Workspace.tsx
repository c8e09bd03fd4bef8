/** The docked panels of a window. Saves the layout of the dealer; draws no panel itself. */

import '../panels/panels.css'
import {
  Layout,
  TabNode,
  type ILayoutApi,
  type ITabRenderValues,
  type ITabSetRenderValues,
  type TabSetNode,
  type BorderNode,
} from 'flexlayout-react'
import { Suspense, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import { useStore } from 'zustand'
import { DragPanelContext } from '../panels/dragPanel.ts'
import { LinkMarks } from '../panels/LinkMarks.tsx'
import { panelOfInstance, panelTitle } from '../panels/panelRegistry.tsx'
import { kindOf, type InstanceId } from '../state/stores/panelInstances.ts'
import type { PanelDescription } from '../state/stores/panelStore.ts'
import { tell } from '../state/stores/noticeStore.ts'
import { PanelContext } from '../state/usePanel.ts'
import { useSession } from '../state/useSession.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { settleWorkspace } from '../state/workspaces/openWorkspace.ts'
import { ArrangePanel } from './ArrangePanel.tsx'
import { openDock, type Dock } from './dock.ts'
import { dockedIn, unknownKinds } from './dockModel.ts'
import { BlotterTools, PanelFacts, TabTitle } from './PanelHead.tsx'
import { leastLayoutSize } from './panelSize.ts'
import { useWindowKeys } from './useWindowKeys.ts'
import { watchPopOuts } from './windows/popOut.ts'
import { useWindowTitle } from './windows/useWindowTitle.ts'

export function Workspace() {
  const session = useSession()
  const dock = useMemo(() => {
    session.panels.setState({ describe })
    return openDock(session)
  }, [session])
  useLayoutEffect(() => {
    dock.changed()
    tellUnknownPanels(session)
    settleWorkspace(session)
    if (dock.isLayoutLost) tell(session.notices, session.clock, 'warning', LAYOUT_LOST)
  }, [session, dock])
  useEffect(() => watchPopOuts(session, dock), [session, dock])
  const model = useStore(dock.shown, (shown) => shown.model)
  const [, measure] = useReducer((times: number) => times + 1, 0)
  const least = leastLayoutSize(model, dockedIn(model))
  const changed = () => {
    dock.changed()
    measure()
  }
  const layout = useRef<ILayoutApi>(null)
  const drag = (id: InstanceId, event: DragEvent) => {
    const tab = dock.shown.getState().model.getNodeById(id)
    if (tab instanceof TabNode) layout.current?.moveTabWithDragAndDrop(event, tab)
  }
  useWindowKeys(dock)
  useLayoutEffect(() => {
    // The panel of the workspace before had the focus, or the session was locked over the panel in use.
    const { opened, focusedPanel } = session.workspace.getState()
    if (opened > 0 || focusedPanel !== null) focusFirst(session, dock)
  }, [session, dock])
  useWindowTitle()
  return (
    <DragPanelContext value={drag}>
      {/* In a smaller window the frame scrolls, and a focus brings its panel into sight. */}
      <div className="dock" style={{ minWidth: least.width, minHeight: least.height }}>
        <Layout
          ref={layout}
          model={model}
          factory={PanelContent}
          supportsPopout={false}
          invalidateTabContentOnParentRender={false}
          keyMap={{ focusNextTabset: 'Ctrl+F6', focusPreviousTabset: 'Ctrl+Shift+F6' }}
          onRenderTab={writeTitle}
          onRenderTabSet={writeHead}
          onModelChange={changed}
        />
        <ArrangePanel dock={dock} />
      </div>
    </DragPanelContext>
  )
}

const LAYOUT_LOST =
  'The saved layout of this window could not be read. Its panels are in their first places and keep their settings. No order depends on the layout. Arrange the panels again, or restore settings.json of the data folder from a copy and restart Openpit.'

/** The panel that had the focus, else a ladder, else the first panel that is in front. */
function focusFirst({ workspace, focus }: WindowSession, dock: Dock): void {
  const { panels, hidden, focusedPanel } = workspace.getState()
  const inFront = (Object.keys(panels) as InstanceId[]).filter((id) => dock.holds(id) && !hidden.has(id))
  const id =
    inFront.find((panel) => panel === focusedPanel) ??
    inFront.find((panel) => kindOf(panel) === 'ladder') ??
    inFront[0]
  if (id === undefined) return
  const find = () => document.querySelector<HTMLElement>(`[data-instance="${id}"] ${FOCUSABLE}`)
  focus.to({ name: panelTitle(id), show: () => undefined, find })
}

const FOCUSABLE = ':is([role=grid], [role=application], input, select, textarea):not(:disabled)'

const describe = (id: InstanceId): PanelDescription => ({
  title: panelTitle(id),
  follows: panelOfInstance(id)?.follows ?? [],
})

/** A release that knows the kind opens the panel again: the workspace keeps what it does not know. */
function tellUnknownPanels({ workspace, notices, clock }: WindowSession): void {
  const kinds = unknownKinds(workspace.getState().panels)
  if (kinds.length === 0) return
  tell(
    notices,
    clock,
    'warning',
    `Panels left out: this release has no ${kinds.join(', ')}. Their settings are kept, and no order depends on them. Start the release that saved them to see them again.`,
  )
}

/** The content of a tab. A panel on demand loads its code when it is first shown, so that a window starts faster. */
const PanelContent = (node: TabNode) => <DockedPanel id={node.getId() as InstanceId} />

function DockedPanel({ id }: { readonly id: InstanceId }) {
  const { workspace } = useSession()
  const panel = panelOfInstance(id)
  if (!panel) return null
  const { component: Content } = panel
  const noteFocus = () => {
    const { focusedPanel, lastFocused } = workspace.getState()
    if (focusedPanel !== id)
      workspace.setState({ focusedPanel: id, lastFocused: { ...lastFocused, [panel.id]: id } })
  }
  return (
    <PanelContext value={id}>
      <div
        className="panel"
        role="region"
        aria-label={panelTitle(id)}
        data-panel={panel.id}
        data-instance={id}
        onFocusCapture={noteFocus}
      >
        <Suspense fallback={<p className="grid-empty">Opening…</p>}>
          <Content />
        </Suspense>
      </div>
    </PanelContext>
  )
}

function writeTitle(node: TabNode, values: ITabRenderValues): void {
  const id = node.getId() as InstanceId
  const panel = panelOfInstance(id)
  if (panel) values.content = <TabTitle panel={panel} title={panelTitle(id)} />
}

/** Fills the head of a tab strip: a table's tools, else a panel's muted facts. */
function writeHead(node: TabSetNode | BorderNode, values: ITabSetRenderValues): void {
  const id = node.getSelectedNode()?.getId() as InstanceId | undefined
  const panel = id === undefined ? undefined : panelOfInstance(id)
  if (!panel || id === undefined) return
  values.buttons.push(
    <PanelContext key={id} value={id}>
      <LinkMarks id={id} />
      {panel.csv === undefined ? (
        <PanelFacts panel={panel} id={id} />
      ) : (
        <BlotterTools panel={panel} name={panel.csv} id={id} />
      )}
    </PanelContext>,
  )
}
