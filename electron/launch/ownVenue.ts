/** Connects the core to the terminal's own venue, the paper broker or the replay in its place: lists it, starts it, and follows the replay. Knows no order. */

import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { ReplayStatus } from '../../shared/contract/replay.ts'
import type { Log, Venue } from '../core/ports.ts'
import { paperVenue } from './paperVenue.ts'
import { replayNews, replayProblem, replayVenue } from './replayVenue.ts'
import type { PaperAddress, VenueProcess } from './venueProcess.ts'

/** The core's list of venues. */
export interface VenueList {
  /** Puts a venue in the place of the one with its id; a session at the old one ends. */
  replaceVenue(venue: Venue): void
  /** Shows a venue's new state; its session goes on. */
  listVenue(venue: Venue): void
}

export interface OwnVenueOptions {
  readonly process: VenueProcess
  readonly venues: VenueList
  readonly log: Log
  /** Whether the process replays a recorded session; else it is the paper broker. */
  readonly isReplay: boolean
  /** The process ended by itself; one sentence. */
  readonly onDown: (sentence: string) => void
  /** Data is missing in the recording; one sentence. */
  readonly onProblem: (sentence: string) => void
}

/** Lists the paper broker, which starts when its venue is chosen; or waits until the replay runs. Fails with why the replay did not start. */
export async function connectOwnVenue(options: OwnVenueOptions): Promise<Result<null, string>> {
  const { process, venues, isReplay } = options
  /** State of the recording that the venue plays; null where it plays none. */
  let replay: ReplayStatus | null = null
  let played: Venue | null = null
  const paper = (address: PaperAddress | null): Venue => ({
    ...paperVenue(address),
    start: startPaper,
    ...(replay ? { replay } : {}),
  })
  async function startPaper(): Promise<Result<Venue, string>> {
    const started = await process.start()
    return started.ok
      ? ok(paper(started.value))
      : fail(`The built-in broker did not start: ${started.failure} Other venues are not affected by this.`)
  }
  process.listen({
    log: options.log,
    down: options.onDown,
    ready(address, said) {
      replay = replayNews(said)
      const venue = isReplay ? replayVenue(address, said) : paper(address)
      played = replay && venue
      if (venue) venues.replaceVenue(venue)
    },
    said(said) {
      replay = replayNews(said) ?? replay
      if (played && replay) venues.listVenue({ ...played, replay })
      const missing = replayProblem(said)
      if (missing !== null) options.onProblem(missing)
    },
  })
  if (isReplay) {
    const started = await process.start()
    return started.ok ? ok(null) : fail(started.failure)
  }
  venues.replaceVenue(paper(null))
  return ok(null)
}
