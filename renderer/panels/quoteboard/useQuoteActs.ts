/** What the keys of the quote board do with the selected row, the list and the order. Sends nothing. */

import { assertNever } from '../../../shared/base/result.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { proposeAlert } from '../../state/alerts/alertActions.ts'
import { chooseInstrument } from '../../state/actions/workspaceActions.ts'
import { instancesOf, type InstrumentLink } from '../../state/stores/panelInstances.ts'
import { openPanel, showPanel } from '../../state/stores/panelStore.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import { useSession } from '../../state/useSession.ts'
import { capOf } from '../../keys/caps.ts'
import { sortWords } from './QuoteSetUp.tsx'
import type { QuoteAct } from './quoteKeys.ts'
import { turned, withMoved, withNextSort } from './lists/quoteLists.ts'
import type { QuoteBoardState } from './useQuoteBoard.ts'

type LinkedKind = 'ladder' | 'chart' | 'ticket'

export interface QuoteActsOptions {
  readonly board: QuoteBoardState
  readonly selected: string | null
  readonly select: (symbol: string | null) => void
  readonly toAddField: () => void
  /** Opens the set-up and focuses the first match of a selector in it. */
  readonly openSetUp: (target: string) => void
  readonly turnTiles: () => void
}

export interface QuoteActs {
  readonly run: (act: QuoteAct) => void
  /** Shows an instrument in the link of the board, and goes to the ticket there. */
  readonly openTicket: (symbol: string) => void
}

export function useQuoteActs({
  board,
  selected,
  select,
  toAddField,
  openSetUp,
  turnTiles,
}: QuoteActsOptions): QuoteActs {
  const session = useSession()
  const { list, lists, order, changeList } = board
  const show = (symbol: string, link: InstrumentLink) =>
    chooseInstrument(session.workspace, link, symbol as Symbol)
  /** Shows an instrument in a link, and goes to a panel of a kind that joined the link: never to one that shows another instrument. */
  const showIn = (symbol: string | null, link: InstrumentLink, kind: LinkedKind | null) => {
    if (symbol === null) return
    show(symbol, link)
    if (kind === null) return
    const { panels } = session.workspace.getState()
    const joined = instancesOf(panels, kind).find((id) => panels[id]?.instrumentLink === link)
    if (joined !== undefined) return showPanel(session.panels, joined)
    if (instancesOf(panels, kind).length === 0) return openPanel(session.panels, kind)
    tell(
      session.notices,
      session.clock,
      'warning',
      `Link ${link} shows ${shownCode(symbol)} now, and no ${kind} of this window has joined link ${link}: nothing was opened. Go to a ${kind} and join it with Ctrl Shift ${link}.`,
    )
  }
  /** Removes the selected row and selects the row below, else the row above. */
  const removeSelected = () => {
    if (selected === null || list.symbols === null) return
    const at = order.symbols.indexOf(selected)
    board.remove(selected)
    select(order.symbols[at + 1] ?? order.symbols[at - 1] ?? null)
  }
  /** Rows in the order of a column show no move, so none is made. */
  const moveSelected = (by: 1 | -1) => {
    if (selected === null || list.symbols === null) return
    if (board.sort === null) return changeList(withMoved(selected, by))
    const { column } = board.sort
    tell(
      session.notices,
      session.clock,
      'warning',
      `The rows are in the order of ${sortWords(column)}, so no row was moved. A row moves in a table in the order of the list: ${capOf('S', 'quotes')} walks the orders.`,
    )
  }
  /** A board of another link than 1 may have no ticket. Its rows then go to the link alone. */
  const hasTicket = () => {
    const { panels } = session.workspace.getState()
    return (
      board.link === '1' ||
      instancesOf(panels, 'ticket').some((id) => panels[id]?.instrumentLink === board.link)
    )
  }
  const run = (act: QuoteAct): void => {
    switch (act.kind) {
      case 'show':
        return showIn(selected, act.link, null)
      case 'ladder':
        return showIn(selected, act.link, 'ladder')
      case 'chart':
        return showIn(selected, '1', 'chart')
      case 'alert':
        return selected === null ? undefined : proposeAlert(session, `${selected} `)
      case 'remove':
        return removeSelected()
      case 'undo':
        return board.undo()
      case 'move':
        return moveSelected(act.by)
      case 'add':
        return toAddField()
      case 'newList':
        return openSetUp('[data-field=new-list]')
      case 'setUp':
        return openSetUp('select')
      case 'tiles':
        return turnTiles()
      case 'sort':
        return changeList(withNextSort(act.by))
      case 'turn':
        return changeList(turned)
      case 'sortAgain':
        return order.sortAgain()
      case 'list':
        return board.choose(lists[(lists.indexOf(list) + act.by + lists.length) % lists.length]?.name ?? '')
      default:
        return assertNever(act)
    }
  }
  return {
    run,
    openTicket: (symbol) => showIn(symbol, board.link, hasTicket() ? 'ticket' : null),
  }
}
