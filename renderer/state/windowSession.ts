/** The client, the clock and the stores that every panel receives. Types only. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import type { TickerSamples } from '../live/tickerSamples.ts'
import type { FocusMover } from '../keys/focusMover.ts'
import type { BlockStore } from './blockForm/blockStore.ts'
import type { EnterWatch } from './presses/enterWatch.ts'
import type { UnaskedChanges } from './presses/unaskedChanges.ts'
import type { NoticeStore } from './stores/noticeStore.ts'
import type { SoundStore } from './sound/soundStore.ts'
import type { OverlayStore } from './stores/overlayStore.ts'
import type { PanelStore } from './stores/panelStore.ts'
import type { ProposalStore, WaitingLine } from './stores/proposalStore.ts'
import type { SettingsStore } from './stores/settingsStore.ts'
import type { ServerStores } from './stores/serverMirrors.ts'
import type { InstanceId } from './stores/panelInstances.ts'
import type { WorkspaceStore } from './stores/workspaceStore.ts'
import type { WorkspaceContent } from './stores/storedWorkspace.ts'
import type { Tickets } from './ticket/ticketStore.ts'

/** The keys Ctrl 1 to Ctrl 9. */
export type WorkspaceDigit = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** Px of a window's page. */
export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** One of the workspaces that come with the terminal. */
export interface BuiltIn {
  readonly id: string
  readonly name: string
  readonly digit: WorkspaceDigit
  /** Fitted to a window. Instruments of links, sizes and list stay as they are in `present`. */
  readonly content: (size: WindowSize, present: WorkspaceContent) => WorkspaceContent
}

export interface WindowSession {
  readonly client: ContractClient
  readonly clock: Clock
  readonly random: Random
  /** The name of this window's saved workspace: letters only. */
  readonly windowName: string
  /** Ms since a key or a pointer was pressed: a busy page handles the press late. */
  readonly pressAge: (press: Event) => number
  readonly server: ServerStores
  readonly workspace: WorkspaceStore
  readonly settings: SettingsStore
  readonly proposals: ProposalStore
  readonly notices: NoticeStore
  readonly sound: SoundStore
  readonly tickerSamples: TickerSamples
  readonly overlay: OverlayStore
  readonly panels: PanelStore
  readonly tickets: Tickets
  readonly block: BlockStore
  readonly line: WaitingLine
  /** For each ladder on screen: why no order may be based on its book now; null when one may. */
  readonly books: Map<InstanceId, () => string | null>
  /** By name: the windows that this page opened for one panel each. */
  readonly poppedOut: Map<string, { readonly closed: boolean }>
  readonly focus: FocusMover
  readonly enters: EnterWatch
  readonly unasked: UnaskedChanges
  /** The workspaces that come with the terminal; the first is that of a new window. */
  readonly builtIn: readonly BuiltIn[]
  readonly windowSize: () => WindowSize
  /** Named workspaces that this window saved, by setting, until the settings have them. */
  readonly ownNamed: Map<string, string>
  /** Texts of named workspaces that this window sent and never received a reply for, by setting: the settings may have them or not. */
  readonly unansweredNamed: Map<string, readonly string[]>
  /** A workspace that this window shows, or will show, is on its way to the settings: another one opens once it is there. */
  readonly savingPresent: { now: boolean }
  /** Wall clock ms of the last order sent from this window; 0 before one. */
  readonly dealt: { at: number }
  /** Sends the choices of this window that wait for their save to the core. */
  saveNow(): void
  close(): void
}
