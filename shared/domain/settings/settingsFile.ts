/** Settings and keys as one file: writes it, and reads one without changing anything. Pure. */

import { z } from 'zod'
import { fail, ok, type Result } from '../../base/result.ts'
import { readKeys, readValues, SETTINGS_VERSION, type DealerSettings } from './dealerSettings.ts'
import type { Chord } from './keyChord.ts'
import { isOwnedByCore } from './ownedByCore.ts'
import { IDLE_WITHOUT_WORD, LONGER_WORD, type SettingId } from './settingList.ts'

const FORMAT = 'openpit-settings'
/** Characters of a file at most: far more than every setting and key needs. */
export const MOST_FILE_LENGTH = 262_144

const settingsFile = z.object({
  format: z.literal(FORMAT),
  version: z.number().int().min(1),
  values: z.record(z.string().max(60), z.json()),
  keys: z.record(z.string().max(60), z.json()),
})

/** What a file would change. */
export interface FileContents {
  readonly values: Partial<Record<SettingId, unknown>>
  readonly keys: Readonly<Record<string, Chord>>
  /** One sentence for each part that is not imported. */
  readonly leftOut: readonly string[]
}

/** The file of the settings and keys that the dealer set. */
export function settingsFileText({ values, set, keys }: DealerSettings): string {
  const chosen = Object.fromEntries([...set].map((id) => [id, values[id]]))
  return `${JSON.stringify({ format: FORMAT, version: SETTINGS_VERSION, values: chosen, keys }, null, 2)}\n`
}

/** What the file holds, or one sentence why it holds nothing for this release. */
export function readSettingsFile(text: string): Result<FileContents, string> {
  if (text.length > MOST_FILE_LENGTH) return fail(say('it is too long to be a file of settings'))
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail(say('it is damaged, or not a file of settings'))
  }
  if (typeof json !== 'object' || json === null || !('format' in json) || json.format !== FORMAT)
    return fail(say('it is not a file of Openpit’s settings'))
  if ('version' in json && typeof json.version === 'number' && json.version > SETTINGS_VERSION)
    return fail(
      say(`a newer Openpit wrote it (version ${json.version}; this release reads up to ${SETTINGS_VERSION})`),
    )
  const read = settingsFile.safeParse(json)
  if (!read.success) return fail(say('it is damaged'))
  const given = Object.entries(read.data.values)
  const owned = given.filter(([id]) => isOwnedByCore(id))
  const { values, leftOut } = readValues(Object.fromEntries(given.filter(([id]) => !isOwnedByCore(id))))
  const { keys, leftOut: keysLeftOut } = readKeys(read.data.keys)
  const minutes = values['arming.idleMinutes']
  const longer = typeof minutes === 'number' && minutes > IDLE_WITHOUT_WORD
  if (longer) delete values['arming.idleMinutes']
  return ok({
    values,
    keys,
    leftOut: [
      ...owned.map(([id]) => `“${id}” is left out: only Openpit itself writes it.`),
      ...leftOut,
      ...(longer
        ? [
            `Disarm after ${String(minutes)} minutes is left out: a file cannot type ${LONGER_WORD}. Set it here.`,
          ]
        : []),
      ...keysLeftOut,
    ],
  })
}

const say = (why: string) => `The file changes nothing: ${why}.`
