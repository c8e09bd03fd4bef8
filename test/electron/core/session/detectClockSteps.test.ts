import { describe, expect, it } from 'vitest'
import { watchClockSteps } from '../../../../electron/core/session/detectClockSteps.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { pending, type ScriptedList } from '../../../fakes/venue/fakeBroker.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { ok } from '../../../../shared/base/result.ts'
import { C1, Desk, draftOf, rowOf } from '../deskHarness.ts'

describe('the detection of clock steps', () => {
  const watched = () => {
    const clock = new FakeClock()
    const steps: number[] = []
    const watch = watchClockSteps(clock)
    watch.listen((ms) => steps.push(ms))
    return { clock, steps, watch }
  }

  it('reports nothing while time passes or the clock is set by little', () => {
    const { clock, steps } = watched()
    clock.advance(3_600_000)
    clock.setWall(1_900)
    clock.advance(5_000)
    expect(steps).toEqual([])
  })

  it('reports each step once, forward and back, within a second', () => {
    const { clock, steps, watch } = watched()
    clock.setWall(90_000)
    clock.advance(1_000)
    expect(steps).toEqual([90_000])
    clock.setWall(-90_000)
    clock.advance(60_000)
    expect(steps).toEqual([90_000, -90_000])
    watch.stop()
    expect(clock.planned).toBe(0)
  })

  it('asked before its timer, reports a step at once, and only once', () => {
    const { clock, steps, watch } = watched()
    clock.setWall(90_000)
    watch.compare()
    clock.advance(5_000)
    expect(steps).toEqual([90_000])
  })

  it('believes the system that the machine slept where both clocks went on, and counts one sleep once', () => {
    const { clock, steps, watch } = watched()
    clock.advance(9_000)
    watch.resumed()
    expect(steps).toEqual([0])
    clock.advance(60_000)
    clock.setWall(3_600_000)
    clock.advance(1_000)
    watch.resumed()
    expect(steps).toEqual([0, 3_600_000])
  })
})

it('reads and compares everything again after a clock step before anything new goes out', async () => {
  const desk = new Desk({ limits: NO_LIMITS })
  desk.prepare = (broker) => {
    broker.venueLedger = [rowOf('d1')]
  }
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const reconciliations = desk.mirror('reconciliation', (reconciliation) => reconciliation.customerCode)
  const broker = await desk.ready()
  const submit = (intentId: string) => desk.call('order.submit', { intentId, draft: draftOf(), typed: null })
  expect((await submit('intent-0001')).ok).toBe(true)
  expect(broker.sent).toHaveLength(1)

  const slow = pending<ScriptedList>()
  broker.openOrdersOf.set(C1, () => slow.promise)
  desk.clock.setWall(8 * 3_600_000)
  desk.clock.advance(1_000)
  expect((await submit('intent-0002')).ok).toBe(false)
  expect(reconciliations.get(C1)).toMatchObject({ state: 'reading', open: false })
  expect([...notices.values()].map(({ message }) => message).join()).toMatch(
    /slept, or its clock was set forward, by 8 h 0 min\. Orders at the venue stayed live meanwhile/,
  )
  expect(desk.journal.bodies('clock')).toEqual([{ type: 'clock', stepMs: 8 * 3_600_000 }])
  slow.resolve(ok([]))
  await desk.settle()
  expect(reconciliations.get(C1)).toMatchObject({ state: 'agrees', open: true })
  expect((await submit('intent-0003')).ok).toBe(true)
  expect(broker.sent).toHaveLength(2)
})
