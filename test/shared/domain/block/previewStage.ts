/** Customers and the order of a block, as the preview of a block takes them. */

import { decimal } from '../../../../shared/base/decimal.ts'
import { customerFigures, type FigureInputs } from '../../../../shared/domain/accounts/customerFigures.ts'
import { standingLeverage } from '../../../../shared/domain/accounts/margin.ts'
import { NO_ROTATION } from '../../../../shared/domain/block/rotation.ts'
import type { BlockCustomer, BlockInput } from '../../../../shared/domain/block/blockPreview.ts'
import type { RowCheck } from '../../../../shared/domain/block/blockVerdict.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { marginOf, reconciled } from '../../../fakes/window/accounts.ts'
import {
  NOW,
  code,
  instrumentOf,
  positionOf,
  sym,
  tickerOf,
  wholeReading,
} from '../../../fakes/window/scriptedCore.ts'

export const text = (value: string) => decimalText.parse(value)
export const BTC = instrumentOf('BTC', '0.5', '0.001')
const FEES = [{ symbol: sym('BTCUSDC_PERP'), makerFee: text('-1'), takerFee: text('4') }]

export interface Known {
  readonly cash?: string
  readonly held?: string
  readonly more?: Partial<FigureInputs>
  readonly customer?: Partial<BlockCustomer>
}

export function customer(
  word: string,
  { cash = '20000', held = '0', more = {}, customer: own = {} }: Known = {},
): BlockCustomer {
  const inputs: FigureInputs = {
    balance: { customerCode: code(word), amount: text(cash), source: 'event', asOf: NOW },
    cashSums: { customerCode: code(word), whole: true, pendingOut: text('0'), dayFrom: NOW, instruments: [] },
    positions: held === '0' ? [] : [positionOf(word, 'BTCUSDC_PERP', held, '60000')],
    orders: [],
    reading: wholeReading(word),
    margin: marginOf(word),
    reconciliation: reconciled(word),
    instrument: () => BTC,
    ticker: () => tickerOf('BTCUSDC_PERP', '62000', '62001', '62000'),
    isMarkOld: () => false,
    allOld: null,
    ...more,
  }
  return {
    customerCode: code(word),
    measure: null,
    why: null,
    out: null,
    inputs,
    figures: customerFigures(inputs),
    positionUnknown: null,
    fees: FEES,
    leverage: standingLeverage(BTC, inputs.margin?.profile ?? null),
    ...own,
  }
}

export const ALL_WITHIN: RowCheck = { kind: 'answered', refusal: null, mayPass: false, findings: [] }

/** A limit that rests below the touch: nothing is taken. */
export function inputOf(customers: readonly BlockCustomer[], more: Partial<BlockInput> = {}): BlockInput {
  return {
    method: 'equal',
    parent: decimal('0.3'),
    rotation: NO_ROTATION,
    instrument: BTC,
    draft: plainDraft({
      customerCode: code('C1'),
      symbol: sym('BTCUSDC_PERP'),
      side: 'buy',
      type: 'limit',
      limitPrice: text('61000'),
      timeInForce: 'GTC',
    }),
    customers,
    walk: {
      bestPrice: text('62001'),
      averagePrice: text('61000'),
      worstPrice: text('61000'),
      filled: text('0'),
      quote: text('0'),
      whole: false,
      ranOut: false,
    },
    walkFor: decimal('0.3'),
    checks: new Map(),
    onFailing: 'resum',
    ...more,
  }
}
