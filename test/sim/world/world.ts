/** A simulated world: venue, networks, disk and one computer on which a desk runs, ends and runs again. Lets each fault happen; judges nothing. */

import { seededRandom } from '../../../shared/base/random.ts'
import type { ThirdVariant } from '../../fakes/venue/thirdVariant.ts'
import { openKeepings, startSimTerminal, type SimTerminal } from './terminal.ts'
import { openSimDisk, tornBytes, type SimDisk } from './disk.ts'
import { createObservers } from './observers.ts'
import { openRuns } from './runs.ts'
import type { WorldFault } from '../plan/faults.ts'
import { openBracketRules, type BracketRules } from '../rules/bracketRules.ts'
import { openBlockRules, type BlockRules } from '../rules/blockRules.ts'
import { openClaimRules } from '../rules/claimRules.ts'
import { openScaleRules, type ScaleRules } from '../rules/scaleRules.ts'
import { openRecordRules, type RecordRules } from '../rules/recordRules.ts'
import { openFreshnessRules, type FreshnessRules } from '../rules/freshnessRules.ts'
import { openWatch, type Watch } from '../rules/oracles.ts'
import { intentsByLeg } from '../plan/brackets.ts'
import { scalesIn } from '../plan/scales.ts'
import type { Plan } from '../plan/plan.ts'
import type { Plant } from '../plantedBugs.ts'
import { openRequests, type Requests } from './network/requests.ts'
import { openStreams } from './network/streams.ts'
import { strike } from './strike.ts'
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
  readonly variant?: ThirdVariant
}

export interface World {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly venue: SimVenue
  readonly requests: Requests
  readonly disk: SimDisk
  readonly watch: Watch
  readonly news: FreshnessRules
  readonly records: RecordRules
  readonly brackets: BracketRules
  readonly scales: ScaleRules
  readonly blocks: BlockRules
  /** The desk that runs now; null while none does. */
  readonly desk: SimTerminal | null
  readonly crashes: number
  /** Somebody hears when the process ends without a word, and when the next one runs. */
  onEnd(run: () => void): void
  onStart(run: (desk: SimTerminal) => void): void
  strike(fault: WorldFault): void
  /** No further fault; what is under way goes on, and a desk whose journal failed is started again. */
  heal(): void
  /** Lets `ms` pass. */
  pass(ms: number): Promise<void>
  close(): void
}

/** Orders that others rest at the venue during the day. */
function planElsewhere(plan: Plan, time: VirtualTime, venue: SimVenue, trace: Trace): void {
  for (const { id, draft, at } of plan.lists.elsewhere)
    time.after(at, () => {
      const rested = venue.paper.brokerage.orders.submit(draft, id)
      trace.note('elsewhere', `${draft.customerCode} ${id} ${rested.ok ? rested.value.status : 'refused'}`)
    })
}

function openWatchOf({
  acts,
  scales: { acts: scaleActs },
}: Plan): Pick<World, 'watch' | 'brackets' | 'scales' | 'blocks'> {
  const watch = openWatch((body) => brackets.isLegBody(body))
  const brackets = openBracketRules(intentsByLeg(acts), (sentence) => watch.report(sentence))
  const scales = openScaleRules(scalesIn([...acts, ...scaleActs]), (sentence) => watch.report(sentence))
  const blocks = openBlockRules((sentence) => watch.report(sentence))
  return { watch, brackets, scales, blocks }
}

export function openWorld(plan: Plan, options: WorldOptions = {}): World {
  const random = seededRandom(plan.seed ^ 0x5eed)
  const part = () => seededRandom(random.integer(2 ** 32))
  const time = new VirtualTime()
  const trace = openTrace(time, options.keepsLines ?? false)
  const watched = openWatchOf(plan)
  const { watch, brackets } = watched
  const claims = openClaimRules((sentence) => watch.report(sentence))
  let rules: FreshnessRules | null = null
  const venue = openVenue(plan.kind, machineClock(time, plan.startedAt), part(), (order) => {
    rules?.onTruth(order)
    claims.onTruth(order, time.elapsed)
    trace.note(
      'truth',
      `${order.customerCode} ${order.referenceId} ${order.status} ${order.filledAmount} of ${order.amount}`,
    )
  })
  const news = openFreshnessRules(venue.profile, brackets.isLegBody, (sentence) => watch.report(sentence))
  rules = news
  const records = openRecordRules({
    report: (sentence) => watch.report(sentence),
    onOpen: (machine, customer, at) => {
      if (venue.customers.includes(customer)) news.onOpen(machine, customer, at)
    },
  })
  const observers = createObservers({ time, trace, venue, claims, news, records, ...watched })
  const requests = openRequests({
    time,
    trace,
    random: part(),
    venue,
    habit: plan.lists.habit,
    variant: options.variant ?? null,
    ...observers.requests,
  })
  const streams = openStreams({
    time,
    trace,
    random: part(),
    venue,
    variant: options.variant ?? null,
    ...observers.streams,
  })
  const disk = openSimDisk({
    time,
    random: part(),
    torn: options.torn ?? tornBytes,
    ...observers.disk,
  })
  const seeds = part()
  const keepings = openKeepings(random.integer(65_536))
  const runs = openRuns({
    time,
    trace,
    plan,
    streams,
    disk,
    watch,
    open: (machine) =>
      startSimTerminal({
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
        ...observers.desk(machine),
      }),
  })

  let seen = ''
  const settled = () => {
    const { desk } = runs
    const now = `${venue.changes()} ${desk?.changes() ?? ''}`
    if (now === seen || !desk) return
    seen = now
    watch.step(desk, venue)
    claims.step(desk, venue)
  }
  planElsewhere(plan, time, venue, trace)
  runs.start()
  return {
    time,
    trace,
    venue,
    requests,
    disk,
    news,
    records,
    ...watched,
    get desk() {
      return runs.desk
    },
    get crashes() {
      return runs.crashes
    },
    onEnd: (run) => runs.onEnd(run),
    onStart: (run) => runs.onStart(run),
    strike(fault) {
      trace.note('fault', JSON.stringify(fault))
      strike({ time, venue, requests, streams, disk, runs }, fault)
    },
    heal() {
      trace.note('world', 'heals')
      for (const each of [requests, streams, disk, runs]) each.heal()
    },
    pass: (ms) => time.pass(time.elapsed + ms, settled),
    close() {
      runs.stop()
      venue.close()
    },
  }
}
