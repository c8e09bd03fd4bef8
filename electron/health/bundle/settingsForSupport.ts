/** Chooses what of the settings file a support bundle shows: named settings alone, without customers. Reads no file. */

/** Settings that are shown with their value. Every other one is listed with its length: layouts and customers' lists hold what a dealer typed. */
const SHOWN = new Set(['dealer', 'core-venues', 'panel-links'])

export interface SettingsForSupport {
  /** JSON text. */
  readonly text: string
  readonly customerCodes: readonly string[]
  /** Names, tags and groups of customers. */
  readonly names: readonly string[]
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Every text of these fields, at any depth. */
function textsOf(value: unknown, fields: ReadonlySet<string>, into: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) textsOf(each, fields, into)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      const texts = Array.isArray(inner) ? inner : [inner]
      if (fields.has(name)) for (const text of texts) if (typeof text === 'string') into.add(text)
      textsOf(inner, fields, into)
    }
}

const CODES = new Set(['code', 'customerCode'])
const NAMES = new Set(['name', 'group', 'tags', 'note', 'alias'])
const CUSTOMERS = 'core-customers-'

/** `file`: the text of `settings.json`. */
export function settingsForSupport(file: string): SettingsForSupport {
  const read = parsed(file) as { version?: unknown; values?: unknown } | null
  const values =
    typeof read?.values === 'object' && read.values !== null ? (read.values as Record<string, unknown>) : {}
  const codes = new Set<string>()
  const names = new Set<string>()
  const shown: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(values)) {
    if (typeof text !== 'string') continue
    const value = parsed(text)
    textsOf(value, CODES, codes)
    if (name.startsWith(CUSTOMERS)) textsOf(value, NAMES, names)
    shown[name] = SHOWN.has(name) ? value : `${text.length} characters, not shown`
  }
  const whole =
    read === null ? { unreadable: `${file.length} characters` } : { version: read.version, values: shown }
  return {
    text: `${JSON.stringify(whole, null, 2)}\n`,
    customerCodes: [...codes],
    names: [...names].filter((name) => name !== ''),
  }
}
