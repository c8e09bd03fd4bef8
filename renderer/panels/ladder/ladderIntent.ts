/** Turns a request of a ladder into an intent of its customer and instrument. Pure; sends nothing. */

import { assertNever } from '../../../shared/base/result.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { LadderRequest } from './ladderProps.ts'
import type { Intent } from '../../state/stores/proposalStore.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'

export function intentOfRequest(request: LadderRequest, customerCode: CustomerCode, symbol: Symbol): Intent {
  switch (request.kind) {
    case 'limit':
    case 'take':
      return {
        kind: 'order',
        draft: plainDraft({
          customerCode,
          symbol,
          side: request.side,
          type: 'limit',
          amount: request.amount,
          limitPrice: request.price,
          timeInForce: request.kind === 'take' ? 'IOC' : 'GTC',
        }),
      }
    case 'cancel':
      return { kind: 'cancel', orders: request.orders }
    case 'cancelAll':
      return { kind: 'cancelAll', customerCode, symbol, side: request.side }
    case 'flatten':
      return { kind: 'flatten', customerCode, symbol }
    default:
      return assertNever(request)
  }
}
