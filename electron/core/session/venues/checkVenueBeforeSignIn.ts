/** Checks a venue for a window, before anybody is signed in: one check at a time. Stores neither the credentials nor the profile. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { VenueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import {
  PROBES,
  type ProbeProgress,
  type VenueCheckState,
} from '../../../../shared/domain/venueCheck/venueCheck.ts'
import type { CheckVenue } from '../../ports/broker.ts'
import type { ListedVenue } from '../../ports/listedVenue.ts'
import { publish, type Published } from '../../support/publishTopic.ts'
import type { SessionState } from '../sessionState.ts'
import type { VenueCredentials } from './findAndStoreCredentials.ts'
import { parseVenueProfile } from './parseVenueProfile.ts'
import { createVenueProcesses } from './startVenueProcess.ts'
import type { VenueList } from './venuesInMemory.ts'

export interface VenueChecksOptions {
  /** Null: this run connects to no venue, as in a replay. */
  readonly checkVenue: CheckVenue | null
  readonly venues: VenueList
  readonly credentials: Pick<VenueCredentials, 'find'>
  readonly state: Pick<SessionState, 'phase' | 'changed'>
  readonly venueIdOf: (profile: VenueProfile) => string
}

type Checked = Result<Reply<'venue.check'>, Failure>

export interface VenueChecks {
  readonly topic: Published<'venueCheck'>
  check(request: Request<'venue.check'>): Promise<Checked>
  /** Stops the check that runs. Its own reply says so. */
  stop(): void
}

const refused = (sentence: string, field: string | null = null) =>
  fail(failureOf('refused', sentence, { field }))

interface RunningCheck {
  readonly whenStopped: (end: () => void) => void
  readonly isStopped: () => boolean
  readonly stop: () => void
}

function createRunningCheck(): RunningCheck {
  const ends: (() => void)[] = []
  let isStopped = false
  return {
    whenStopped(end) {
      if (isStopped) end()
      else ends.push(end)
    },
    isStopped: () => isStopped,
    stop() {
      isStopped = true
      for (const end of ends.splice(0)) end()
    },
  }
}

export function createVenueChecks(options: VenueChecksOptions): VenueChecks {
  const { checkVenue, venues, credentials, state, venueIdOf } = options
  const processes = createVenueProcesses()
  let shown: VenueCheckState | null = null
  let running: RunningCheck | null = null
  const topic = publish<'venueCheck'>(() => shown)
  const show = (next: VenueCheckState): void => {
    shown = next
    topic.delta(next)
  }
  const stop = (): void => running?.stop()
  /** Who signs in now wants a session; a check beside it would read the same venue twice. */
  const isFree = (): boolean => state.phase === 'signed-out' || state.phase === 'signed-off-by-venue'
  state.changed.add(() => {
    if (!isFree()) stop()
  })

  const subjectOf = ({ venueId, profile }: Request<'venue.check'>): Result<ListedVenue, Failure> => {
    if (venueId !== null && profile === null) {
      const listed = venues.find(venueId)
      return listed
        ? ok(listed)
        : refused('There is no such venue. Choose a venue from the list, or a profile file.', 'venueId')
    }
    if (venueId !== null || profile === null)
      return refused('Choose either a venue from the list or a profile file.', 'profile')
    const read = parseVenueProfile(profile)
    return read.ok ? ok({ id: venueIdOf(read.value), profile: read.value, builtIn: null }) : read
  }

  const run = async (
    check: CheckVenue,
    request: Request<'venue.check'>,
    subject: ListedVenue,
    mine: RunningCheck,
  ): Promise<Checked> => {
    const started = await processes.start(subject)
    if (!started.ok) return started
    const venue = started.value
    const found = await credentials.find(venue, request)
    if (!found.ok) return found
    const { name } = venue.profile
    const probes = new Map(
      PROBES.map((probe): [string, ProbeProgress] => [probe, { probe, state: 'waiting', sentence: null }]),
    )
    const publishProbes = (isRunning: boolean) =>
      show({ venue: name, isRunning, probes: [...probes.values()] })
    publishProbes(true)
    const checked = await check({
      profile: venue.profile,
      credentials: found.value,
      customer: request.customer,
      whenStopped: mine.whenStopped,
      onProbe(progress) {
        probes.set(progress.probe, progress)
        publishProbes(true)
      },
    })
    publishProbes(false)
    return checked.ok
      ? checked
      : fail(failureOf(mine.isStopped() ? 'refused' : 'not-connected', `${name}: ${checked.failure}`))
  }

  return {
    topic,
    stop,
    async check(request) {
      if (checkVenue === null) return refused('This run connects to no venue, so it can check none.')
      if (!isFree())
        return refused('Sign out before you check a venue: a check signs in by itself. Nothing was sent.')
      if (running !== null)
        return refused('A check is running already. Wait for its end, or stop it. Nothing was sent.')
      const subject = subjectOf(request)
      if (!subject.ok) return subject
      running = createRunningCheck()
      try {
        return await run(checkVenue, request, subject.value, running)
      } finally {
        running = null
      }
    },
  }
}
