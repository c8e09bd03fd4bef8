/** Kills the real desk at random moments while it deals, starts it again on the same folder, and holds it against the broker's truth each time. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom, type Random } from '../../shared/base/random.ts'
import { isUnproven } from '../../shared/domain/orders/order.ts'
import { verifyFolder } from './verifyFolder.ts'
import { clock } from '../contract/transports.ts'
import { limitChanges, wordToLoosen } from '../../shared/domain/limits/limitChanges.ts'
import { DEFAULT_RULES } from '../../shared/domain/limits/limits.ts'
import { NO_LIMITS } from '../fakes/core/noLimits.ts'
import { Dealing } from './dealing.ts'
import { faultOf, leftOpen, lost, twice } from './judge.ts'
import { until } from '../support/until.ts'
import { KillableTerminal } from './killableTerminal.ts'
import { startCrashVenue, type CrashVenue, type Mode, type Row } from './venue.ts'

export interface KillOptions {
  readonly kills: number
  readonly seed: number
  readonly mode: Mode
  /** Whether to wait at the end until everything has its proof: a minute and a half and more. */
  readonly proofs: boolean
  readonly tell: (line: string) => void
}

export interface KillSummary {
  readonly mode: Mode
  readonly kills: number
  readonly intents: number
  readonly replayedAfterACrash: number
  readonly posted: number
  readonly atTheBroker: number
  readonly taken: number
  readonly refused: number
  /** Of the desk's orders at the end, how many are in which phase. */
  readonly phases: Readonly<Record<string, number>>
  readonly unresolved: number
  readonly faults: readonly string[]
}

/** From the first act to the kill, ms. */
const SOONEST = 20
const LATEST = 600
/** How long desk and broker may differ, ms: news is on its way. */
const NEWS_TAKES = 10_000
/** How long proofs may take, ms: 30 s of signature and 60 s of queue, or 120 s of asking. */
const PROOFS_TAKE = 300_000

/** Lifts the limits as a dealer would: they would refuse a dealer who deals this fast. */
export async function liftLimits(desk: KillableTerminal): Promise<void> {
  const lifted = await desk.client.call('limits.save', {
    baseVersion: 0,
    rules: [...NO_LIMITS],
    unconfirmed: null,
    typed: wordToLoosen(limitChanges(DEFAULT_RULES, NO_LIMITS)),
  })
  if (!lifted.ok) throw new Error(`The limits were not lifted: ${lifted.failure.message}`)
}

const differences = (desk: KillableTerminal, rows: ReadonlyMap<string, Row | null>): string[] =>
  [...rows].flatMap(([key, row]) => {
    const order = desk.orders.get(key)
    return order ? (faultOf(order, row) ?? []) : []
  })

/** Compares the orders of `keys` until desk and broker agree; what they never agree on are faults. */
async function compare(
  desk: KillableTerminal,
  venue: CrashVenue,
  keys: ReadonlySet<string>,
): Promise<string[]> {
  const began = clock.monotonic()
  for (;;) {
    const rows = new Map<string, Row | null>()
    for (const key of keys) {
      const [customerCode = '', referenceId = ''] = key.split(' ')
      rows.set(key, await venue.ask(customerCode, referenceId))
    }
    const faults = differences(desk, rows)
    if (faults.length === 0 || clock.monotonic() - began > NEWS_TAKES) return faults
  }
}

/** The orders of the desk that changed since `since`, wall clock ms. */
const changed = (desk: KillableTerminal, since: number): Set<string> =>
  new Set([...desk.orders].filter(([, order]) => order.updatedAt >= since).map(([key]) => key))

async function dealAndKill(desk: KillableTerminal, dealing: Dealing, random: Random): Promise<void> {
  let over = false
  const dealt = dealing.stream(desk.client, () => over)
  const moment = SOONEST + random.integer(LATEST - SOONEST)
  await new Promise<void>((come) => void clock.after(moment, come))
  await desk.kill()
  over = true
  await dealt
  await dealing.settled()
}

/** After its last start the desk takes orders as before. */
async function dealOn(desk: KillableTerminal, dealing: Dealing): Promise<void> {
  const taken = () => dealing.intents.filter((intent) => intent.taken.size > 0).length
  const before = taken()
  await dealing.stream(desk.client, () => taken() > before)
  await dealing.settled()
}

/** Runs one mode; leaves no process and no file. */
export async function killNine({ kills, seed, mode, proofs, tell }: KillOptions): Promise<KillSummary> {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-crash-'))
  const random = seededRandom(seed)
  const venue = await startCrashVenue(folder, mode, seed)
  const data = join(folder, 'data')
  const start = async () => {
    const desk = await KillableTerminal.start(data, venue.venueFile)
    await desk.signIn(venue.signIn)
    return desk
  }
  const dealing = new Dealing(random, venue.customers)
  const faults: string[] = []
  let replayed = 0
  let desk = await start()
  await liftLimits(desk)
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const began = clock.now()
      const before = dealing.intents.filter((intent) => intent.lost && intent.taken.size === 0)
      await dealAndKill(desk, dealing, random)
      replayed += before.filter((intent) => intent.taken.size > 0).length
      desk = await start()
      const found = [
        ...(await compare(desk, venue, changed(desk, began))),
        ...lost(dealing.intents, [], desk.orders),
        ...twice(dealing.intents, venue.posted, []),
      ]
      faults.push(...found.map((text) => `after kill ${kill}: ${text}`))
      const open = [...desk.orders.values()].filter(isUnproven).length
      tell(
        `${mode}: kill ${kill}/${kills}, ${dealing.intents.length} intents, ${venue.posted.length} posted, ${open} unproven, ${faults.length} faults`,
      )
    }
    await dealOn(desk, dealing)
    if (proofs) {
      const none = () => (leftOpen(mode, desk.orders.values()).length === 0 ? true : null)
      await until('the proofs', none, PROOFS_TAKE).catch(() => null)
      faults.push(...leftOpen(mode, desk.orders.values()))
    }
    faults.push(...(await compare(desk, venue, new Set(desk.orders.keys()))))
    const orders = new Map(desk.orders)
    await desk.kill()
    const rows = await venue.endAndRead()
    faults.push(...lost(dealing.intents, rows, orders), ...twice(dealing.intents, venue.posted, rows))
    faults.push(...(await verifyFolder(data)))
    const phases: Record<string, number> = {}
    for (const { phase } of orders.values()) phases[phase] = (phases[phase] ?? 0) + 1
    return {
      mode,
      kills,
      intents: dealing.intents.length,
      replayedAfterACrash: replayed,
      posted: venue.posted.length,
      atTheBroker: rows.length,
      taken: dealing.intents.filter((intent) => intent.taken.size > 0).length,
      refused: dealing.intents.filter((intent) => intent.refused !== null).length,
      phases,
      unresolved: phases['unresolved'] ?? 0,
      faults: [...new Set(faults)],
    }
  } finally {
    await desk.kill()
    await venue.endAndRead()
    rmSync(folder, { recursive: true, force: true })
  }
}
