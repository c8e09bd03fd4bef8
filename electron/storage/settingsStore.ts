/** Stores settings as named pieces of JSON text in one file. A failed disk loses the file, never the run. Never holds a secret. */

import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Settings } from '../core/ports/settings.ts'
import { fixOf, reasonOf } from './diskReason.ts'
import { watchForReplacedFile } from './replacedFile.ts'

const FILE = 'settings'
export const SETTINGS_FILE = `${FILE}.json`
/** Raised with every change of the format that an older Openpit could not read. 2: customers have tags and a ratio. */
export const SETTINGS_FILE_VERSION = 2
const OWNER_ONLY = 0o600
/** Characters that all settings of the windows may have together. The core's own settings, whose names have a hyphen, always fit. */
const ROOM_OF_WINDOWS = 4_194_304

/** The two functions of the store that are used. */
interface Store {
  get(name: string): unknown
  set(values: object): void
}

export interface OpenedSettings {
  readonly settings: Settings
  /** One sentence for the dealer where the file could not be used; null: it was. */
  readonly problem: string | null
  /** The path of the file where there was none: it is new, or an earlier one is gone. Null: there was a file. */
  readonly missing: string | null
}

/** Creates settings for this run only. A setting that does not fit is refused, and its earlier value stays. */
export function memorySettings(start: Readonly<Record<string, string>> = {}): Settings {
  const values = new Map(Object.entries(start))
  const isOfWindow = (name: string) => !name.includes('-')
  const fits = (name: string, value: string): boolean => {
    let size = name.length + value.length
    for (const [other, text] of values)
      if (other !== name && isOfWindow(other)) size += other.length + text.length
    return size <= ROOM_OF_WINDOWS
  }
  return {
    all: () => Object.fromEntries(values),
    save(name, value) {
      if (isOfWindow(name) && !fits(name, value))
        return fail(
          'The saved settings of all windows are full (4 MB), so this change is not saved. Delete a saved layout first.',
        )
      // The newest is last, also where the name was known.
      values.delete(name)
      values.set(name, value)
      return ok(null)
    },
    remove(name) {
      values.delete(name)
      return ok(null)
    },
  }
}

/**
 * Imports electron-store without downloading Electron. The package imports `electron`, which outside Electron is the path of a binary, and
 * downloads a missing binary. With an override folder named, `electron` returns that path unchecked. The store then finds no Electron and uses
 * the absolute folder that it is given. Inside Electron the import is the real module, and the variable has no effect.
 */
async function importStore(): Promise<typeof import('electron-store').default> {
  const name = 'ELECTRON_OVERRIDE_DIST_PATH'
  const before = process.env[name]
  if (process.versions['electron'] === undefined) process.env[name] = before ?? '/nonexistent'
  try {
    return (await import('electron-store')).default
  } finally {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
}

/** A later Openpit wrote the file: this version must neither read nor overwrite its settings. */
class NewerFile extends Error {
  readonly version: number
  constructor(version: number) {
    super('newer')
    this.version = version
  }
}

/**
 * Opens `settings.json` in `directory` (an absolute path), readable by its owner only. A file that cannot be read is renamed and reported. A
 * file of a newer version stays unchanged. With such a file, or with an unusable folder, settings are stored in memory. `whyRefused` is called
 * before each write: its sentence is the failure, and the setting then holds for this run only. A file that somebody puts in the place of ours
 * during the run is never overwritten: it is renamed and reported to `say`, or stays where it is when its version is newer.
 */
export async function openSettings(
  directory: string,
  clock: Clock,
  whyRefused: () => string | null = () => null,
  say: (sentence: string) => void = () => {},
): Promise<OpenedSettings> {
  const ElectronStore = await importStore()
  // Flat names: dots in them are no paths.
  const open = (): Store =>
    new ElectronStore({
      cwd: directory,
      name: FILE,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
      configFileMode: OWNER_ONLY,
    })
  const path = join(directory, SETTINGS_FILE)
  const broken = (problem: unknown): OpenedSettings => ({
    settings: memorySettings(),
    problem: `The settings file ${path} cannot be used: ${reasonOf(problem)}. Saved layouts, venue profiles, alerts, and names and groups of customers are missing: no alert is watched, and settings are stored for this run only. ${fixOf(problem)}, then restart Openpit.`,
    missing: null,
  })

  const missing = existsSync(path) ? null : path
  let store: Store
  let read: Record<string, string>
  let problem: string | null = null
  try {
    ;({ store, read } = load(open, missing !== null))
  } catch (first) {
    if (first instanceof NewerFile)
      return {
        settings: memorySettings(),
        problem: `${path} was written by a newer Openpit (version ${first.version}; this one reads up to ${SETTINGS_FILE_VERSION}). The file stays unchanged, and settings are stored for this run only. Start the newer Openpit, or choose another folder with --data-dir.`,
        missing: null,
      }
    if (!(first instanceof SyntaxError) || !existsSync(path)) return broken(first)
    try {
      const aside = join(directory, `${FILE}.broken-${clock.now()}.json`)
      renameSync(path, aside)
      problem = `The settings file could not be read, so saved layouts, venue profiles, alerts, and names and groups of customers are missing: no alert is watched. The old file is now ${aside}. Restore the settings from a backup, or enter them again.`
      ;({ store, read } = load(open, true))
    } catch (second) {
      return broken(second)
    }
  }

  const values = memorySettings(read)
  const replaced = watchForReplacedFile(path)
  replaced.remember(read)
  const saveToDisk = (): Result<null, string> => {
    const refused = whyRefused()
    if (refused !== null) return fail(refused)
    try {
      const room = replaced.makeRoom(
        join(directory, `${FILE}.replaced-${clock.now()}.json`),
        SETTINGS_FILE_VERSION,
      )
      if (!room.ok)
        return fail(
          `A newer Openpit wrote ${path} while this one runs (version ${room.failure}; this one reads up to ${SETTINGS_FILE_VERSION}). The file stays unchanged, and settings are stored for this run only. Start the newer Openpit.`,
        )
      if (room.value !== null) say(replacedWords(path, room.value))
      const written = values.all()
      store.set({ version: SETTINGS_FILE_VERSION, values: written })
      replaced.remember(written)
      return ok(null)
    } catch (failed) {
      return fail(
        `Settings cannot be saved in ${directory}: ${reasonOf(failed)}. They are stored for this run only.`,
      )
    }
  }
  return {
    settings: {
      all: () => values.all(),
      save(name, value) {
        const saved = values.save(name, value)
        return saved.ok ? saveToDisk() : saved
      },
      remove(name) {
        values.remove(name)
        return saveToDisk()
      },
    },
    problem,
    missing,
  }
}

const replacedWords = (path: string, aside: string): string =>
  `Somebody changed ${path} while Openpit runs. Openpit does not use that file: it is now ${aside}, and the settings of this run are saved in its place. Orders are not affected. To use the changed file, close Openpit and give the file its name back.`

/** Throws a SyntaxError where the file does not hold named texts, and NewerFile where a later version wrote it. */
function load(open: () => Store, isNew: boolean): { store: Store; read: Record<string, string> } {
  const store = open()
  // The first files had no version. Every earlier version is read; the start has brought the file forward where the disk allowed it.
  const version = store.get('version') ?? 1
  if (typeof version !== 'number' || version < 1) throw new SyntaxError('no version')
  if (version > SETTINGS_FILE_VERSION) throw new NewerFile(version)
  const values = store.get('values') ?? (isNew ? {} : null)
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new SyntaxError('no values')
  if (Object.values(values).some((value) => typeof value !== 'string'))
    throw new SyntaxError('not named texts')
  return { store, read: { ...(values as Record<string, string>) } }
}
