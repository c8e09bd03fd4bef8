/** The rules of the contract (docs/architecture.md#the-contract, C1–C8), held over every transport alike. */

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../shared/base/result.ts'
import { connectContract } from '../../shared/contract/client/client.ts'
import { topics, type Request } from '../../shared/contract/contract.ts'
import { failureOf } from '../../shared/contract/failure.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import { plainNotice, type Notice } from '../../shared/domain/notice.ts'
import { HEADER, HEADER_LENGTH, type BookFrame } from '../../shared/domain/book/bookFrame.ts'
import { blankTicker, type Ticker } from '../../shared/domain/instrument.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../shared/domain/scalars.ts'
import { fakeCore, play, type FakeCore } from './fakeCore.ts'
import { clock, tapped, transportSetups, type Tap, type TransportSetup } from './transports.ts'

const lookUp: Request<'order.lookUp'> = {
  customerCode: 'C1042' as CustomerCode,
  referenceId: 'r-1' as ReferenceId,
}
const cancelAll: Request<'order.cancelAll'> = {
  customerCode: 'C1042' as CustomerCode,
  symbol: null,
  side: null,
}
const notice = (id: number): Notice => plainNotice({ id, at: 0, level: 'info', message: `notice ${id}` })
const tickerOf = (symbol: string, receivedAt: number): Ticker => blankTicker(symbol as Symbol, receivedAt)

const until = <T>(check: () => T) => vi.waitFor(check, { interval: 4 })

/** A window's copy of a topic, folded as a store folds it. */
function mirror<T>(fold: (state: T, delta: T) => T) {
  const seen = {
    state: null as T | null,
    snapshots: 0,
    deltas: 0,
    stale: [] as string[],
    listener: {
      snapshot(value: T) {
        seen.state = value
        seen.snapshots++
      },
      delta(change: T) {
        seen.state = seen.state === null ? change : fold(seen.state, change)
        seen.deltas++
      },
      stale: (why: string) => void seen.stale.push(why),
    },
  }
  return seen
}
const appended = () => mirror<Notice[]>((state, delta) => [...state, ...delta])
const bySymbol = () => {
  const { delivery } = topics.tickers
  if (delivery.kind !== 'merge') throw new Error('tickers are merged')
  return mirror(delivery.merge)
}

describe.each(Object.entries(transportSetups))('the contract over %s', (_name, build) => {
  let fake: FakeCore
  let setup: TransportSetup
  let tap: Tap
  let client: ContractClient
  const clients: ContractClient[] = []

  const join = (from: Tap = tap) => {
    const joined = connectContract({
      openTransport: from.openTransport,
      clock,
      ...(setup.proof ? { proof: setup.proof } : {}),
    })
    clients.push(joined)
    return joined
  }
  const up = (item = client) =>
    new Promise<void>((resolve) => {
      item.onLink((state) => {
        if (state === 'up') resolve()
      })
    })
  /** Everything the core sent before this is here when it resolves: frames keep their order. */
  const caughtUp = () => client.call('order.lookUp', lookUp)

  beforeEach(async () => {
    fake = fakeCore()
    setup = await build(fake)
    tap = tapped(setup)
    client = join()
    await up()
  })
  afterEach(async () => {
    for (const joined of clients.splice(0)) joined.close()
    await setup.close()
  })

  it('C1: a call reaches its handler as typed values and answers with the reply', async () => {
    fake.handlers['order.cancelAll'] = (request) =>
      Promise.resolve(ok({ count: request.customerCode === 'C1042' ? 3 : 0 }))
    expect(await client.call('order.cancelAll', cancelAll)).toEqual(ok({ count: 3 }))
  })

  it('C1: calls that overlap each get their own answer', async () => {
    fake.handlers['order.lookUp'] = ({ referenceId }) =>
      Promise.resolve(fail(failureOf('refused', referenceId)))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        client.call('order.lookUp', { ...lookUp, referenceId: `r-${n}` as ReferenceId }),
      ),
    )
    expect(answers.map((answer) => !answer.ok && answer.failure.message)).toEqual(
      answers.map((_, n) => `r-${n}`),
    )
  })

  it('C1: a request with an unknown or wrong field is refused by name and reaches no handler', async () => {
    const handler = vi.fn(() => Promise.resolve(ok({ count: 1 })))
    fake.handlers['order.cancelAll'] = handler
    const extra = await client.call('order.cancelAll', { ...cancelAll, dryRun: true } as typeof cancelAll)
    expect(extra).toMatchObject({ failure: { kind: 'invalid-request' } })
    expect(!extra.ok && extra.failure.message).toContain('dryRun')
    const wrong = await client.call('order.cancelAll', { ...cancelAll, side: 'long' as 'buy' })
    expect(wrong).toMatchObject({ failure: { kind: 'invalid-request', field: 'side' } })
    expect(handler).not.toHaveBeenCalled()
  })

  it('C1: a reply of a wrong form is rejected; for a trade it is an unknown outcome', async () => {
    fake.handlers['order.cancelAll'] = () => Promise.resolve(ok({ count: 'three' as unknown as number }))
    fake.handlers['order.lookUp'] = () =>
      Promise.resolve(ok({ extra: 1 } as unknown as Record<string, never>))
    expect(await client.call('order.cancelAll', cancelAll)).toMatchObject({
      failure: { kind: 'unknown-outcome' },
    })
    expect(await client.call('order.lookUp', lookUp)).toMatchObject({ failure: { kind: 'internal' } })
  })

  it('C1: commands and topics that are not in the list are refused', async () => {
    const call = await client.call('order.explode' as 'order.lookUp', lookUp)
    expect(call).toMatchObject({ failure: { kind: 'invalid-request' } })
    const inherited = await client.call('constructor' as 'order.lookUp', lookUp)
    expect(inherited).toMatchObject({ failure: { kind: 'invalid-request' } })
  })

  it('C8: a refusal arrives whole, code and field', async () => {
    const failure = failureOf('rejected-by-venue', 'No.', { code: 'INSUFFICIENT_BALANCE', field: 'amount' })
    fake.handlers['order.cancelAll'] = () => Promise.resolve(fail(failure))
    expect(await client.call('order.cancelAll', cancelAll)).toEqual(fail(failure))
  })

  it('C8: a handler that throws answers internal, is reported, and the rest goes on', async () => {
    fake.handlers['order.lookUp'] = () => Promise.reject(new Error('secret stack'))
    const answer = await client.call('order.lookUp', lookUp)
    expect(answer).toMatchObject({ failure: { kind: 'internal' } })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(fake.reported).toEqual(['The handler of order.lookUp threw.'])
    expect(await client.call('order.cancelAll', cancelAll)).toMatchObject({ failure: { kind: 'refused' } })
  })

  it('C6: a scope is asked at every call, so losing it takes effect at once', async () => {
    const handler = vi.fn(() => Promise.resolve(ok({ count: 1 })))
    fake.handlers['order.cancelAll'] = handler
    expect(await client.call('order.cancelAll', cancelAll)).toMatchObject({ ok: true })
    fake.scopes.delete('trade')
    expect(await client.call('order.cancelAll', cancelAll)).toMatchObject({
      failure: { kind: 'not-permitted' },
    })
    expect(handler).toHaveBeenCalledTimes(1)
    expect(await client.call('order.lookUp', lookUp)).toMatchObject({ failure: { kind: 'refused' } })
  })

  it('C2: a snapshot comes first, then every delta in order', async () => {
    const held = play(fake, 'notices', (sink) => sink.snapshot([notice(1)]))
    const window = appended()
    client.open('notices', null, window.listener)
    await until(() => expect(window.snapshots).toBe(1))
    for (let id = 2; id <= 300; id++) held[0]?.sink.delta([notice(id)])
    await until(() => expect(window.state).toHaveLength(300))
    expect(window.state?.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1))
    expect(window.stale).toEqual([])
  })

  it('C2: a delta that is lost ends the subscription and opens it again', async () => {
    const all = [notice(1)]
    const held = play(fake, 'notices', (sink) => sink.snapshot([...all]))
    const window = appended()
    client.open('notices', null, window.listener)
    await until(() => expect(window.snapshots).toBe(1))
    let lost = 0
    tap.lose = (frame) => frame.kind === 'delta' && frame.place === 2 && lost++ === 0
    for (let id = 2; id <= 5; id++) {
      all.push(notice(id))
      held[0]?.sink.delta([notice(id)])
    }
    await until(() => expect(window.snapshots).toBe(2))
    expect(lost).toBe(1)
    expect(window.stale).toEqual(['overflow'])
    expect(window.state).toEqual(all)
    await until(() => expect(held[0]?.closed).toBe(true))
    held[1]?.sink.delta([notice(6)])
    await until(() => expect(window.state).toEqual([...all, notice(6)]))
  })

  it('C2: a lost snapshot is noticed at the first delta', async () => {
    const held = play(fake, 'notices', (sink) => sink.snapshot([notice(1)]))
    const window = appended()
    let lost = 0
    tap.lose = (frame) => frame.kind === 'snapshot' && lost++ === 0
    client.open('notices', null, window.listener)
    await caughtUp()
    held[0]?.sink.delta([notice(2)])
    await until(() => expect(window.snapshots).toBe(1))
    expect(window.deltas).toBe(0)
  })

  it('C2: a body that does not fit its topic is not shown and reopens the subscription', async () => {
    const held = play(fake, 'notices', (sink) => sink.snapshot([]))
    const window = appended()
    client.open('notices', null, window.listener)
    await until(() => expect(window.snapshots).toBe(1))
    held[0]?.sink.delta([{ ...notice(1), html: '<b>' } as Notice])
    await until(() => expect(window.snapshots).toBe(2))
    expect(window.deltas).toBe(0)
    expect(window.stale).toEqual(['internal'])
  })

  it('C2: a source that ends or throws is opened again; one that throws is reported', async () => {
    const held = play(fake, 'notices', (sink) => sink.snapshot([]))
    const window = appended()
    client.open('notices', null, window.listener)
    await until(() => expect(window.snapshots).toBe(1))
    held[0]?.sink.end('not-connected')
    await until(() => expect(window.snapshots).toBe(2))
    expect(held[0]?.closed).toBe(true)
    fake.sources.tickers = () => {
      throw new Error('broken')
    }
    const broken = bySymbol()
    client.open('tickers', null, broken.listener)
    await until(() => expect(broken.stale).toContain('internal'))
    expect(fake.reported).toContain('The source of tickers threw.')
    expect(window.stale).toEqual(['not-connected'])
  })

  it('C2: after a lost transport everything opens again by itself', async () => {
    const held = play(fake, 'notices', (sink) => sink.snapshot([notice(7)]))
    const window = appended()
    client.open('notices', null, window.listener)
    await until(() => expect(window.snapshots).toBe(1))
    const states: string[] = []
    client.onLink((state) => states.push(state))
    tap.cut()
    await until(() => expect(window.snapshots).toBe(2))
    expect(states).toEqual(['up', 'down', 'up'])
    expect(window.stale).toEqual(['not-connected'])
    await until(() => expect(held[0]?.closed).toBe(true))
    expect(held[1]?.closed).toBe(false)
  })

  it('C2: trading calls open at a lost transport have an unknown outcome; none is sent again', async () => {
    const handler = vi.fn(() => new Promise<never>(() => {}))
    fake.handlers['order.cancelAll'] = handler
    fake.handlers['order.lookUp'] = () => new Promise(() => {})
    const trade = client.call('order.cancelAll', cancelAll)
    const read = client.call('order.lookUp', lookUp)
    await until(() => expect(handler).toHaveBeenCalledTimes(1))
    tap.blocked = true
    tap.cut()
    expect(await trade).toMatchObject({ failure: { kind: 'unknown-outcome' } })
    expect(await read).toMatchObject({ failure: { kind: 'not-connected' } })
    // Nothing waits for a link: the answer is there at once, and nothing leaves later.
    expect(await client.call('order.cancelAll', cancelAll)).toMatchObject({
      failure: { kind: 'not-connected' },
    })
    tap.blocked = false
    await up()
    await client.call('customer.remove', { customerCode: cancelAll.customerCode })
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('C2: a reload and a second window start like the first, and each receives everything', async () => {
    const all: Notice[] = [notice(1)]
    const held = play(fake, 'notices', (sink) => sink.snapshot([...all]))
    const publish = (id: number) => {
      all.push(notice(id))
      for (const one of held) if (!one.closed) one.sink.delta([notice(id)])
    }
    const first = appended()
    client.open('notices', null, first.listener)
    await until(() => expect(first.snapshots).toBe(1))
    publish(2)
    const second = appended()
    join(tapped(setup)).open('notices', null, second.listener)
    await until(() => expect(second.snapshots).toBe(1))
    publish(3)
    client.close()
    await until(() => expect(held[0]?.closed).toBe(true))
    const reloaded = appended()
    join(tapped(setup)).open('notices', null, reloaded.listener)
    await until(() => expect(reloaded.snapshots).toBe(1))
    publish(4)
    await until(() => expect(reloaded.state).toEqual(all))
    await until(() => expect(second.state).toEqual(all))
    expect(new Set(held.map(({ windowId }) => windowId)).size).toBe(3)
  })

  it('C3: latest keeps only the newest while a window is busy', async () => {
    const held = play(fake, 'book', (sink) => sink.snapshot(bookFrame(0)))
    const seen: number[] = []
    const key = { symbol: 'BTCUSDC_PERP' as Symbol, grouping: 1, rows: 40 }
    const handle = client.open('book', key, {
      snapshot: (frame) => seen.push(frame[HEADER.version] ?? -1),
      delta: (frame) => seen.push(frame[HEADER.version] ?? -1),
    })
    await until(() => expect(seen).toEqual([0]))
    await until(() => expect(held[0]?.ready).toBe(1))
    for (let version = 1; version <= 500; version++) held[0]?.sink.delta(bookFrame(version))
    await until(() => expect(seen).toEqual([0, 1]))
    handle.painted()
    await until(() => expect(seen).toEqual([0, 1, 500]))
    expect(held[0]?.key).toEqual(key)
  })

  it('C3: binary frames arrive with every number as it was', async () => {
    const frame = bookFrame(9, 400)
    frame[HEADER_LENGTH] = Number.MAX_SAFE_INTEGER
    frame[HEADER.bestAsk] = -1
    play(fake, 'book', (sink) => sink.snapshot(frame))
    const got = new Promise<BookFrame>((resolve) => {
      client.open(
        'book',
        { symbol: 'BTCUSDC_PERP' as Symbol, grouping: 1, rows: 400 },
        { snapshot: resolve, delta() {} },
      )
    })
    expect(Array.from(await got)).toEqual(Array.from(frame))
    // The source still has its own: a frame may go to several windows.
    expect(frame).toHaveLength(HEADER_LENGTH + 1600)
  })

  it('C3: every drops nothing; past its limit it ends and the new snapshot is exact', async () => {
    const all: Notice[] = []
    const held = play(fake, 'notices', (sink) => sink.snapshot([...all]))
    const window = appended()
    // The window hears nothing and credits nothing from the second message on: it stands still.
    let stalled = true
    tap.lose = (frame) => stalled && frame.kind === 'delta'
    client.open('notices', null, window.listener)
    await until(() => expect(window.snapshots).toBe(1))
    for (let id = 1; id <= 3_000; id++) {
      all.push(notice(id))
      held.at(-1)?.sink.delta([notice(id)])
    }
    await until(() => expect(window.snapshots).toBe(2))
    stalled = false
    expect(window.stale).toEqual(['overflow'])
    expect(window.state).toEqual(all)
    held.at(-1)?.sink.delta([notice(3_001)])
    await until(() => expect(window.state).toHaveLength(3_001))
  })

  it('C4: a window that does not paint gets one delta and no further work of the source', async () => {
    const held = play(fake, 'tickers', (sink) => sink.snapshot([]))
    const window = bySymbol()
    const handle = client.open('tickers', null, window.listener)
    await until(() => expect(held[0]?.ready).toBe(1))
    for (let at = 1; at <= 200; at++) held[0]?.sink.delta([tickerOf(`S${at % 10}`, at)])
    await caughtUp()
    expect(window.deltas).toBe(1)
    expect(held[0]?.ready).toBe(1)
    handle.painted()
    await until(() => expect(window.deltas).toBe(2))
    // All that waited came as one, and it is what the source has.
    expect(window.state?.map((ticker) => ticker.receivedAt).toSorted((a, b) => a - b)).toEqual([
      191, 192, 193, 194, 195, 196, 197, 198, 199, 200,
    ])
    handle.painted()
    handle.painted()
    await until(() => expect(held[0]?.ready).toBe(2))
  })

  it('C2: a later snapshot replaces everything, also waiting deltas', async () => {
    const held = play(fake, 'tickers', (sink) => sink.snapshot([]))
    const window = bySymbol()
    const handle = client.open('tickers', null, window.listener)
    await until(() => expect(held[0]?.ready).toBe(1))
    held[0]?.sink.delta([tickerOf('A', 1)])
    held[0]?.sink.delta([tickerOf('B', 2)])
    held[0]?.sink.snapshot([tickerOf('C', 3)])
    await until(() => expect(window.deltas).toBe(1))
    handle.painted()
    await until(() => expect(window.snapshots).toBe(2))
    handle.painted()
    await caughtUp()
    expect(window.state).toEqual([tickerOf('C', 3)])
    expect(window.deltas).toBe(1)
  })

  it('C4: a window that paints nothing still receives its fills', async () => {
    const tickers = play(fake, 'tickers', (sink) => sink.snapshot([]))
    const notices = play(fake, 'notices', (sink) => sink.snapshot([]))
    const hidden = bySymbol()
    const heard = appended()
    client.open('tickers', null, hidden.listener)
    client.open('notices', null, heard.listener)
    await until(() => expect(heard.snapshots + hidden.snapshots).toBe(2))
    for (let n = 1; n <= 500; n++) {
      tickers[0]?.sink.delta([tickerOf('BTCUSDC_PERP', n)])
      notices[0]?.sink.delta([notice(n)])
    }
    await until(() => expect(heard.state).toHaveLength(500))
    expect(hidden.deltas).toBe(1)
  })

  it('C5: a closed subscription receives nothing more, even of messages under way', async () => {
    const held = play(fake, 'notices', (sink) => sink.snapshot([]))
    const window = appended()
    const handle = client.open('notices', null, window.listener)
    await until(() => expect(window.snapshots).toBe(1))
    held[0]?.sink.delta([notice(1)])
    handle.close()
    handle.close()
    handle.painted()
    held[0]?.sink.delta([notice(2)])
    await caughtUp()
    expect(window.deltas).toBe(0)
    expect(window.stale).toEqual([])
    expect(held[0]?.closed).toBe(true)
    tap.cut()
    await up()
    await caughtUp()
    expect(held).toHaveLength(1)
  })

  it('C5: a listener may close its subscription from within, and one that throws is opened again', async () => {
    const held = play(fake, 'notices', (sink) => sink.snapshot([]))
    const heard: number[] = []
    const handle = client.open('notices', null, {
      snapshot() {},
      delta([first]) {
        heard.push(first?.id ?? -1)
        handle.close()
      },
    })
    let throws = 1
    const window = appended()
    client.open('notices', null, {
      ...window.listener,
      delta(change) {
        if (throws-- > 0) throw new Error('a bug in a store')
        window.listener.delta(change)
      },
    })
    await until(() => expect(held).toHaveLength(2))
    for (const { sink } of held.slice()) {
      sink.delta([notice(1)])
      sink.delta([notice(2)])
    }
    await until(() => expect(window.snapshots).toBe(2))
    await caughtUp()
    expect(heard).toEqual([1])
    expect(window.stale).toEqual(['internal'])
  })

  it('C8: an unreadable, early, repeated or oversized frame closes only its transport', async () => {
    const hello = {
      kind: 'hello',
      id: 0,
      version: 1,
      ...(setup.proof ? { proof: setup.proof } : {}),
    }
    const call = { kind: 'call', id: 1, name: 'order.lookUp', body: lookUp }
    const bad: unknown[][] = [
      [null],
      ['hello'],
      [call],
      [hello, hello],
      [{ ...hello, extra: 1 }],
      [hello, { ...call, id: 0 }],
      [hello, { ...call, admin: true }],
      [hello, call, call],
      [hello, { kind: 'explode', id: 2 }],
      [hello, { ...call, body: 'x'.repeat(1_100_000) }],
      [hello, { ...call, body: Array.from({ length: 200_000 }, () => [[]]) }],
    ]
    for (const frames of bad) {
      const transport = await setup.openTransport()
      const closed = new Promise<string>((resolve) => {
        transport.onClose(resolve)
      })
      transport.onFrame(() => {})
      for (const frame of frames) transport.send(frame)
      expect(await closed).toBeTypeOf('string')
    }
    expect(await client.call('order.lookUp', lookUp)).toMatchObject({ failure: { kind: 'refused' } })
    expect(fake.reported).toEqual([])
  })

  it('C8: a window of another version gets the reason and stays out', async () => {
    const transport = await setup.openTransport()
    const heard: unknown[] = []
    const closed = new Promise<string>((resolve) => {
      transport.onClose(resolve)
    })
    transport.onFrame((frame) => heard.push(frame))
    transport.send({
      kind: 'hello',
      id: 0,
      version: 999,
      ...setup.proof,
    })
    await closed
    expect(heard).toMatchObject([{ kind: 'refusal', id: 0, failure: { kind: 'version-mismatch' } }])
  })

  it('C3: the mirror ends equal to the source, whatever the source does and the window stalls', async () => {
    const symbols = ['A', 'B', 'C', 'D']
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...symbols) },
      { weight: 2, arbitrary: fc.constant('paint' as const) },
      { weight: 1, arbitrary: fc.constant('resnapshot' as const) },
      { weight: 1, arbitrary: fc.constant('settle' as const) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const source = new Map<string, Ticker>()
        const held = play(fake, 'tickers', (sink) => sink.snapshot([...source.values()]))
        const window = bySymbol()
        const handle = client.open('tickers', null, window.listener)
        await caughtUp()
        let at = 0
        for (const one of steps) {
          if (one === 'paint') handle.painted()
          else if (one === 'settle') await caughtUp()
          else if (one === 'resnapshot') held[0]?.sink.snapshot([...source.values()])
          else {
            source.set(one, tickerOf(one, ++at))
            held[0]?.sink.delta([tickerOf(one, at)])
          }
        }
        const sorted = (item: Iterable<Ticker>) =>
          [...item].toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
        await until(() => {
          handle.painted()
          expect(sorted(window.state ?? [])).toEqual(sorted(source.values()))
        })
        expect(window.stale).toEqual([])
        handle.close()
      }),
      { numRuns: 25, seed: 20260105 },
    )
  })
})

function bookFrame(version: number, rows = 2): BookFrame {
  const frame = new Float64Array(HEADER_LENGTH + 4 * rows)
  frame[HEADER.version] = version
  frame[HEADER.bidCount] = rows
  frame[HEADER.askCount] = rows
  for (let at = HEADER_LENGTH; at < frame.length; at++) frame[at] = at * 7
  return frame
}
