/** Connects the core to the built-in venue, the paper broker or the replay: lists it, starts it, and follows the replay. Handles no order. */

import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { ReplayStatus } from '../../shared/contract/replay.ts'
import type { Log } from '../core/ports/log.ts'
import type { ListedVenue } from '../core/ports/listedVenue.ts'
import { paperVenue } from './paperVenue.ts'
import { replayNews, replayProblem, replayVenue } from './replayVenue.ts'
import type { PaperAddress, VenueProcess } from './venueProcess.ts'

/** The core's list of venues. */
export interface VenueList {
  /** Replaces the venue of the same id. Ends a session at the old one. */
  replaceVenue(venue: ListedVenue): void
  /** Shows a venue's new state; its session continues. */
  listVenue(venue: ListedVenue): void
}

export interface BuiltInVenueOptions {
  readonly process: VenueProcess
  readonly venues: VenueList
  readonly log: Log
  /** Whether the process replays a recorded session; otherwise it is the paper broker. */
  readonly isReplay: boolean
  /** Receives one sentence when the process ended by itself. */
  readonly onDown: (sentence: string) => void
  /** Receives one sentence when data is missing in the recording or in the paper accounts. */
  readonly onProblem: (sentence: string) => void
}

/** Lists the paper broker, which starts when the dealer chooses it, or waits until the replay runs. Fails with the reason when the replay did not start. */
export async function connectBuiltInVenue(options: BuiltInVenueOptions): Promise<Result<null, string>> {
  const { process, venues, isReplay } = options
  /** State of the recording that the venue plays; null without a recording. */
  let replay: ReplayStatus | null = null
  let played: ListedVenue | null = null
  const paper = (address: PaperAddress | null): ListedVenue => ({
    ...paperVenue(address),
    start: startPaper,
    ...(replay ? { replay } : {}),
  })
  async function startPaper(): Promise<Result<ListedVenue, string>> {
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
