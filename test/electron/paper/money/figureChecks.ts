/** The account figures that a terminal derives from the API, beside those of the broker's own engine, to the last digit. */

import { EVERY_ROW } from '../everyRecord.ts'
import { reconciled } from '../../../fakes/window/accounts.ts'
import { marginRoutes } from '../../../../electron/paper/api/resources/marginResources.ts'
import { orderOnWire } from '../../../../electron/paper/api/resources/wire.ts'
import type { Movement } from '../../../../electron/paper/bookkeeping/records.ts'
import { accountFunds } from '../../../../electron/paper/brokerage/accounts/accountFunds.ts'
import { accountHealth } from '../../../../electron/paper/brokerage/accounts/accountHealth.ts'
import type { BrokerContext } from '../../../../electron/paper/brokerage/brokerContext.ts'
import {
  ZERO,
  add,
  compare,
  decimal,
  subtract,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { parseExact } from '../../../../shared/base/json.ts'
import { must } from './must.ts'
import { readMarginProfile, readOrder } from '../../../../shared/broker/accountRecords.ts'
import { equityOf, freeForOrders, isShort } from '../../../../shared/domain/accounts/accountFigures.ts'
import { dayStart } from '../../../../shared/domain/accounts/cashSums.ts'
import {
  customerFigures,
  type FigureInputs,
  type PositionFigures,
} from '../../../../shared/domain/accounts/customerFigures.ts'
import { blankTicker, type Instrument } from '../../../../shared/domain/instrument.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { shockOutcome, shockedAccount, shockedMark } from '../../../../shared/domain/risk/shock.ts'
import type { clientBooks } from './clientBooks.ts'
import type { Same } from './moneyChecks.ts'
import { SYMBOLS } from './moneyScene.ts'

export interface FigureCheck {
  readonly customer: CustomerCode
  readonly client: ReturnType<typeof clientBooks>
  readonly context: BrokerContext
  /** Wall clock, ms. */
  readonly now: number
  readonly same: Same
}

const overWire = (record: object): unknown => must(parseExact(JSON.stringify(record)))

/** The instrument as a terminal reads it. */
export function instrumentOf(context: BrokerContext, symbol: Symbol): Instrument | undefined {
  const listed = context.instruments.get(symbol)
  return (
    listed && {
      symbol,
      underlying: listed.underlying,
      quoteCurrency: 'USDC',
      status: 'open',
      initialMarginRequirement: listed.initialMargin,
      maintenanceMarginRequirement: listed.maintenanceMargin,
      tickSize: listed.tickSize,
      lotSize: listed.lotSize,
    }
  )
}

/** What a terminal reads of the customer. */
export function inputsOf({ customer, client, context, now }: FigureCheck): FigureInputs {
  const [route] = marginRoutes(context)
  const request = { path: { customer }, query: new URLSearchParams(), contentType: '', body: '' }
  const answer = route?.handle(request)
  if (!answer?.ok) throw new Error('the broker shows no margin profile')
  const orders = context.store.orders.live(customer, null).map((record): Order => {
    const report = must(readOrder(overWire(orderOnWire(record)), customer))
    return {
      ...report,
      customerCode: customer,
      phase: 'working',
      pending: null,
      refusal: null,
      origin: 'desk',
      validUntil: null,
      createdAt: report.createdAt ?? now,
      updatedAt: now,
    }
  })
  return {
    balance: client.balance(customer),
    cashSums: client.cashSums(customer),
    positions: SYMBOLS.flatMap((symbol) => client.position(customer, symbol) ?? []),
    orders,
    reading: { customerCode: customer, state: 'whole', readAt: now, shown: orders.length, reason: null },
    margin: {
      customerCode: customer,
      profile: must(readMarginProfile(overWire(answer.value.body as object))),
      readAt: now,
      why: null,
    },
    reconciliation: reconciled(customer, now),
    instrument: (symbol) => instrumentOf(context, symbol),
    ticker: (symbol) => ({ ...blankTicker(symbol, now), markPrice: context.exchange.prices(symbol).mark }),
    isMarkOld: () => false,
    allOld: null,
  }
}

/** The cash of the day by the broker's own ledger; a settlement of the first 5 minutes pays for the day before. */
function cashOfDay(rows: readonly Movement[], from: number): Decimal {
  const counts = ({ type, status, createdAt }: Movement) =>
    status === 'completed' &&
    !['deposit', 'withdrawal'].includes(type) &&
    createdAt >= (type === 'settlement' ? from + 300_000 : from)
  return rows.filter(counts).reduce((sum, row) => add(sum, decimal(row.signedAmount)), ZERO)
}

/**
 * The engine finds the account short just beyond the liquidation price, and not just before it. The liquidation price of an account that no mark
 * of the position would save is the present mark: the engine finds it short even just above 0, which is the best mark of a short position.
 */
export function checkLiquidation(
  { customer, context, same }: Omit<FigureCheck, 'client'>,
  figures: ReadonlyMap<Symbol, Pick<PositionFigures, 'liquidation'>>,
): void {
  const shortAt = (symbol: Symbol, mark: Decimal) => {
    const prices: typeof context.exchange.prices = (asked) => {
      const known = context.exchange.prices(asked)
      return asked === symbol ? { ...known, mark: toText(mark) } : known
    }
    return isShort(accountHealth({ ...context, exchange: { ...context.exchange, prices } }, customer))
  }
  const markOf = (symbol: Symbol) => decimal(context.exchange.prices(symbol).mark ?? '0')
  const step = decimal('0.000000000001')
  for (const [symbol, { liquidation }] of figures) {
    const size = decimal(context.store.accounts.position(customer, symbol)?.size ?? '0')
    if (liquidation.value === null || size === ZERO) continue
    if (liquidation.value === markOf(symbol) && size < ZERO && shortAt(symbol, step)) continue
    const [beyond, before] = [subtract(liquidation.value, step), add(liquidation.value, step)]
    same(
      `${customer} ${symbol}: short beyond liquidation`,
      String(shortAt(symbol, size > ZERO ? beyond : before)),
      'true',
    )
    same(
      `${customer} ${symbol}: short before liquidation`,
      String(shortAt(symbol, size > ZERO ? before : beyond)),
      'false',
    )
  }
}

/** Moves of the marks, in percent. */
const SHOCKS = ['-60', '-20', '-7.5', '-0.5', '0', '3', '12.5', '20', '90'].map((percent) => decimal(percent))

/** The verdict of a shock is what the engine finds at the moved marks: short of maintenance margin, or below the initial margin. */
function checkShock(check: FigureCheck, inputs: FigureInputs): void {
  const { customer, context, now, same } = check
  const turn = Math.floor(now / 1_000)
  const percent = SHOCKS[turn % SHOCKS.length] ?? ZERO
  const only = [null, ...SYMBOLS][turn % (SYMBOLS.length + 1)] ?? null
  const prices: typeof context.exchange.prices = (symbol) => {
    const { mark, ...others } = context.exchange.prices(symbol)
    const isMoved = mark !== null && (only === null || symbol === only)
    return { ...others, mark: isMoved ? toText(shockedMark(decimal(mark), percent)) : mark }
  }
  const moved = { ...context, exchange: { ...context.exchange, prices } }
  const account = shockedAccount(inputs)
  const { equity, marginUsed, verdict, why } = shockOutcome(account, {
    symbol: only,
    size: percent,
    volatilities: null,
  })
  const funds = accountFunds(moved, customer)
  const isHeld = account.figures.positions.size > 0
  const wanted =
    isHeld && isShort(accountHealth(moved, customer))
      ? 'liquidated'
      : compare(equityOf(funds), funds.bound) < 0
        ? 'called'
        : 'holds'
  const name = `${customer}: at ${toText(percent)} % on ${only ?? 'all'}`
  same(`${name}: verdict`, why ?? verdict, wanted)
  same(`${name}: equity`, toText(equity.value ?? ZERO), toText(equityOf(funds)))
  same(`${name}: margin used`, toText(marginUsed.value ?? ZERO), toText(funds.bound))
}

export function checkFigures(check: FigureCheck): void {
  const { customer, context, now, same } = check
  const inputs = inputsOf(check)
  const figures = customerFigures(inputs)
  const funds = accountFunds(context, customer)
  const rows = context.store.movements.page({ ...EVERY_ROW, customerCode: customer }).items
  const wanted = {
    equity: equityOf(funds),
    unrealised: funds.unrealised,
    marginUsed: funds.bound,
    free: freeForOrders(funds),
    maintenance: accountHealth(context, customer).maintenance,
    today: add(cashOfDay(rows, dayStart(now)), funds.unrealised),
    realisedToday: cashOfDay(rows, dayStart(now)),
  }
  for (const name of Object.keys(wanted) as (keyof typeof wanted)[]) {
    const { value, why } = figures[name]
    same(`${customer}: ${name}`, why ?? (value === null ? null : toText(value)), toText(wanted[name]))
  }
  checkLiquidation(check, figures.positions)
  checkShock(check, inputs)
}
