/** A window that keeps no rules: what the core's end of the contract does with it. Frames go over a pair in memory, without the client. */

import { afterEach, describe, expect, it, vi } from 'vitest'
import { ok, type Result } from '../../shared/base/result.ts'
import { CONTRACT_VERSION } from '../../shared/contract/contract.ts'
import type { Failure } from '../../shared/contract/failure.ts'
import type { ServerFrame } from '../../shared/contract/frames.ts'
import { serveContract } from '../../shared/contract/server/server.ts'
import { memoryPair } from '../../shared/contract/transport.ts'
import { FakeClock } from '../fakes/fakeClock.ts'
import { fakeCore } from './fakeCore.ts'

/** Calls that one window may have under way. */
const MOST = 512

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

function greeted() {
  const fake = fakeCore()
  const clock = new FakeClock()
  const [near, far] = memoryPair()
  const heard: ServerFrame[] = []
  let closed: string | null = null
  near.onFrame((frame) => heard.push(frame as ServerFrame))
  near.onClose((why) => {
    closed = why
  })
  serveContract(far, {
    handlers: fake.handlers,
    sources: fake.sources,
    caller: { windowId: 'w', allows: () => true },
    clock,
    report: (sentence, error) => {
      throw new Error(sentence, { cause: error })
    },
  })
  closers.push(() => near.close('the test is over'))
  near.send({ kind: 'hello', id: 0, version: CONTRACT_VERSION })
  const call = (id: number) =>
    near.send({
      kind: 'call',
      id,
      name: 'order.cancelAll',
      at: clock.now(),
      body: { customerCode: 'C1042', symbol: null, side: null },
    })
  return { fake, heard, call, closed: () => closed }
}

describe('a window that keeps no rules', () => {
  it('is closed when it uses an id twice, and the request of the id is done once', async () => {
    const { fake, call, closed } = greeted()
    let done = 0
    fake.handlers['order.cancelAll'] = () => {
      done += 1
      return Promise.resolve(ok({ count: 1 }))
    }
    call(1)
    await vi.waitFor(() => expect(done).toBe(1))
    expect(closed()).toBeNull()
    call(1)
    await vi.waitFor(() => expect(closed()).toBe('an id was used twice'))
    expect(done).toBe(1)
  })

  it('has a maximum of open calls; one more is refused until another was answered', async () => {
    const { fake, heard, call } = greeted()
    const waiting: ((reply: Result<{ count: number }, Failure>) => void)[] = []
    fake.handlers['order.cancelAll'] = () => new Promise((resolve) => waiting.push(resolve))
    for (let id = 1; id <= MOST + 1; id++) call(id)
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThanOrEqual(MOST))
    await vi.waitFor(() =>
      expect(heard.find((message) => message.kind === 'refusal')).toMatchObject({
        id: MOST + 1,
        failure: { kind: 'overflow' },
      }),
    )
    expect(waiting).toHaveLength(MOST)
    waiting[0]?.(ok({ count: 1 }))
    await vi.waitFor(() =>
      expect(heard.some((message) => message.kind === 'reply' && message.id === 1)).toBe(true),
    )
    call(MOST + 2)
    await vi.waitFor(() => expect(waiting).toHaveLength(MOST + 1))
  })
})
