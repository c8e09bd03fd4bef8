/** What a line would do, in words. Reads stores; sends nothing. */

import { assertNever } from '../../shared/base/result.ts'
import { scopeWords } from '../../shared/domain/orders/halt.ts'
import { ofCustomer } from '../format/unreadWords.ts'
import { sentenceOf } from '../state/actions/dealing.ts'
import { joinedPanel, type Joining } from '../state/actions/joinLinks.ts'
import { methodSentence } from '../state/blockForm/blockFields.ts'
import { tradeLockOf } from '../state/actions/tradeLock.ts'
import { numberOf } from '../state/stores/panelInstances.ts'
import { activeLadder } from '../state/stores/workspaceStore.ts'
import type { WindowSession } from '../state/windowSession.ts'
import type { LineReading, PanelCommand } from './grammar/lineReading.ts'

export function effectWords(
  session: WindowSession,
  panels: readonly PanelCommand[],
  reading: LineReading,
): string {
  switch (reading.kind) {
    case 'empty':
      return ''
    case 'bad':
      return reading.reason
    case 'unfinished':
      return `next: ${reading.next}`
    case 'open':
      return `Enter opens ${panels.find(({ panel }) => panel === reading.panel)?.title ?? reading.panel}${reading.group === undefined ? '' : ` of @${reading.group}`}${ofCustomer(reading.customerCode, reading.symbol)}`
    case 'halt':
      return `Enter asks once more to HALT ${scopeWords(reading.scope)} and cancel its orders`
    case 'lift':
      return `Enter shows the halts in force${reading.scope === null ? '' : `, to lift that of ${scopeWords(reading.scope)}`}`
    case 'signOut':
      return 'Enter lists the orders that stay live, then asks before it signs out'
    case 'lock':
      return tradeLockOf(session.server) === null
        ? 'Enter locks trading in every window: nothing is sent but cancels'
        : 'Trading is locked already: Enter asks for the word that releases it'
    case 'stat':
      return 'shows the state of the desk'
    case 'arm': {
      const ladder = activeLadder(session.workspace.getState())
      const arms = ladder === null ? 'says that no ladder is open' : `arms ladder ${numberOf(ladder)}`
      return `Enter ${reading.armed ? arms : 'disarms every ladder'}; nothing is sent`
    }
    case 'join':
      return joinWords(session, reading.joining)
    case 'space':
      return reading.workspace === null
        ? 'Enter lists the workspaces'
        : `Enter opens the workspace ${reading.workspace.name} here; ladders disarm, nothing is sent`
    case 'help':
      return reading.about ?? 'Enter shows every key and the grammar'
    case 'block':
      return blockWords(reading)
    case 'dryRun':
      return `${sentenceOf(session, { ...reading, kind: 'order' })}; shows what would become of it`
    case 'order':
    case 'amend':
    case 'cancel':
    case 'cancelAll':
    case 'flatten':
    case 'flattenAll':
      return sentenceOf(session, reading)
    default:
      return assertNever(reading)
  }
}

/** `@macro by ratio, 200 customers: …`. */
function blockWords({ form, customers }: Extract<LineReading, { kind: 'block' }>): string {
  const who = form.group === '' ? `${customers} customers` : `@${form.group}, ${customers} customers`
  return `${who} ${methodSentence(form.method ?? 'equal')}: Enter fills in the block and shows each customer’s order; nothing is sent`
}

/** What the panel in focus joins, and what it shows then. */
function joinWords(session: WindowSession, joining: Joining): string {
  const title = joinedPanel(session, joining.axis)
  if (title === null)
    return `No panel that shows a${joining.axis === 'instrument' ? 'n instrument' : ' customer'} had the focus last`
  const { instruments, linkedCustomers, customer } = session.workspace.getState()
  if (joining.axis === 'instrument')
    return joining.link === null
      ? `Enter takes ${title} out of its instrument link; it keeps its instrument`
      : `Enter joins ${title} to instrument link ${joining.link} (${instruments[joining.link] ?? 'takes the instrument of the panel'})`
  return joining.link === null
    ? `Enter takes ${title} out of its customer link; it follows the window (${customer ?? 'no customer'})`
    : `Enter joins ${title} to customer link ${joining.link} (${linkedCustomers[joining.link] ?? 'no customer'})`
}
