/** The orders of a scale as intents of their own: each has a size that no other has, by which the venue's record is known. */

import { draftsOfRows } from '../../../shared/domain/orders/scale/scaleAct.ts'
import type { Intent } from './dealer.ts'

/** An intent that is sent as one order, or the orders of a scale. The names are those under which the desk journals them. */
export const ordersOf = (intent: Intent): readonly Intent[] =>
  intent.rows === undefined
    ? [intent]
    : draftsOfRows(intent.draft, intent.rows).map((draft, at) => ({
        id: `${intent.id} row ${at + 1}`,
        draft,
        partOf: intent,
      }))
