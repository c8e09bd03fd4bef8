/** Opens the core's topics and is the only writer of the server-owned stores. Decides nothing. */

import type { Stop } from '../../../shared/base/clock.ts'
import type { ContractClient, TopicHandle, TopicListener } from '../../../shared/contract/ports.ts'
import type { Notice } from '../../../shared/domain/notice.ts'
import type { LoadableStore, ServerStores, TableWriters } from '../stores/serverMirrors.ts'
import type { TableWriter } from '../stores/keyedTable.ts'

/** A listener that stores the newest value. */
const latest = <T>(store: LoadableStore<T>) => ({
  snapshot: (value: T) => store.setState({ value, stale: false }),
  delta: (value: T) => store.setState({ value, stale: false }),
  stale: () => store.setState({ stale: true }),
})

/** A listener that replaces older records by newer ones with the same key. `after` runs after each update. */
const keyed = <T>(
  store: LoadableStore<ReadonlyMap<string, T>>,
  keyOf: (value: T) => string,
  after: () => void = () => {},
) => ({
  snapshot: (values: readonly T[]) => {
    store.setState({ value: new Map(values.map((value) => [keyOf(value), value])), stale: false })
    after()
  },
  delta: (values: readonly T[]) => {
    store.setState((was) => {
      const next = new Map(was.value)
      for (const value of values) next.set(keyOf(value), value)
      return { value: next, stale: false }
    })
    after()
  },
  stale: () => store.setState({ stale: true }),
})

const table = <Row>(writer: TableWriter<Row>) => ({
  snapshot: (rows: readonly Row[]) => writer.replaceAll(rows),
  delta: (rows: readonly Row[]) => writer.put(rows),
  stale: () => writer.markStale(),
})

/**
 * Follows every topic but books, market trades and candles, which ladder and chart open themselves. `onFrame` calls its argument with the next
 * frame, so that a hidden window requests no more tickers (C4). `onNotices` receives the whole log, or the new notices.
 */
export function followTopics(
  client: ContractClient,
  stores: ServerStores,
  writers: TableWriters,
  onFrame: (run: () => void) => void,
  onNotices: (notices: readonly Notice[], fresh: boolean) => void,
): Stop {
  let tickers: TopicHandle | undefined
  const notices: TopicListener<'notices'> = {
    snapshot: (values) => onNotices(values, false),
    delta: (values) => onNotices(values, true),
  }
  const handles: TopicHandle[] = [
    client.open('session', null, latest(stores.session)),
    client.open('connection', null, latest(stores.connection)),
    client.open('reads', null, latest(stores.reads)),
    client.open('instruments', null, latest(stores.instruments)),
    client.open('customers', null, latest(stores.customers)),
    client.open('limits', null, latest(stores.limits)),
    client.open('settings', null, latest(stores.settings)),
    client.open('links', null, latest(stores.links)),
    client.open('halts', null, latest(stores.halts)),
    client.open(
      'balances',
      null,
      keyed(stores.balances, (balance) => balance.customerCode),
    ),
    client.open(
      'cashSums',
      null,
      keyed(stores.cashSums, (sums) => sums.customerCode),
    ),
    client.open(
      'reconciliation',
      null,
      keyed(stores.reconciliation, (customer) => customer.customerCode),
    ),
    client.open(
      'openOrderReadings',
      null,
      keyed(stores.openOrderReadings, (reading) => reading.customerCode),
    ),
    client.open(
      'fees',
      null,
      keyed(stores.fees, (fees) => fees.customerCode),
    ),
    client.open(
      'margins',
      null,
      keyed(stores.margins, (margin) => margin.customerCode),
    ),
    client.open(
      'blocks',
      null,
      keyed(stores.blocks, (block) => block.blockId),
    ),
    client.open('orders', null, table(writers.orders)),
    client.open('trades', null, table(writers.trades)),
    client.open('ledger', null, table(writers.ledger)),
    client.open('positions', null, table(writers.positions)),
    client.open('notices', null, notices),
  ]
  tickers = client.open(
    'tickers',
    null,
    keyed(
      stores.tickers,
      (ticker) => ticker.symbol,
      () => onFrame(() => tickers?.painted()),
    ),
  )
  handles.push(tickers)
  const unlink = client.onLink((state, refusal) =>
    stores.link.setState({ state, refusal: refusal?.message ?? null }),
  )
  return () => {
    unlink()
    for (const handle of handles) handle.close()
  }
}
