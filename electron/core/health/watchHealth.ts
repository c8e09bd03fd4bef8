/** Reads the figures of health, warns of bad ones, publishes them and stores each minute. Changes nothing else, and never calls an unread figure good. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Connection } from '../../../shared/contract/status.ts'
import { FIGURES, type Figure, type FigureName, type Health } from '../../../shared/domain/health/health.ts'
import type { MinuteOfHealth } from '../../../shared/domain/health/minute.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { RequestLoad } from '../ports/broker.ts'
import type { HealthHistory, MachineHealth } from '../ports/machineHealth.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import type { Measures } from './measures.ts'
import { createMessageFigures, SIGNED_OUT, type MessageSources } from './messageFigures.ts'
import {
  FINE,
  judge,
  THRESHOLDS,
  type Threshold,
  type ThresholdName,
  type ThresholdState,
} from './thresholds.ts'

/** Ms between two readings of the figures. */
const READ_EVERY = 5_000
const MINUTE = 60_000

export interface HealthWatchOptions {
  readonly clock: Clock
  readonly measures: Measures
  /** Null: nobody watches the machine. */
  readonly machine: MachineHealth | null
  readonly history: HealthHistory | null
  readonly notices: Pick<Notices, 'say'>
  readonly problems: () => Health['problems']
  /** Null: nobody is signed in. */
  readonly connection: () => Connection | null
  /** Null: nobody is signed in. */
  readonly load: () => RequestLoad | null
  readonly messages: MessageSources
  readonly reconnects: () => number
}

export interface HealthWatch {
  readonly topic: Published<'health'>
  readonly measures: Measures
  close(): void
}

const NOT_WATCHED = 'this run does not watch the machine'

/** `put` stores a figure; `why`: why it has no value. */
function readWindows(
  watched: MachineHealth,
  put: (name: FigureName, value: number | null, why: string | null) => void,
): void {
  const windows = watched.windows()
  const why = windows.ok ? null : windows.failure
  put('windowsMemory', windows.ok ? windows.value.reduce((sum, bytes) => sum + bytes, 0) : null, why)
  put('largestWindow', windows.ok ? Math.max(...windows.value) : null, why)
}

export function createHealthWatch(options: HealthWatchOptions): HealthWatch {
  const { clock, measures, machine, history, notices } = options
  const figures = new Map<FigureName, Figure>(
    FIGURES.map((name) => [name, { name, value: null, at: null, why: NOT_WATCHED }]),
  )
  const states = new Map<ThresholdName, { state: ThresholdState; sentence: string }>()
  let isClosed = false

  /** A figure that cannot be read now has no value: an older one would look like the present one. */
  const put = (name: FigureName, value: number | null, why: string | null = null): void => {
    figures.set(name, { name, value, at: value === null ? null : clock.now(), why })
  }

  const warn = (name: ThresholdName, value: number | null): void => {
    const rule: Threshold = THRESHOLDS[name]
    const was = states.get(name) ?? { state: FINE, sentence: '' }
    const state = judge(rule, was.state, value)
    const worse = state.level > was.state.level
    const sentence = worse && value !== null ? rule.sentence(value) : was.sentence
    states.set(name, { state, sentence })
    const about = { key: rule.key, everywhere: true }
    const level = rule.levels[state.level]?.level
    if (worse && level) notices.say(level, sentence, null, about)
    else if (state.level < 0 && was.state.level >= 0)
      notices.say('info', rule.settled, null, { ...about, settles: true })
  }

  const readMessages = createMessageFigures(clock, options.messages, put)

  /** Only the part of the difference that is certain counts. */
  const warnOfClock = ({ offsetMs, uncertaintyMs }: Connection['clock']): void => {
    if (offsetMs === null) return
    warn('clockAhead', -offsetMs - (uncertaintyMs ?? 0))
    warn('clockBehind', offsetMs - (uncertaintyMs ?? 0))
  }

  const readVenue = (): void => {
    const load = options.load()
    const why = load === null ? SIGNED_OUT : null
    put('ordersWaiting', load === null ? null : load.waiting.order + load.waiting.batch, why)
    put('cancelsWaiting', load?.waiting.cancel ?? null, why)
    put('readsWaiting', load === null ? null : load.waiting.read + load.waiting['look-up'], why)
    put('requests', load?.lastMinute ?? null, why)
    put('throttled', load?.throttled ?? null, why)
    const connection = options.connection()
    const noTime = connection === null ? SIGNED_OUT : 'no answer of the venue had its time'
    put('clockOffset', connection?.clock.offsetMs ?? null, noTime)
    put('clockDoubt', connection?.clock.uncertaintyMs ?? null, noTime)
    put('signatureAt', load?.signatureAt ?? null, why ?? 'no signed request succeeded in this session')
    put('reconnects', options.reconnects())
    put('unmeasured', measures.unmeasured())
    readMessages(load?.streamMessages ?? null)
    warn('throttled', load?.throttled ?? null)
    if (connection) warnOfClock(connection.clock)
  }

  const readDisk = async (watched: MachineHealth): Promise<void> => {
    const free = await watched.diskFree()
    if (isClosed) return
    if (free.ok) put('diskFree', free.value)
    else put('diskFree', null, free.failure)
    warn('diskFree', free.ok ? free.value : null)
  }

  const readMachine = (watched: MachineHealth): void => {
    const memory = watched.memory()
    put('heapUsed', memory.heapUsed)
    put('heapLimit', memory.heapLimit)
    put('resident', memory.resident)
    readWindows(watched, put)
    const lag = watched.loopLag()
    put('loopLag', lag, 'no turn of the program was seen since the last reading')
    warn('heapShare', (100 * memory.heapUsed) / memory.heapLimit)
    warn('loopLag', lag)
    void readDisk(watched)
  }

  const read = (): void => {
    readVenue()
    if (machine) readMachine(machine)
    topic.replace()
  }

  const endMinute = (): void => {
    const timed = measures.endMinute()
    warn('diskSync', timed.diskSync?.[2] ?? null)
    const known: MinuteOfHealth['figures'] = {}
    for (const { name, value } of figures.values()) if (value !== null) known[name] = value
    void history?.append({ at: clock.now(), measures: timed, figures: known })
  }

  const topic = publish<'health'>(() => ({
    at: clock.now(),
    measures: [...measures.read()],
    figures: [...figures.values()],
    warnings: [...states.values()].filter(({ state }) => state.level >= 0).map(({ sentence }) => sentence),
    problems: options.problems(),
    history: history === null ? 'The history of health is not stored in this run.' : (history.problem ?? ''),
  }))

  const stops = machine === null ? [] : [clock.every(READ_EVERY, read), clock.every(MINUTE, endMinute)]
  if (machine) read()

  return {
    topic,
    measures,
    close() {
      isClosed = true
      for (const stop of stops) stop()
      machine?.close()
    },
  }
}
