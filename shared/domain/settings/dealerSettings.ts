/** The dealer's settings and keys as stored: reads the stored text, and applies a change to it. Pure. A protection of money is no setting: none is here. */

import { z } from 'zod'
import { fail, ok, type Result } from '../../base/result.ts'
import { canonicalChord, capOfChord, chord, whyReserved, type Chord } from './keyChord.ts'
import { scopeOf } from './keyScope.ts'
import {
  DEFAULT_VALUES,
  IDLE_WITHOUT_WORD,
  isSettingId,
  LONGER_WORD,
  SETTINGS,
  type Setting,
  type SettingId,
  type SettingValues,
} from './settingList.ts'

/** The name of the setting that holds them. Only `settings.change` writes it. */
export const DEALER_SETTINGS = 'dealer'
/** Raised with every change that an older release could not read. */
export const SETTINGS_VERSION = 1

/** The name of a window binding, such as `pickCustomer` or `panel.ladder`. */
const bindingId = z.string().regex(/^[a-zA-Z][\w.]{0,59}$/)
const MOST = 300

/** Bindings that work in a focused panel alone have ids of their own. */
const isOfPanel = (id: string): boolean => scopeOf(id) !== null

const stored = z.object({
  version: z.number().int().min(1),
  values: z.record(z.string().max(60), z.json()),
  keys: z.record(z.string().max(60), z.json()),
})
type Stored = z.infer<typeof stored>

/** Null gives a setting its default, an entry of a record its usual value, or a binding its own key again. */
export const settingsChange = z.strictObject({
  values: z.record(z.string().max(60), z.json()),
  keys: z.record(bindingId, chord.nullable()),
  /** The word that a longer arming time needs; empty: none. */
  typed: z.string().max(20),
})
export type SettingsChange = z.infer<typeof settingsChange>

export interface DealerSettings {
  readonly values: SettingValues
  /** The settings that differ from their defaults because the dealer set them. */
  readonly set: ReadonlySet<SettingId>
  /** By binding. Whether a binding exists, and whether keys clash, only a window knows. */
  readonly keys: Readonly<Record<string, Chord>>
  /** One sentence for each stored part that is not in force. */
  readonly leftOut: readonly string[]
  /** Why nothing stored is in force and nothing can be changed; null: all is well. */
  readonly refusal: string | null
}

const empty: Stored = { version: SETTINGS_VERSION, values: {}, keys: {} }

const nothingRead = (refusal: string | null): DealerSettings => ({
  values: DEFAULT_VALUES,
  set: new Set(),
  keys: {},
  leftOut: [],
  refusal,
})

/** The stored document; null where it is damaged. */
function documentOf(text: string | undefined): Stored | null {
  if (text === undefined) return empty
  try {
    const read = stored.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

const isNewer = ({ version }: Stored) => version > SETTINGS_VERSION
const NEWER =
  'A newer Openpit saved the settings and keys of this desk. This release uses the usual ones: the session does not lock by itself. It leaves the saved ones unchanged. Start the newer release to change them.'
const DAMAGED =
  'The saved settings and keys cannot be read, so the usual ones are in force: the session does not lock by itself, times are UTC, and every key is at its own place. Their text stays in the settings file.'

/** Whether nobody can read the stored text. */
export const isDamaged = (text: string | undefined): boolean => documentOf(text) === null

/** Reads values: those that fit, and a sentence for each of the others. */
export function readValues(values: Readonly<Record<string, unknown>>): {
  readonly values: Partial<Record<SettingId, unknown>>
  readonly leftOut: readonly string[]
} {
  const read: Partial<Record<SettingId, unknown>> = {}
  const leftOut: string[] = []
  for (const [id, value] of Object.entries(values)) {
    if (!isSettingId(id)) {
      leftOut.push(`“${id}” is left out: this release has no such setting.`)
      continue
    }
    const { schema, title } = SETTINGS[id]
    const checked = schema.safeParse(value)
    if (checked.success) read[id] = checked.data
    else leftOut.push(`${title} is left out: its value does not fit. The usual one is in force.`)
  }
  return { values: read, leftOut }
}

/** Reads keys: those that a binding may have, and a sentence for each of the others. */
export function readKeys(keys: Readonly<Record<string, unknown>>): {
  readonly keys: Record<string, Chord>
  readonly leftOut: readonly string[]
} {
  const read: Record<string, Chord> = {}
  const leftOut: string[] = []
  for (const [id, value] of Object.entries(keys)) {
    const checked = chord.safeParse(value)
    const named = bindingId.safeParse(id)
    if (!checked.success || !named.success) {
      leftOut.push(`The key of “${id}” is left out: it is not a key.`)
      continue
    }
    const why = whyReserved(canonicalChord(checked.data), isOfPanel(id))
    if (why === null) read[id] = canonicalChord(checked.data)
    else leftOut.push(`The key of “${id}” is left out. ${why}`)
  }
  return { keys: read, leftOut }
}

/** The settings in force. `text`: as stored; undefined where nothing was ever changed. */
export function readDealerSettings(text: string | undefined): DealerSettings {
  const document = documentOf(text)
  if (document === null) return { ...nothingRead(null), leftOut: [DAMAGED] }
  if (isNewer(document)) return nothingRead(NEWER)
  const { values, leftOut } = readValues(document.values)
  const { keys, leftOut: keysLeftOut } = readKeys(document.keys)
  return {
    values: { ...DEFAULT_VALUES, ...(values as Partial<SettingValues>) },
    set: new Set(Object.keys(values).filter(isSettingId)),
    keys,
    leftOut: [...leftOut, ...keysLeftOut],
    refusal: null,
  }
}

/** The text after the change, or one sentence why nothing changes. All of a change applies, or none of it. */
export function changeDealerSettings(
  text: string | undefined,
  change: SettingsChange,
): Result<string, string> {
  const document = documentOf(text) ?? empty
  if (isNewer(document)) return fail(NEWER)
  const before = readDealerSettings(text)
  const values: Stored['values'] = { ...document.values }
  for (const [id, value] of Object.entries(change.values)) {
    if (!isSettingId(id)) return fail(`Nothing is changed: there is no setting “${id}”.`)
    if (value === null) {
      delete values[id]
      continue
    }
    const { schema, title } = SETTINGS[id]
    const wanted = isRecord(value) && hasEntries(id) ? merged(before.values[id], value) : value
    if (!schema.safeParse(wanted).success)
      return fail(`Nothing is changed: the value of ${title} does not fit.`)
    if (isRecord(wanted) && Object.keys(wanted).length === 0) delete values[id]
    else values[id] = wanted
  }
  const refusal = whyNotLonger(before.values, values['arming.idleMinutes'], change.typed)
  if (refusal !== null) return fail(refusal)
  const keys: Stored['keys'] = { ...document.keys }
  for (const [id, wanted] of Object.entries(change.keys)) {
    if (wanted === null) {
      delete keys[id]
      continue
    }
    const why = whyReserved(canonicalChord(wanted), isOfPanel(id))
    if (why !== null) return fail(`Nothing is changed. ${why}`)
    keys[id] = canonicalChord(wanted)
  }
  const twice = keyTwice(change.keys, keys)
  if (twice !== null) return fail(twice)
  if (Object.keys(keys).length > MOST) return fail('Nothing is changed: too many keys.')
  return ok(JSON.stringify({ version: SETTINGS_VERSION, values, keys }))
}

type JsonRecord = Readonly<Record<string, z.core.util.JSONType>>

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasEntries = (id: SettingId): boolean => (SETTINGS[id] as Setting).entries !== undefined

/** The entries after a change. One that the change does not name stays. */
const merged = (before: unknown, change: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries({ ...(isRecord(before) ? before : {}), ...change }).filter(([, entry]) => entry !== null),
  )

/** A longer arming time needs its word. A time that was already in force needs none. */
function whyNotLonger(before: SettingValues, minutes: unknown, typed: string): string | null {
  if (typeof minutes !== 'number' || minutes <= IDLE_WITHOUT_WORD) return null
  if (minutes <= before['arming.idleMinutes'] || typed === LONGER_WORD) return null
  return `Nothing is changed: type ${LONGER_WORD} to keep ladders armed for ${minutes} minutes without an order.`
}

function keyTwice(changed: SettingsChange['keys'], keys: Stored['keys']): string | null {
  for (const [id, wanted] of Object.entries(changed))
    for (const [other, held] of Object.entries(keys))
      if (wanted !== null && other !== id && held === keys[id])
        return `Nothing is changed: ${capOfChord(canonicalChord(wanted))} is the key of “${other}” already.`
  return null
}
