/** The docked panels of a window. Saves the layout of the dealer; draws no panel itself. */

import '../panels/panels.css'
import {
  Layout,
  type ITabRenderValues,
  type ITabSetRenderValues,
  type TabNode,
  type TabSetNode,
  type BorderNode,
} from 'flexlayout-react'
import { Suspense, useMemo } from 'react'
import { panelOf } from '../panels/panelRegistry.tsx'
import { useSession } from '../state/useSession.ts'
import { modelOf } from './dockModel.ts'
import { BlotterTools, PanelFacts, TabTitle } from './PanelHead.tsx'
import { useWindowKeys } from './useWindowKeys.ts'
import { useWindowTitle } from './useWindowTitle.ts'

export function Workspace() {
  const session = useSession()
  const model = useMemo(() => modelOf(session.workspace.getState().layout), [session])
  useWindowKeys(model)
  useWindowTitle()
  return (
    <div className="dock">
      <Layout
        model={model}
        factory={panelContent}
        supportsPopout={false}
        invalidateTabContentOnParentRender={false}
        keyMap={{ focusNextTabset: 'Ctrl+F6', focusPreviousTabset: 'Ctrl+Shift+F6' }}
        onRenderTab={writeTitle}
        onRenderTabSet={writeHead}
        onModelChange={() => session.workspace.setState({ layout: model.toJson() as never })}
      />
    </div>
  )
}

/** The content of a tab. A panel on demand loads its code when it is first shown, so that a window starts faster. */
function panelContent(node: TabNode) {
  const panel = panelOf(node.getId())
  if (!panel) return null
  const { id, title, component: Content } = panel
  return (
    <div className="panel" role="region" aria-label={title} data-panel={id}>
      <Suspense fallback={<p className="grid-empty">Opening…</p>}>
        <Content />
      </Suspense>
    </div>
  )
}

function writeTitle(node: TabNode, values: ITabRenderValues): void {
  const panel = panelOf(node.getId())
  if (panel) values.content = <TabTitle panel={panel} />
}

/** Fills the head of a tab strip: a table's tools, else a panel's muted facts. */
function writeHead(node: TabSetNode | BorderNode, values: ITabSetRenderValues): void {
  const panel = panelOf(node.getSelectedNode()?.getId() ?? '')
  if (!panel) return
  values.buttons.push(
    panel.csv === undefined ? (
      <PanelFacts key={panel.id} panel={panel} />
    ) : (
      <BlotterTools key={panel.id} panel={panel} name={panel.csv} />
    ),
  )
}
