/** What the lines of these tests are read from: two customers, two instruments, a live market. */

import type { LineContext } from '../../../renderer/commandline/grammar/grammar.ts'
import { PANEL_COMMANDS } from '../../../renderer/panels/panelRegistry.tsx'
import { listWorkspaces } from '../../../renderer/state/workspaces/namedWorkspaces.ts'
import { BUILT_IN } from '../../../renderer/workspace/builtIn/builtInWorkspaces.ts'
import { decimal } from '../../../shared/base/decimal.ts'
import { DEFAULT_RULES } from '../../../shared/domain/limits/limits.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import {
  NOW,
  code,
  customerOf,
  instrumentOf,
  orderOf,
  reference,
  sym,
  tickerOf,
} from '../../fakes/window/scriptedCore.ts'

const STOP = {
  type: 'stop_loss',
  limitPrice: null,
  triggerPrice: decimalText.parse('60500'),
} as const
const LIVE = [
  orderOf({ referenceId: reference('v1-limit') }),
  orderOf({ referenceId: reference('v1-stop'), side: 'sell', ...STOP }),
  orderOf({ referenceId: reference('v1-eth-stop'), side: 'buy', symbol: sym('ETHUSDC_PERP'), ...STOP }),
]

export const tickers = new Map([
  ['BTCUSDC_PERP', tickerOf('BTCUSDC_PERP', '62148', '62150.5')],
  ['ETHUSDC_PERP', tickerOf('ETHUSDC_PERP', '3118.41', '3118.42')],
])
export const lineContext: LineContext = {
  customer: code('C1042'),
  instrument: sym('ETHUSDC_PERP'),
  customers: [customerOf('C1042', 'Acme'), customerOf('C2007', 'Blue')],
  instruments: [instrumentOf('BTC', '0.5', '0.001'), instrumentOf('ETH', '0.01', '0.01')],
  marketOf: (symbol) => ({ ticker: tickers.get(symbol), book: 'live', now: NOW }),
  storedAlias: () => null,
  aliasNamed: () => null,
  aliasWords: () => [],
  rules: DEFAULT_RULES,
  panels: PANEL_COMMANDS,
  workspaces: listWorkspaces({}, BUILT_IN).workspaces,
  positionOf: (customer, symbol) =>
    customer !== 'C1042' ? null : decimal(symbol === 'BTCUSDC_PERP' ? '-2.5' : '0'),
  heldSymbols: (customer) => (customer === 'C1042' ? [sym('BTCUSDC_PERP')] : null),
  liveOrders: (customer) => LIVE.filter((order) => order.customerCode === customer),
  selected: orderOf({ referenceId: reference('v1-sel') }),
  ordersNamed: (id) =>
    id === 'twice'
      ? [orderOf({ referenceId: reference('twice') }), orderOf({ referenceId: reference('twice') })]
      : id === 'combo'
        ? [
            orderOf({
              referenceId: reference('combo'),
              type: 'take_profit_stop_loss',
              limitPrice: null,
              takeProfitPrice: decimalText.parse('66000'),
              stopLossPrice: decimalText.parse('60500'),
            }),
          ]
        : [],
}
