/** Chooses what of the settings file a support bundle shows: named settings alone, without customers. Reads no file. */

/** Settings that are shown with their value. Every other one is listed with its length: layouts and customers' lists hold what a dealer typed. */
const SHOWN = new Set(['dealer', 'core-venues', 'panel-links'])

export interface SettingsForSupport {
  /** JSON text. */
  readonly text: string
  readonly customerCodes: readonly string[]
  /** Names, tags and groups of customers, and the dealer's own names for them. */
  readonly names: readonly string[]
  /** False: a part that may hold names cannot be read, so `names` may lack some. */
  readonly isWhole: boolean
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
/** A text that could not be read is set aside under a longer name. */
const CUSTOMERS = /^(?:unread-\d+-)?core-customers-/
const OF_DEALER = /^(?:unread-\d+-)?dealer$/
const OWN_NAMES = 'line.aliases'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The settings of the dealer without the own names of customers, which are keys there. A name beside its stand-in would undo the stand-in. */
function withoutOwnNames(settings: unknown, into: Set<string>): unknown {
  const values = isRecord(settings) ? settings['values'] : null
  const own = isRecord(values) ? values[OWN_NAMES] : null
  if (!isRecord(settings) || !isRecord(values) || !isRecord(own)) return settings
  const unnamed = Object.entries(own).map(([word, named], at) => {
    if (isRecord(named) && named['kind'] === 'instrument') return [word, named] as const
    into.add(word)
    return [`[name ${at + 1}]`, named] as const
  })
  return { ...settings, values: { ...values, [OWN_NAMES]: Object.fromEntries(unnamed) } }
}

/** `file`: the text of `settings.json`, or of an earlier one that was set aside. `withCustomers`: the text shows the own names as they are. */
export function settingsForSupport(file: string, withCustomers = false): SettingsForSupport {
  const read = parsed(file) as { version?: unknown; values?: unknown } | null
  const values =
    typeof read?.values === 'object' && read.values !== null ? (read.values as Record<string, unknown>) : null
  let isWhole = values !== null
  const codes = new Set<string>()
  const names = new Set<string>()
  const shown: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(values ?? {})) {
    if (typeof text !== 'string') continue
    const value = parsed(text)
    textsOf(value, CODES, codes)
    const [isCustomers, isOfDealer] = [CUSTOMERS.test(name), OF_DEALER.test(name)]
    if (isCustomers) textsOf(value, NAMES, names)
    const unnamed = isOfDealer ? withoutOwnNames(value, names) : value
    if ((isCustomers || isOfDealer) && value === null) isWhole = false
    shown[name] = SHOWN.has(name) ? (withCustomers ? value : unnamed) : `${text.length} characters, not shown`
  }
  const whole =
    read === null ? { unreadable: `${file.length} characters` } : { version: read.version, values: shown }
  return {
    text: `${JSON.stringify(whole, null, 2)}\n`,
    customerCodes: [...codes],
    names: [...names].filter((name) => name !== ''),
    isWhole,
  }
}
