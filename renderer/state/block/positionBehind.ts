/** The position behind a customer's amount in a list, which the core compares before the order leaves. Pure. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { BlockForm } from '../blockForm/blockFields.ts'

/** The position that gave a customer's amount; undefined: none did, or the list is of another instrument by now. */
export const positionBehind = (
  { sizedBy: from, symbol, method }: BlockForm,
  code: CustomerCode,
): DecimalText | undefined =>
  from !== null && from.symbol === symbol && method === 'list' ? from.held[code] : undefined
