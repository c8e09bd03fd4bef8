/** Opens the broker adapter of each sign-in, with its recording where one was requested. Sends nothing by itself. */

import { WebSocket } from 'ws'
import type { Clock } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import { ok, type Result } from '../../shared/base/result.ts'
import type { NonceStore } from '../broker/authentication/nonces.ts'
import { openBroker } from '../broker/broker.ts'
import { readOnly } from '../broker/readOnly.ts'
import type { Broker, CheckedVenue, CheckVenue, OpenBroker, VenueToCheck } from '../core/ports/broker.ts'
import type { DeskOptions } from '../deskTypes.ts'
import type { Backfill } from '../market/market.ts'
import type { RecorderSetup } from '../record/recorderSetup.ts'
import { openSessionRecording, type SessionRecording } from '../record/sessionRecording.ts'

export interface VenueConnectionsOptions {
  readonly clock: Clock
  readonly random: Random
  readonly nonces: NonceStore
  /** Folder and size of the recording; null records nothing. */
  readonly record: DeskOptions['record']
  /** Whether adapters may only read: a replay accepts no orders. */
  readonly isReadOnly: boolean
  readonly onProblem: (sentence: string) => void
}

export interface VenueConnections {
  /** Opens the adapter of a sign-in, and ends the recording of the sign-in before. */
  readonly openBroker: OpenBroker
  /** Past trades for candles, read through the signed-in adapter: the market worker has no credentials. */
  readonly backfill: Backfill
  /** The recording options of a market worker; null records nothing. */
  readonly marketRecording: () => RecorderSetup | null
  /** Checks a venue before anybody signs in; null: a replay connects to none. Its requests are in no recording. */
  readonly checkVenue: CheckVenue | null
  /** Adds a recording that must be on disk before the program ends. */
  readonly awaitEnd: (ended: Promise<void>) => void
  /** Resolves when all recordings are on disk, or when the disk failed. */
  close(): Promise<void>
}

export function createVenueConnections(options: VenueConnectionsOptions): VenueConnections {
  const { clock, random, record, onProblem } = options
  let signedIn: Broker | null = null
  let recording: SessionRecording | null = null
  /** Recordings of ended sessions, until they are on disk. */
  const endings = new Set<Promise<void>>()
  const awaitEnd = (ended: Promise<void>) => {
    endings.add(ended)
    void ended.finally(() => endings.delete(ended))
  }
  return {
    openBroker(profile) {
      if (recording) awaitEnd(recording.close())
      recording = record && openSessionRecording({ clock, random, ...record, onProblem }, profile)
      const broker = openBroker({ clock, random, nonces: options.nonces, ...recording?.wires })(profile)
      signedIn = options.isReadOnly ? readOnly(broker) : broker
      return signedIn
    },
    backfill: async (symbol, before) =>
      signedIn
        ? await signedIn.marketTrades(symbol, before ?? undefined)
        : { ok: false, failure: { kind: 'unreachable', code: null, message: 'nobody is signed in' } },
    checkVenue: options.isReadOnly ? null : (venue) => checkForCore(options, venue),
    marketRecording: () => recording?.market() ?? null,
    awaitEnd,
    async close() {
      await Promise.all([recording?.close(), ...endings])
    },
  }
}

async function checkForCore(
  { clock, random, nonces }: VenueConnectionsOptions,
  venue: VenueToCheck,
): Promise<Result<CheckedVenue, string>> {
  // Loaded on demand: most starts check no venue.
  const { checkVenue } = await import('../broker/check/checkVenue.ts')
  const { changes } = await import('../broker/check/findings.ts')
  const { profile, credentials, customer, onProbe } = venue
  const stopping = new AbortController()
  venue.whenStopped(() => stopping.abort())
  const { signal } = stopping
  const checked = await checkVenue({
    profile,
    credentials,
    customer,
    onProbe,
    signal,
    clock,
    random,
    nonces,
    WebSocket,
  })
  if (!checked.ok) return checked
  const { findings, text, report } = checked.value
  const guesses = findings.map((finding) => ({
    about: finding.about,
    certainty: finding.certainty,
    fit: finding.fit,
    sentence: finding.sentence,
    isChanged: changes(profile, finding),
  }))
  return ok({ guesses, profile: text, report })
}
