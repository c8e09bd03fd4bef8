/** The workspaces that come with the terminal, each fitted to the window that opens it. Pure; saves nothing. */

import type { IJsonModel, IJsonRowNode } from 'flexlayout-react'
import { panelOfInstance } from '../../panels/panelRegistry.tsx'
import {
  firstPanels,
  kindOf,
  plainPanel,
  type InstanceId,
  type InstrumentLink,
  type PanelState,
} from '../../state/stores/panelInstances.ts'
import { PLAIN_LADDER } from '../../state/ladder/ladderChoices.ts'
import { DEFAULT_SALES } from '../../state/stores/salesChoices.ts'
import { FIRST_SPACE, type WorkspaceContent } from '../../state/stores/storedWorkspace.ts'
import type { BuiltIn, WindowSize } from '../../state/windowSession.ts'
import { defaultLayout, tabOf } from '../defaultLayout.ts'
import { KINDS_AT_START } from '../dockModel.ts'

/** Screens of 1366 × 768, of 1920 × 1080, and of 2560 × 1440. A browser's own bars take some of each. */
type Fit = 'small' | 'full' | 'large'
function fitOf({ width, height }: WindowSize): Fit {
  if (width >= 2400 && height >= 1200) return 'large'
  return width >= 1800 && height >= 900 ? 'full' : 'small'
}

/** A panel of a layout: its id, and the link that it joins. */
type Placed = InstanceId | readonly [InstanceId, InstrumentLink]
interface Group {
  readonly weight: number
  readonly tabs: readonly Placed[]
}
/** Rows and columns take turns: what stands in a row is a column. */
interface Split {
  readonly weight: number
  readonly parts: readonly (Split | Group)[]
}

const group = (weight: number, ...tabs: readonly Placed[]): Group => ({ weight, tabs })
const split = (weight: number, ...parts: readonly (Split | Group)[]): Split => ({ weight, parts })

const idOf = (placed: Placed): InstanceId => (typeof placed === 'string' ? placed : placed[0])

const nodeOf = (part: Split | Group): IJsonRowNode =>
  'tabs' in part
    ? {
        type: 'tabset',
        weight: part.weight,
        children: part.tabs.flatMap((placed) => {
          const panel = panelOfInstance(idOf(placed))
          return panel ? [tabOf(panel, idOf(placed))] : []
        }),
      }
    : { type: 'row', weight: part.weight, children: part.parts.map(nodeOf) }

const placedIn = (part: Split | Group): readonly Placed[] =>
  'tabs' in part ? part.tabs : part.parts.flatMap(placedIn)

function stateOf(placed: Placed): PanelState {
  const kind = kindOf(idOf(placed))
  const state = plainPanel(kind, typeof placed === 'string' ? null : placed[1])
  return kind === 'quoteBoard' ? { ...state, quoteTiles: true } : state
}

function contentOfLayout(root: Split, present: WorkspaceContent): WorkspaceContent {
  const layout: IJsonModel = { ...defaultLayout, layout: nodeOf(root) }
  const panels = Object.fromEntries(placedIn(root).map((placed) => [idOf(placed), stateOf(placed)]))
  return { ...blank(present), panels, layout: layout as never }
}

/** Its ladders stand side by side, each as narrow as may be. */
function withCompactLadders(content: WorkspaceContent): WorkspaceContent {
  const panels = Object.entries(content.panels).map(([id, panel]) => [
    id,
    panel.kind === 'ladder' ? { ...panel, ladder: { ...PLAIN_LADDER, isCompact: true } } : panel,
  ])
  return { ...content, panels: Object.fromEntries(panels) as WorkspaceContent['panels'] }
}

const blank = (present: WorkspaceContent): WorkspaceContent => ({
  ...present,
  panels: firstPanels,
  kindsSeen: [...KINDS_AT_START],
  onlyCustomer: false,
  sales: DEFAULT_SALES,
  layout: null,
})

const TABLES: readonly Placed[] = ['positions:1', 'orders:1', 'trades:1', 'ledger:1']

/** Ladders, chart and ticket around one customer's positions. The default layout of a window is that of the smallest screen. */
function dealing(fit: Fit): Split | null {
  if (fit === 'small') return null
  const sales = group(42, ['marketTrades:1', '1'])
  const chart = group(58, ['chart:1', '1'])
  const market =
    fit === 'large'
      ? [
          split(12, group(50, ['watchlist:1', '1']), group(50, 'customers:1')),
          group(16, ['ladder:1', '1']),
          group(16, ['ladder:2', '2']),
          group(13, ['marketTrades:1', '1']),
          split(31, chart, group(58, ['chart:2', '2'])),
          group(12, ['ticket:1', '1']),
        ]
      : [
          split(14, group(50, ['watchlist:1', '1']), group(50, 'customers:1')),
          group(20, ['ladder:1', '1']),
          group(20, ['ladder:2', '2']),
          split(29, chart, sales),
          group(17, ['ticket:1', '1']),
        ]
  return split(100, split(100, split(70, ...market), split(30, group(68, ...TABLES), group(32, 'notices:1'))))
}

const LINKS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const

/** As many markets at once as the screen has room for. */
function watchWall(fit: Fit): Split {
  const ladders = { small: 2, full: 3, large: 4 }[fit]
  const sales = { small: 0, full: 1, large: 2 }[fit]
  // Percent of the window in which time, side, price and size fit.
  const salesWidth = { small: 0, full: 20, large: 14 }[fit]
  const [upper, lower] = [LINKS.slice(0, ladders), LINKS.slice(ladders, 2 * ladders)]
  const ladder = (link: (typeof LINKS)[number]) => group(40 / ladders, [`ladder:${Number(link)}`, link])
  const chart = (link: (typeof LINKS)[number]) => group(50, [`chart:${Number(link)}`, link])
  const charts =
    fit === 'small'
      ? [group(60, ['chart:1', '1'])]
      : [split(30, chart('1'), chart('3')), split(30, chart('2'), chart('4'))]
  return split(
    100,
    split(
      100,
      split(50, ...upper.map(ladder), ...charts),
      split(
        50,
        ...lower.map(ladder),
        group(60 - salesWidth * sales, ['quoteBoard:1', lower.at(-1) ?? '1']),
        ...LINKS.slice(0, sales).map((link) => group(salesWidth, [`marketTrades:${Number(link)}`, link])),
      ),
    ),
  )
}

/** Customers, cash, margin and what does not reconcile. */
function operations(fit: Fit): Split {
  const tables = group(50, ...TABLES)
  const administration = group(
    50,
    'reconciliation:1',
    'collateral:1',
    'fees:1',
    'margin:1',
    'limits:1',
    'instruments:1',
    'webhooks:1',
  )
  if (fit === 'small')
    return split(
      100,
      split(26, group(50, 'customers:1'), group(50, 'notices:1')),
      split(74, tables, administration),
    )
  return split(100, group(20, 'customers:1'), split(56, tables, administration), group(24, 'notices:1'))
}

const fitted =
  (layoutOf: (fit: Fit) => Split | null): BuiltIn['content'] =>
  (size, present) => {
    const root = layoutOf(fitOf(size))
    return root === null ? blank(present) : contentOfLayout(root, present)
  }

/** Their ids are stored: never change one. */
export const BUILT_IN: readonly BuiltIn[] = [
  { id: FIRST_SPACE, name: 'Dealing', digit: 1, content: fitted(dealing) },
  {
    id: 'watchwall',
    name: 'Watch wall',
    digit: 2,
    content: (...fit) => withCompactLadders(fitted(watchWall)(...fit)),
  },
  { id: 'operations', name: 'Operations', digit: 3, content: fitted(operations) },
]
