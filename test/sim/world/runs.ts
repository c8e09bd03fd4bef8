/** The runs of the desk's process on the one computer of a simulated world: starts, crashes, restarts. Knows no order. */

import type { Plan } from '../plan/plan.ts'
import type { Watch } from '../rules/oracles.ts'
import type { Trace } from '../trace.ts'
import type { SimTerminal } from './terminal.ts'
import type { SimDisk } from './disk.ts'
import { startMachine, type Machine } from './machine.ts'
import type { Streams } from './network/streams.ts'
import type { VirtualTime } from './virtualTime.ts'

export interface RunsOptions {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly plan: Plan
  readonly streams: Streams
  readonly disk: SimDisk
  readonly watch: Watch
  /** Opens the desk on a machine that was just switched on. */
  readonly open: (machine: Machine) => Promise<SimTerminal>
}

export interface Runs {
  /** The desk that runs now; null while none does. */
  readonly desk: SimTerminal | null
  readonly crashes: number
  /** Calls `run` when the process ends without a word, and when the next one runs. */
  onEnd(run: () => void): void
  onStart(run: (desk: SimTerminal) => void): void
  start(): void
  /** Crashes at that operation of the disk (null: now); where the disk has too little to do, all the same. */
  crashAt(operation: number | null, downMs: number): void
  /** Closes the desk in good order and starts it again `downMs` later. */
  restart(downMs: number): Promise<void>
  /** Sets the computer's clock, now and for later runs, by `ms`. */
  stepClock(ms: number): void
  /** No planned crash any more; a desk whose journal failed is started again. */
  heal(): void
  stop(): void
}

/** Ms after which a crash comes without its operation of the disk. */
const CRASH_PATIENCE = 4_000

export function openRuns({ time, trace, plan, streams, disk, watch, open }: RunsOptions): Runs {
  let wrongBy = plan.skew
  let starts = 0
  let crashes = 0
  let desk: SimTerminal | null = null
  let computer: Machine | null = null
  let ended = () => {}
  let started: (desk: SimTerminal) => void = () => {}
  let healed = false

  const start = async (): Promise<void> => {
    const machine = startMachine(`run${starts++}`, time, plan.startedAt + time.elapsed + wrongBy)
    computer = machine
    trace.note('world', `${machine.name} starts`)
    watch.onStart()
    const opened = await open(machine)
    desk = opened
    started(opened)
  }
  const startIn = (ms: number) => time.after(ms, () => void start())

  const end = (): void => {
    if (!computer?.isOn) return
    trace.note('world', `${computer.name} ends`)
    computer.stop()
    streams.gone(computer)
    desk = null
    watch.onEnd(time.elapsed)
    ended()
  }
  const crash = (downMs: number): void => {
    if (!computer?.isOn) return
    crashes += 1
    end()
    disk.losePower()
    startIn(downMs)
  }
  const restart = async (downMs: number): Promise<void> => {
    const leaving = desk
    if (!leaving) return
    trace.note('world', `${leaving.machine.name} is closed`)
    await leaving.close()
    if (!leaving.machine.isOn) return
    end()
    startIn(downMs)
  }

  return {
    get desk() {
      return desk
    },
    get crashes() {
      return crashes
    },
    onEnd(run) {
      ended = run
    },
    onStart(run) {
      started = run
    },
    start: () => void start(),
    crashAt(operation, downMs) {
      const now = crashes
      if (operation === null) return crash(downMs)
      disk.crashAt(operation, () => crash(downMs))
      time.after(CRASH_PATIENCE, () => {
        if (crashes === now && !healed) crash(downMs)
      })
    },
    restart,
    stepClock(ms) {
      wrongBy += ms
      computer?.clock.step(ms)
    },
    heal() {
      healed = true
      if (desk && desk.problem() !== null) void restart(1_000)
    },
    stop: () => computer?.stop(),
  }
}
