/** The docked panels of a window. Keeps the layout the dealer makes; draws no panel itself. */

import {
  Actions,
  DockLocation,
  Layout,
  Model,
  type ITabRenderValues,
  type ITabSetRenderValues,
  type IJsonModel,
  type TabNode,
} from 'flexlayout-react'
import { useCallback, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { AdminPanel } from './AdminPanel.tsx'
import { ADMIN_PANELS, isAdminPanel } from '../state/stores/administrationPanels.ts'
import { Customers } from '../panels/customers/Customers.tsx'
import { Ledger } from '../panels/ledger/Ledger.tsx'
import { Orders } from '../panels/orders/Orders.tsx'
import { Positions } from '../panels/positions/Positions.tsx'
import { Trades } from '../panels/trades/Trades.tsx'
import { leaveOutLateInput } from '../keys/lateInput.ts'
import { listenForKeys } from '../keys/registry.ts'
import { windowKeys, type PanelFocus } from '../keyboard/windowKeys.ts'
import { tell } from '../state/stores/noticeStore.ts'
import { Ticket } from '../panels/ticket/Ticket.tsx'
import { useSession } from '../state/useSession.ts'
import { Watchlist } from '../panels/watchlist/Watchlist.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { PANELS, defaultLayout, type PanelId } from './defaultLayout.ts'
import { LadderPanel } from './LadderPanel.tsx'
import { BlotterTools, PanelFacts, TabTitle, panelTitle } from './PanelHead.tsx'
import type { DrawnPanels } from './parts.ts'

const BLOTTERS: ReadonlySet<string> = new Set(['positions', 'orders', 'trades', 'ledger'])

/** A saved layout, if every panel is in it once; else the one the terminal comes with. */
export function modelOf(saved: unknown): Model {
  if (saved !== null && typeof saved === 'object') {
    try {
      const model = Model.fromJson(saved as IJsonModel)
      const found = Object.keys(PANELS).every((id) => model.getNodeById(id) !== undefined)
      if (found) return model
    } catch {
      // A layout that no longer reads is replaced by the default below; nothing of the dealer's work is in it.
    }
  }
  return Model.fromJson(defaultLayout)
}

/** Where the focus goes in a panel that was asked for: its grid, else its first field. */
const GRID = '[role=grid]'
const FIRST_FIELD = ':is(input, select, textarea, button):not(:disabled)'

/** Notices take the place of the chart until they are closed: ladders, ticket and tables never give way. Other panels go beside the tables. */
const besideOf = (id: keyof typeof ADMIN_PANELS): PanelId => (id === 'notices' ? 'chart' : 'ledger')

/** Adds a panel as a tab; it can be closed again and is kept with the layout. */
function addTab(model: Model, id: keyof typeof ADMIN_PANELS): void {
  const host = model.getNodeById(besideOf(id))?.getParent()
  if (!host) return
  model.doAction(
    Actions.addTab(
      { type: 'tab', id, name: ADMIN_PANELS[id], component: id, enableClose: true },
      host.getId(),
      DockLocation.CENTER,
      -1,
      true,
    ),
  )
}

export function Workspace({ parts }: { readonly parts: DrawnPanels }) {
  const session = useSession()
  const model = useMemo(() => modelOf(session.workspace.getState().layout), [session])

  const panel = useCallback(
    (id: PanelId): ReactNode => {
      switch (id) {
        case 'watchlist':
          return <Watchlist />
        case 'customers':
          return <Customers />
        case 'ladder1':
          return <LadderPanel link="1" Ladder={parts.Ladder} />
        case 'ladder2':
          return <LadderPanel link="2" Ladder={parts.Ladder} />
        case 'chart':
          return <ChartPanel PriceChart={parts.PriceChart} />
        case 'ticket':
          return <Ticket />
        case 'positions':
          return <Positions />
        case 'orders':
          return <Orders />
        case 'trades':
          return <Trades />
        case 'ledger':
          return <Ledger />
      }
    },
    [parts],
  )
  const factory = useCallback(
    (node: TabNode) => {
      const id = node.getId()
      return (
        <div className="panel" role="region" aria-label={panelTitle(id)} data-panel={id}>
          {isAdminPanel(id) ? <AdminPanel id={id} /> : panel(id as PanelId)}
        </div>
      )
    },
    [panel],
  )

  // Before the first paint: whoever sees a key on screen may press it.
  useLayoutEffect(() => {
    const panels: PanelFocus = {
      focus(id, selector) {
        const find = (what: string) => document.querySelector<HTMLElement>(`[data-panel="${id}"] ${what}`)
        session.focus.to({
          name: panelTitle(id),
          // At once, so that the panel can take the focus in this turn; only code that is still to be fetched makes it wait.
          show: () => flushSync(() => model.getNodeById(id) && model.doAction(Actions.selectTab(id))),
          find: () => find(selector) ?? (selector === GRID ? find(FIRST_FIELD) : null),
        })
      },
    }
    /** What had the focus before a panel took the chart's place gets it back when that panel closes; never a button, which an Enter would press. */
    let cameFrom: HTMLElement | null = null
    const stopPanels = session.panels.subscribe((now, was) => {
      if (now.unwanted !== null && now.unwanted !== was.unwanted) {
        if (model.getNodeById(now.unwanted.panel)) model.doAction(Actions.deleteTab(now.unwanted.panel))
        if (cameFrom?.isConnected) cameFrom.focus()
        cameFrom = null
      }
      if (now.wanted === null || now.wanted === was.wanted) return
      const { panel: id } = now.wanted
      if (isAdminPanel(id) && !model.getNodeById(id)) {
        const before = document.activeElement
        cameFrom = before instanceof HTMLElement && !before.matches('button') ? before : null
        addTab(model, id)
      }
      panels.focus(id, GRID)
    })
    const stopLate = leaveOutLateInput(window, session.clock, (late) =>
      tell(
        session.notices,
        session.clock,
        'warning',
        `This window was busy for ${(late / 1000).toFixed(1)} s: keys and clicks of that time were left out. Look, then press again.`,
      ),
    )
    const stopEnters = session.enters.listen(window)
    const stopKeys = listenForKeys(window, windowKeys(session, panels), {
      isBlocked: () => session.overlay.getState().open !== null,
      // The dealer meant to leave: an Enter behind this key must not send from the sheet.
      onBlocked({ cap }) {
        document.querySelector<HTMLElement>('.sheet')?.focus()
        tell(
          session.notices,
          session.clock,
          'warning',
          `A sheet is open, so ${cap} did nothing and nothing was sent. Close the sheet with Esc, or press Tab to go on in it.`,
        )
      },
      hold: (event) => session.focus.hold(event),
    })
    return () => {
      stopPanels()
      stopKeys()
      stopEnters()
      stopLate()
    }
  }, [session, model])

  return (
    <div className="dock">
      <Layout
        model={model}
        factory={factory}
        supportsPopout={false}
        invalidateTabContentOnParentRender={false}
        keyMap={{ focusNextTabset: 'Ctrl+F6', focusPreviousTabset: 'Ctrl+Shift+F6' }}
        onRenderTab={(node: TabNode, values: ITabRenderValues) => {
          values.content = <TabTitle id={node.getId()} />
        }}
        onRenderTabSet={(node, values: ITabSetRenderValues) => {
          const selected = node.getSelectedNode()?.getId()
          if (selected === undefined) return
          values.buttons.push(
            BLOTTERS.has(selected) ? (
              <BlotterTools key="tools" name={selected as 'positions' | 'orders' | 'trades' | 'ledger'} />
            ) : (
              <PanelFacts key="facts" id={selected as PanelId} />
            ),
          )
        }}
        onModelChange={() => session.workspace.setState({ layout: model.toJson() as never })}
      />
    </div>
  )
}
