/** A simulated world: venue, networks, disk and one computer on which a desk runs, ends and runs again. Lets each fault happen; judges nothing. */

import { seededRandom } from '../../../shared/base/random.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { ThirdDialect } from '../../fakes/venue/thirdVariant.ts'
import { openKeepings, startDesk, type SimDesk } from './desk.ts'
import { openSimDisk, tornBytes, type SimDisk } from './disk.ts'
import type { WorldFault } from '../plan/faults.ts'
import { openClaimRules } from '../rules/claimRules.ts'
import { startMachine, type Machine } from './machine.ts'
import { openRecordRules, type RecordRules } from '../rules/recordRules.ts'
import { openNewsRules, type NewsRules } from '../rules/freshnessRules.ts'
import { openWatch, type Watch } from '../rules/oracles.ts'
import type { Plan } from '../plan/plan.ts'
import type { Plant } from '../plantedBugs.ts'
import { INSTRUMENTS } from './quietExchange.ts'
import { openRequests, type Requests } from './requests.ts'
import { openStreams } from './streams.ts'
import { openTrace, type Trace } from '../trace.ts'
import { openVenue, type SimVenue } from './venue.ts'
import { machineClock, VirtualTime } from './virtualTime.ts'

export interface WorldOptions {
  readonly keepsLines?: boolean
  /** A fault of the desk's own making, to see that it is found. */
  readonly plant?: Plant | null
  /** What a loss of power leaves of bytes that were not synced; by chance unless given. */
  readonly torn?: typeof tornBytes
  /** How the venue says what the API leaves open (docs/api.md#gaps); the plain way unless given. */
  readonly dialect?: ThirdDialect
}

export interface World {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly venue: SimVenue
  readonly requests: Requests
  readonly disk: SimDisk
  readonly watch: Watch
  readonly news: NewsRules
  readonly records: RecordRules
  /** The desk that runs now; null while none does. */
  readonly desk: SimDesk | null
  readonly crashes: number
  /** Somebody hears when the process ends without a word, and when the next one runs. */
  onEnd(run: () => void): void
  onStart(run: (desk: SimDesk) => void): void
  strike(fault: WorldFault): void
  /** No further fault; what is under way goes on, and a desk whose journal failed is started again. */
  heal(): void
  /** Lets `ms` pass. */
  pass(ms: number): Promise<void>
  close(): void
}

const CRASH_PATIENCE = 4_000

/** Eight digits and a space stand before the JSON of a record (electron/storage/journal/proof/record.ts). Null: a write torn with holes left a line that is none. */
function entryOf(line: string): JournalEntry | null {
  try {
    return (JSON.parse(line.slice(9)) as { entry: JournalEntry }).entry
  } catch {
    return null
  }
}

export function openWorld(plan: Plan, options: WorldOptions = {}): World {
  const random = seededRandom(plan.seed ^ 0x5eed)
  const part = () => seededRandom(random.integer(2 ** 32))
  const time = new VirtualTime()
  const trace = openTrace(time, options.keepsLines ?? false)
  const watch = openWatch()
  const claims = openClaimRules((sentence) => watch.report(sentence))
  let rules: NewsRules | null = null
  const venue = openVenue(plan.kind, machineClock(time, plan.startedAt), part(), (order) => {
    rules?.onTruth(order)
    claims.onTruth(order, time.elapsed)
    trace.note(
      'truth',
      `${order.customerCode} ${order.referenceId} ${order.status} ${order.filledAmount} of ${order.amount}`,
    )
  })
  const news = openNewsRules(venue.profile, (sentence) => watch.report(sentence))
  rules = news
  const records = openRecordRules({
    report: (sentence) => watch.report(sentence),
    onOpen: (machine, customer, at) => {
      if (venue.customers.includes(customer)) news.onOpen(machine, customer, at)
    },
  })
  const requests = openRequests({
    time,
    trace,
    random: part(),
    venue,
    habit: plan.lists.habit,
    dialect: options.dialect ?? null,
    onWire(machine, request, kind) {
      watch.onWire(machine, request, kind, time.elapsed)
      news.onWire(machine, request, time.elapsed)
    },
    onAnswer: (machine, request, { status, text }, sentAt) =>
      news.onAnswer(machine, request, status, text, sentAt),
    onHide: (id, until) => claims.onHide(id, until),
  })
  const streams = openStreams({
    time,
    trace,
    random: part(),
    venue,
    onWire(text) {
      const { nonce } = JSON.parse(text) as { nonce?: string }
      if (nonce !== undefined) watch.onNonce(nonce)
    },
    dialect: options.dialect ?? null,
    onDesk: (machine, heard) => news.onStream(machine, heard, time.elapsed),
  })
  const disk = openSimDisk({
    time,
    random: part(),
    torn: options.torn ?? tornBytes,
    onDurable(path, lines) {
      if (!path.endsWith('.journal')) return
      for (const line of lines) {
        trace.detail('journal', line.slice(9, 400))
        // Nothing else of it is asked about, and to read every line costs more than the rest of the disk.
        const isAsked = line.includes('"kind":"sending"') || line.includes('"kind":"intent"')
        const entry = isAsked ? entryOf(line) : null
        if (!entry) continue
        watch.onDurable(entry)
        records.onDurable(entry)
      }
    },
    onCut: (path, bytes, kept) => records.onCut(path, bytes, kept),
    onFailure: (of) => watch.onDiskFailure(of, time.elapsed),
  })
  const seeds = part()
  const keepings = openKeepings(random.integer(65_536))

  let wrongBy = plan.skew
  let starts = 0
  let crashes = 0
  let desk: SimDesk | null = null
  let ended = () => {}
  let started: (desk: SimDesk) => void = () => {}
  let seen = ''
  let healed = false

  const start = async (): Promise<void> => {
    const machine = startMachine(`run${starts++}`, time, plan.startedAt + time.elapsed + wrongBy)
    computer = machine
    trace.note('world', `${machine.name} starts`)
    watch.onStart()
    const opened = await startDesk({
      machine,
      seed: seeds.integer(2 ** 31),
      trace,
      elapsed: () => time.elapsed,
      venue,
      requests,
      streams,
      disk: disk.mount(machine),
      keepings,
      plant: options.plant ?? null,
      onOrder(order) {
        watch.onOrder(machine, order)
        news.onOrder(machine, order)
      },
      onTies: (changed, shown) => records.onTies(machine, changed, shown, time.elapsed),
    })
    desk = opened
    started(opened)
  }
  let computer: Machine | null = null
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
  /** At that operation of the disk; where the disk has too little to do, all the same. */
  const crashAt = (operation: number | null, downMs: number): void => {
    const now = crashes
    if (operation === null) return crash(downMs)
    disk.crashAt(operation, () => crash(downMs))
    time.after(CRASH_PATIENCE, () => {
      if (crashes === now && !healed) crash(downMs)
    })
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

  const settled = () => {
    const now = `${venue.changes()} ${desk?.changes() ?? ''}`
    if (now === seen || !desk) return
    seen = now
    watch.step(desk, venue)
    claims.step(desk, venue)
  }

  for (const { id, draft, at } of plan.lists.elsewhere)
    time.after(at, () => {
      const rested = venue.house.brokerage.orders.submit(draft, id)
      trace.note('elsewhere', `${draft.customerCode} ${id} ${rested.ok ? rested.value.status : 'refused'}`)
    })
  void start()
  return {
    time,
    trace,
    venue,
    requests,
    disk,
    watch,
    news,
    records,
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
    strike(fault) {
      trace.note('fault', JSON.stringify(fault))
      switch (fault.does) {
        case 'request':
          return requests.arm(fault.of, fault.fault)
        case 'outage':
          requests.outage(fault.ms, fault.swallows)
          return streams.outage(fault.ms)
        case 'stream-drop':
          return streams.drop()
        case 'stream-half-open':
          return streams.halfOpen()
        case 'stream-stall':
          return streams.stall(fault.ms)
        case 'stream-miss':
          return streams.miss(fault.frames)
        case 'stream-double':
          return streams.double(fault.ms)
        case 'tokens-end':
          return requests.endTokens()
        case 'clock-step':
          wrongBy += fault.ms
          return computer?.clock.step(fault.ms)
        case 'status-flip': {
          const { symbol } = venue.exchange.instruments[fault.market] ?? INSTRUMENTS[0]
          venue.exchange.setStatus(symbol, fault.to)
          time.after(fault.ms, () => venue.exchange.setStatus(symbol, 'open'))
          return undefined
        }
        case 'crash':
          return crashAt(fault.atOperation, fault.downMs)
        case 'restart':
          return void restart(fault.downMs)
        case 'disk-hang':
          return disk.hang(time.elapsed + fault.ms)
        case 'disk-fail':
          return disk.failFrom(fault.operation, fault.code, time.elapsed + fault.ms)
      }
    },
    heal() {
      trace.note('world', 'heals')
      healed = true
      requests.heal()
      streams.heal()
      disk.heal()
      if (desk && desk.problem() !== null) void restart(1_000)
    },
    pass: (ms) => time.pass(time.elapsed + ms, settled),
    close() {
      computer?.stop()
      venue.close()
    },
  }
}
