/** What the keys of the quote board do with the selected row, the list and the order. Sends nothing. */

import { assertNever } from '../../../shared/base/result.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { chooseInstrument } from '../../state/actions/workspaceActions.ts'
import { instancesOf, type InstrumentLink } from '../../state/stores/panelInstances.ts'
import { openPanel, showPanel } from '../../state/stores/panelStore.ts'
import { useSession } from '../../state/useSession.ts'
import type { QuoteAct } from './quoteKeys.ts'
import { turned, withMoved, withNextSort } from './lists/quoteLists.ts'
import type { QuoteBoardState } from './useQuoteBoard.ts'

export interface QuoteActsOptions {
  readonly board: QuoteBoardState
  readonly selected: string | null
  readonly select: (symbol: string | null) => void
  readonly toAddField: () => void
  /** Opens the set-up and focuses the first match of a selector in it. */
  readonly openSetUp: (target: string) => void
}

export interface QuoteActs {
  readonly run: (act: QuoteAct) => void
  /** Shows an instrument in link 1, and goes to the ticket. */
  readonly openTicket: (symbol: string) => void
}

export function useQuoteActs({
  board,
  selected,
  select,
  toAddField,
  openSetUp,
}: QuoteActsOptions): QuoteActs {
  const session = useSession()
  const { list, lists, order, changeList } = board
  const show = (symbol: string, link: InstrumentLink) =>
    chooseInstrument(session.workspace, link, symbol as Symbol)
  const showIn = (link: InstrumentLink, kind: 'ladder' | 'chart' | null) => {
    if (selected === null) return
    show(selected, link)
    if (kind === null) return
    const { panels } = session.workspace.getState()
    const joined = instancesOf(panels, kind).find((id) => panels[id]?.instrumentLink === link)
    if (joined === undefined) openPanel(session.panels, kind)
    else showPanel(session.panels, joined)
  }
  /** Removes the selected row and selects the row below, else the row above. */
  const removeSelected = () => {
    if (selected === null || list.symbols === null) return
    const at = order.symbols.indexOf(selected)
    board.remove(selected)
    select(order.symbols[at + 1] ?? order.symbols[at - 1] ?? null)
  }
  const run = (act: QuoteAct): void => {
    switch (act.kind) {
      case 'show':
        return showIn(act.link, null)
      case 'ladder':
        return showIn(act.link, 'ladder')
      case 'chart':
        return showIn('1', 'chart')
      case 'remove':
        return removeSelected()
      case 'undo':
        return board.undo()
      case 'move':
        return selected === null ? undefined : changeList(withMoved(selected, act.by))
      case 'add':
        return toAddField()
      case 'newList':
        return openSetUp('[data-field=new-list]')
      case 'setUp':
        return openSetUp('select')
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
    openTicket(symbol) {
      show(symbol, '1')
      openPanel(session.panels, 'ticket')
    },
  }
}
