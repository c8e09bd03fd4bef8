/** What this window knows for a rebalance of a group: holdings, equities and marks, and why a customer takes no order. Reads stores; sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { ZERO, decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import { positionKey } from '../../../shared/domain/accounts/position.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { markOf, tradability } from '../../../shared/domain/instrument.ts'
import { haltName } from '../../../shared/domain/orders/halt.ts'
import { readingWords, reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import { orderKey } from '../../../shared/domain/orders/order.ts'
import { isYoung } from '../../../shared/domain/priceAge.ts'
import type { Holding, RebalanceLine } from '../../../shared/domain/rebalance/rebalance.ts'
import type { HeldPosition, PositionName } from '../../../shared/domain/risk/reduction.ts'
import type { CustomerCode, Side, Symbol } from '../../../shared/domain/scalars.ts'
import { figuresNow } from '../accounts/useCustomerFigures.ts'
import { haltOf } from '../actions/halting.ts'
import { instrumentOf, tickerOf } from '../actions/intentSentence.ts'
import { whyPositionUnknown } from '../accounts/knownPositions.ts'
import { distrust } from '../actions/workspaceActions.ts'
import { ofPair } from '../stores/serverMirrors.ts'
import { readingOf } from '../stores/unseenLists.ts'
import type { WindowSession } from '../windowSession.ts'
import { targetOf, type TargetLine } from './rebalanceChoice.ts'

/** The mark of an instrument, with the reason where it is old or of unknown age. */
function markFigure(session: WindowSession, symbol: Symbol): Figure {
  const ticker = tickerOf(session, symbol)
  const value = markOf(ticker)
  if (!ticker || value === null) return { value: null, why: `there is no mark of ${shownCode(symbol)}` }
  const isFresh = ticker.listedAt !== null && isYoung(ticker.listedAt, session.clock.now())
  return { value, why: isFresh ? null : `the mark of ${shownCode(symbol)} is old` }
}

function positionFigure(session: WindowSession, code: CustomerCode, symbol: Symbol): Figure {
  const why = whyPositionUnknown(session, code, symbol)
  const held = session.server.positions.getState().rows.get(positionKey(code, symbol))
  if (held) return { value: decimal(held.size), why: why === null ? null : reasonOf(why) }
  return why === null ? { value: ZERO, why: null } : { value: null, why: reasonOf(why) }
}

/** By customer: the block that has an order for it in the instrument which is not among the orders of this window, yet or any more. */
function ordersOfBlocks(
  session: WindowSession,
  blocks: Iterable<BlockRecord>,
  symbol: Symbol,
): ReadonlyMap<CustomerCode, string> {
  const { rows: orders } = session.server.orders.getState()
  const found = new Map<CustomerCode, string>()
  for (const { blockId, state, draft, rows } of blocks) {
    if (state === 'closed' || draft.symbol !== symbol) continue
    const mayLeave = state === 'sending' || state === 'paused'
    for (const row of rows) {
      const { customerCode, referenceId } = row
      if (mayLeave && (row.state === 'waiting' || row.isRetried))
        found.set(customerCode, `an order of block ${blockId} for it has not left yet`)
      else if (
        row.state === 'requested' &&
        referenceId !== null &&
        !orders.has(orderKey({ customerCode, referenceId }))
      )
        found.set(customerCode, `its order of block ${blockId} is not in the list of orders of this window`)
    }
  }
  return found
}

/** Why no order of the customer may be proposed, beside what the position and the figures say. `side`: only live orders of this side count; null: every one. */
function whyOut(
  session: WindowSession,
  code: CustomerCode,
  symbol: Symbol,
  side: Side | null,
): string | null {
  const { server } = session
  const halt = haltOf(server, { customerCode: code, symbol }, true)
  if (halt) return `${haltName(halt)} is in force`
  const records = server.reconciliation.getState().value?.get(code)
  if (!records) return 'its records are not compared with the venue yet'
  if (!records.open)
    return `it is closed to new orders: ${reasonOf(records.why ?? 'its records are not read back yet')}`
  const { rows, groups } = server.orders.getState()
  const live = [...(groups.get(ofPair(code, symbol))?.keys ?? [])]
    .flatMap((key) => rows.get(key) ?? [])
    .filter((order) => side === null || order.side === side)
  const [first] = live
  if (first)
    return live.length === 1
      ? `an order to ${first.side} ${first.amount ?? `for ${first.cashAmount ?? '?'} USDC`} is live`
      : `${live.length} orders of it are live`
  const reading = readingOf(server, code)
  // Where the venue has no list at all, our own orders are known and those of others never are.
  return reading.state === 'whole' || reading.state === 'unavailable' ? null : readingWords(reading)
}

/** Why nothing at all may be proposed now: a clause. */
function whyNothing({ server }: WindowSession): string | null {
  const trust = distrust(server)
  if (trust !== null) return reasonOf(trust)
  if (!server.orders.getState().known || !server.positions.getState().known)
    return 'orders and positions have not arrived yet'
  return server.blocks.getState().value === null ? 'the blocks under way have not arrived yet' : null
}

/** Why no order in an instrument may be proposed for anybody: a clause. */
const whyNotTraded = (session: WindowSession, symbol: Symbol): string | null => {
  const instrument = instrumentOf(session, symbol)
  if (instrument === undefined) return `${shownCode(symbol)} is no instrument of this venue`
  return tradability(instrument.status) === 'halted' ? `${shownCode(symbol)} is halted at the venue` : null
}

/**
 * A position that may be reduced, as it is known now. It counts as not known for certain while an order that also closes it is live or under way in a block, so
 * that it is never reduced twice.
 */
export function closablePosition(session: WindowSession, name: PositionName): HeldPosition {
  const { customerCode, symbol } = name
  const known = positionFigure(session, customerCode, symbol)
  const side = known.value === null || known.value === ZERO ? null : known.value > ZERO ? 'sell' : 'buy'
  const blocks = session.server.blocks.getState().value?.values() ?? []
  const lot = instrumentOf(session, symbol)?.lotSize ?? null
  const why =
    known.why ??
    whyNothing(session) ??
    whyNotTraded(session, symbol) ??
    ordersOfBlocks(session, blocks, symbol).get(customerCode) ??
    whyOut(session, customerCode, symbol, side)
  return {
    customerCode,
    symbol,
    size: { ...known, why },
    lot: lot === null ? null : decimal(lot),
    mark: markFigure(session, symbol).value,
  }
}

/** The lines with what every customer of the group holds now. */
export function rebalanceFacts(
  session: WindowSession,
  group: string,
  lines: readonly TargetLine[],
): readonly RebalanceLine[] {
  const { server, clock } = session
  const members = (server.customers.getState().value ?? []).filter((customer) => customer.group === group)
  const nothing = whyNothing(session)
  const blocks = [...(server.blocks.getState().value?.values() ?? [])]
  return lines.map((line): RebalanceLine => {
    const { symbol } = line
    const instrument = instrumentOf(session, symbol)
    const lot = instrument?.lotSize ?? null
    const ofBlocks = ordersOfBlocks(session, blocks, symbol)
    const out = nothing ?? whyNotTraded(session, symbol)
    return {
      symbol,
      target: targetOf(line),
      lot: lot === null ? null : decimal(lot),
      mark: markFigure(session, symbol),
      holdings: members.map(({ code }): Holding => {
        const halt = haltOf(server, { customerCode: code, symbol })
        return {
          customerCode: code,
          position: positionFigure(session, code, symbol),
          equity: figuresNow(server, code, clock.now()).equity,
          out: out ?? ofBlocks.get(code) ?? whyOut(session, code, symbol, null),
          onlyReducing: halt === null ? null : `${haltName(halt)} lets out only orders that close positions`,
        }
      }),
    }
  })
}
