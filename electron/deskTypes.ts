/** What both entries get from compose.ts and hand to their gateway, and how a start that cannot be is told. Does nothing itself. */

import type { Readable } from 'node:stream'
import type { CommandHandlers, TopicSources } from '../shared/contract/ports.ts'
import type { Scope } from '../shared/contract/define.ts'
import type { SaveFile } from './core/ports.ts'

export type { SaveFile } from './core/ports.ts'

/** Which door a window came through: the desktop shell, or a browser over loopback (C6). */
export type Door = 'shell' | 'loopback'

export interface Desk {
  readonly handlers: CommandHandlers
  readonly sources: TopicSources
  /** Whether a window behind this door may do that now; trading over loopback needs the paper broker or an explicit flag. */
  allows(door: Door, scope: Scope): boolean
  /** Closes sessions, worker and paper broker; resolves when all have ended. */
  close(): Promise<void>
}

export interface DeskOptions {
  /** Folder of settings and paper state; null: keep nothing on disk. */
  readonly dataDirectory: string | null
  /** Extra venue from `--venue FILE`. */
  readonly venueFile: string | null
  /** `--replay` of a recorded session: it stands in the place of the paper broker, nothing can be sent and nothing is kept. */
  readonly session: { readonly path: string; readonly speed: number } | null
  readonly paper: PaperOptions
  /** `--record FOLDER`: keeps what passes on the wires there, up to `size` bytes for one sign-in; null: nothing is kept. */
  readonly record: RecordOptions | null
  /** `--allow-live-trading`: lets a loopback window trade on a live venue. */
  readonly liveOverLoopback: boolean
  /** Folder URL of the running entry: worker and paper broker stand beside it (`market/worker`, `paper/main`), `.ts` or built `.mjs`. */
  readonly processRoot: URL
  /** Starts the paper broker or the replay; left out: as a process of Node. */
  readonly startChild?: StartChild
  /** Saves a file where the dealer says; left out: windows save files by their own download. */
  readonly saveFile?: SaveFile
}

/** A program that was started beside the desk, by Node or by Electron. */
export interface Child {
  readonly stdout: Readable
  readonly stderr: Readable
  /** Called once, after the output was read to its end. `code` is null for an end by a signal; `error` says why nothing started. */
  onEnd(ended: (code: number | null, error: string | null) => void): void
  /** Tells it one line. */
  say(line: string): void
  /** Asks it to end in order. */
  end(): void
  /** Ends it at once. */
  kill(): void
}

export type StartChild = (entry: URL, words: readonly string[]) => Child

export interface PaperOptions {
  readonly seed: number
  /** A recorded market instead of the model. */
  readonly replay: string | null
  readonly speed: number
  /** Trouble on purpose. */
  readonly faults: boolean
}

export interface RecordOptions {
  readonly folder: string
  readonly size: number
}

/** The terminal cannot start as it was asked to: `message` is one sentence for standard error, the process ends with code 2. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly exitCode = 2
}
