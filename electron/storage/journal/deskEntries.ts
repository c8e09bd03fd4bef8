/** Words for the journal's entries that belong to the whole desk: requests for a second dealer, events of blocks, notices to acknowledge. Pure. */

import { plural } from '../../../shared/base/plural.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { isAboutOrders } from '../../../shared/domain/fourEyes/fourEyesRules.ts'
import type { BlockEvent } from '../../../shared/domain/block/blockFold.ts'
import type { BlockRow } from '../../../shared/domain/orders/rows/blockTag.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'

/** Left out: there is nothing to say. `dealer`: who acted, where the entry itself names the dealer. */
export interface DeskWords {
  readonly what: string
  readonly answer?: string
  readonly dealer?: string
  readonly customer?: CustomerCode
}

type BodyOf<T extends JournalBody['type']> = Extract<JournalBody, { type: T }>

const STAGES: Readonly<Record<BodyOf<'approval'>['stage'], string>> = {
  asked: 'asked for',
  approved: 'approved',
  done: 'approved and done',
  'not-done': 'approved, but not done',
  unknown: 'approved, outcome unknown',
  refused: 'refused',
  expired: 'expired',
  'taken-back': 'taken back',
}

const stageWords = ({ stage, kind }: Pick<BodyOf<'approval'>, 'stage' | 'kind'>): string =>
  stage === 'done' && isAboutOrders(kind) ? 'approved, see its orders' : STAGES[stage]

/** Who asked, who decided, about which act, and why. */
export function approvalWords({
  id,
  stage,
  kind,
  what,
  maker,
  dealer,
  detail,
}: BodyOf<'approval'>): DeskWords {
  const decided = dealer === null ? [] : [`decided by ${dealerWords(dealer)}`]
  const reason = detail === null ? [] : [detail]
  return {
    dealer:
      stage === 'asked' || stage === 'taken-back' ? dealerWords(maker) : dealer ? dealerWords(dealer) : '',
    what: `request ${id} for a second dealer (${kind}) ${stageWords({ stage, kind })}: ${what}`,
    answer: [`asked by ${dealerWords(maker)}`, ...decided, ...reason].join(' · '),
  }
}

const byWords = (by: string | null | undefined): Pick<DeskWords, 'dealer'> =>
  by === undefined ? {} : { dealer: by ?? '' }

/** `rows`: those of the block's plan; null where the plan stands in no entry that was read. */
export function blockWords(blockId: string, event: BlockEvent, rows: readonly BlockRow[] | null): DeskWords {
  const block = `block ${blockId}`
  const nameOf = (row: number): string => {
    const customer = rows?.[row - 1]?.customerCode
    return customer === undefined ? `row ${row}` : shownCode(customer)
  }
  switch (event.kind) {
    case 'planned': {
      const { draft, method, group, dealer } = event.plan
      const limit = draft.limitPrice === null ? '' : ` ${draft.limitPrice}`
      return {
        ...byWords(dealer),
        what: `${block} sent: ${draft.side} ${shownCode(draft.symbol)} ${draft.type}${limit} for ${plural(event.plan.rows.length, 'customer')}`,
        answer: [`amounts: ${method}`, ...(group === null ? [] : [`group ${group}`])].join(' · '),
      }
    }
    case 'paused':
      return { what: `${block} paused`, answer: event.why }
    case 'stopped':
      return { what: `${block} stopped`, answer: event.why }
    case 'resumed':
      return { ...byWords(event.by), what: `${block} resumed` }
    case 'cancel-asked':
      return { ...byWords(event.by), what: `${block} canceled` }
    case 'sent':
      return { what: `${block}: every row had its turn` }
    case 'closed':
      return { ...byWords(event.by), what: `${block} put away` }
    case 'row-not-sent': {
      const customer = rows?.[event.row - 1]?.customerCode
      return {
        ...(customer === undefined ? {} : { customer }),
        what: `${block}: no order was made for ${nameOf(event.row)}`,
        answer: event.why,
      }
    }
    case 'amount-changed':
      return {
        ...byWords(event.by),
        what: `${block}: amount to be ${event.total} in all: ${event.rows.map(({ row, from, to }) => `${nameOf(row)} ${from} → ${to}`).join(', ')}`,
      }
    case 'prices-changed': {
      const { limitPrice, triggerPrice } = event
      const prices = [
        ...(limitPrice === null ? [] : [`limit ${limitPrice}`]),
        ...(triggerPrice === null ? [] : [`trigger ${triggerPrice}`]),
      ]
      return { ...byWords(event.by), what: `${block}: prices to be ${prices.join(', ')}` }
    }
    case 'amend-begun':
      return { what: `${block}: ${plural(event.orders, 'order')} to be amended` }
    case 'amend-over':
      return { what: `${block}: the amend of its orders is over` }
    case 'retry-asked':
      return {
        ...byWords(event.by),
        what: `${block}: to be sent once more: ${event.rows.map(({ row }) => nameOf(row)).join(', ')}`,
      }
  }
}

export const alertWords = ({ level, message }: BodyOf<'alert'>): DeskWords => ({
  what: level === 'acknowledged' ? `notice acknowledged: ${message}` : `notice to acknowledge: ${message}`,
})
