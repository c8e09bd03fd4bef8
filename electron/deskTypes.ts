/** The types of the composed terminal, which `main.ts` and `serve.ts` hand to their gateways, and the error of a failed start. Types only. */

import type { Readable } from 'node:stream'
import type { CommandHandlers, TopicSources } from '../shared/contract/ports.ts'
import type { Scope } from '../shared/contract/define.ts'
import type { SaveFileDialog } from './core/ports/saveFileDialog.ts'
import type { Updater } from './core/ports/updates/updater.ts'

export type { SaveFileDialog } from './core/ports/saveFileDialog.ts'
export type { UpdateChoice, UpdateNews, Updater, UpdateSearch } from './core/ports/updates/updater.ts'

/** How a window connects: through the desktop shell, or as a browser over loopback (C6). */
export type Door = 'shell' | 'loopback'

export interface Desk {
  readonly handlers: CommandHandlers
  readonly sources: TopicSources
  /** Whether a window may use a scope now. Trading over loopback needs the paper broker or an explicit flag. */
  allows(door: Door, scope: Scope): boolean
  /** The system says that the machine woke: everything is read back before anything new is sent. */
  resumed(): void
  /** Closes sessions, worker and paper broker; resolves when all have ended. */
  close(): Promise<void>
}

export interface DeskOptions {
  /** Folder of settings and paper state; null stores nothing on disk. */
  readonly dataDirectory: string | null
  /** Extra venue from `--venue FILE`. */
  readonly venueFile: string | null
  /** `--replay` of a recorded session: it replaces the paper broker. Nothing can be sent, and nothing is stored. */
  readonly session: { readonly path: string; readonly speed: number } | null
  readonly paper: PaperOptions
  /** `--record FOLDER`: stores every frame and answer there, up to `size` bytes per sign-in. Null records nothing. */
  readonly record: RecordOptions | null
  /** `--allow-live-trading`: lets a loopback window trade on a live venue. */
  readonly liveOverLoopback: boolean
  /** Folder URL of the running entry, with worker and paper broker beside it (`market/worker`, `paper/main`), `.ts` or built `.mjs`. */
  readonly processRoot: URL
  /** Starts the paper broker or the replay. Default: as a Node process. */
  readonly startChild?: StartChild
  /** Saves a file where the dealer chooses. Default: windows download files themselves. */
  readonly saveFile?: SaveFileDialog
  /** Bytes of each process that draws windows, for the diagnostics. Default: a browser draws them, and they are not read. */
  readonly windowMemory?: () => readonly number[]
  /** Installs other releases. A string: why this run has no updates. Default: it has none. */
  readonly updates?: Updater | string
}

/** A child process, started by Node or by Electron. */
export interface Child {
  readonly stdout: Readable
  readonly stderr: Readable
  /** Called once, after the output was read to its end. `code` is null after a signal; `error` says why the process did not start. */
  onEnd(ended: (code: number | null, error: string | null) => void): void
  /** Writes one line to the process. */
  say(line: string): void
  /** Requests an orderly end. */
  end(): void
  /** Kills the process. */
  kill(): void
}

export type StartChild = (entry: URL, words: readonly string[]) => Child

export interface PaperOptions {
  readonly seed: number
  /** A recorded market instead of the model. */
  readonly replay: string | null
  readonly speed: number
  /** Inject faults. */
  readonly faults: boolean
}

export interface RecordOptions {
  readonly folder: string
  readonly size: number
}

/** The terminal cannot start. `message` is one sentence for standard error; the process exits with code 2. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly exitCode = 2
}
