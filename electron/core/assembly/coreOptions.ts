/** The options of the core: everything outside the core that it uses. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { SupportBundles } from '../ports/supportBundles.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { ReplayAct } from '../../../shared/contract/replay.ts'
import type { ProgramStatus } from '../../../shared/contract/status.ts'
import type { LimitRule } from '../../../shared/domain/limits/limits.ts'
import type { Measures } from '../health/measures.ts'
import type { HealthHistory, MachineHealth } from '../ports/machineHealth.ts'
import type { Journal } from '../ports/journal.ts'
import type { Log } from '../ports/log.ts'
import type { NoticeArchive } from '../ports/noticeArchive.ts'
import type { CheckVenue, OpenBroker } from '../ports/broker.ts'
import type { OpenMarket } from '../ports/market.ts'
import type { Passphrases } from '../ports/credentials.ts'
import type { PrintStatement } from '../ports/printStatement.ts'
import type { SaveFileDialog } from '../ports/saveFileDialog.ts'
import type { Settings } from '../ports/settings.ts'
import type { Updater } from '../ports/updates/updater.ts'
import type { Vault } from '../ports/vault.ts'
import type { ListedVenue } from '../ports/listedVenue.ts'

/** What watches the health of this run. */
export interface HealthOptions {
  readonly measures: Measures
  readonly machine: MachineHealth
  readonly history: HealthHistory | null
  /** Null: this run stores nothing. */
  readonly bundles: SupportBundles | null
}

export interface CoreOptions {
  readonly clock: Clock
  readonly random: Random
  readonly openBroker: OpenBroker
  readonly openMarket: OpenMarket
  /** Left out or null: this run checks no venue. */
  readonly checkVenue?: CheckVenue | null
  readonly vault: Vault
  readonly settings: Settings
  /** Settings of earlier runs could not be read or are gone, so `settings` does not have them. False where left out. */
  readonly areSettingsLost?: boolean
  readonly journal: Journal
  /** The journal is new in a folder that earlier runs used: the journal of those runs is gone. False where left out. */
  readonly isJournalLost?: boolean
  readonly notices: NoticeArchive
  readonly venues: readonly ListedVenue[]
  /** Moves the recording that the built-in venue plays; left out where nothing is played. */
  readonly controlReplay?: (act: ReplayAct) => Result<null, string>
  /** The limits in force until a dealer saves limits. */
  readonly startingLimits: readonly LimitRule[]
  /** Names a venue by its address, so that a password stored for one address is never offered to another. */
  readonly venueIdOf: (profile: VenueProfile) => string
  readonly log: Log
  readonly program: ProgramStatus
  /** Asks the dealer where to save a file of a window; left out or null: windows save files by their own download. */
  readonly saveFile?: SaveFileDialog | null
  /** Prints a statement as PDF; left out or null: there is no PDF. */
  readonly printStatement?: PrintStatement | null
  /** Left out or null: no dealer can have a passphrase, so there are no four eyes. */
  readonly passphrases?: Passphrases | null
  /** Installs other releases of the program. A string: why this run has no updates. Left out: it has none. */
  readonly updates?: Updater | string
  /** Left out: nothing is measured. */
  readonly health?: HealthOptions
}
