/** The paper broker in this process with the market model on the real clock; a fault of its own fails the test. */

import { randomBytes } from 'node:crypto'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import {
  startPaperBroker,
  type PaperBroker,
  type PaperBrokerOptions,
} from '../../../electron/paper/paperBroker.ts'
import { clockOf } from '../../../shared/base/clock.ts'

/** To be closed by who starts it. */
export function startLivePaper(more: Partial<PaperBrokerOptions> = {}): Promise<PaperBroker> {
  const clock = more.clock ?? clockOf(globalThis)
  return startPaperBroker({
    exchange: simulatedExchange({ seed: 11, clock, historyHours: 1 }),
    clock,
    randomBytes,
    onFault: (error) => {
      throw error
    },
    ...more,
  })
}
