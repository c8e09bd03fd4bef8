/** A venue profile as a form: fields from the schema, typed values, and faults by field. Pure; holds no secret. */

import { z } from 'zod'
import { parseProfileText } from '../../../../shared/broker/profileText.ts'
import { venueProfile, type VenueProfile } from '../../../../shared/broker/venueProfile.ts'

/** `words`: a list with commas between · `number`: empty is null · `json`: anything else, as JSON text. */
type FieldKind = 'text' | 'flag' | 'choice' | 'words' | 'number' | 'json'

export interface ProfileField {
  /** `paths.login`; the name of the field in the profile. */
  readonly path: string
  /** Empty for fields of the profile itself. */
  readonly group: string
  readonly label: string
  readonly kind: FieldKind
  readonly options: readonly string[]
}

/** The value of each field, by path. */
export type ProfileForm = Readonly<Record<string, string | boolean>>

interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
}

const kindOf = (shape: Shape): FieldKind => {
  if (shape.enum) return 'choice'
  if (shape.type === 'boolean') return 'flag'
  if (shape.type === 'string') return 'text'
  if (shape.type === 'array' && shape.items?.type === 'string') return 'words'
  const kinds = new Set((shape.anyOf ?? [shape]).map((option) => option.type))
  return [...kinds].every((kind) => kind === 'integer' || kind === 'number' || kind === 'null')
    ? 'number'
    : 'json'
}

/** `marketTrades` → `market trades`. */
const spaced = (name: string): string => name.replaceAll(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`)

const GROUP_NAMES: Readonly<Record<string, string>> = {
  '': 'Venue',
  paths: 'Paths of each resource',
  headers: 'Headers of signed requests',
  capabilities: 'What the venue can do',
  directions: "Words of a ledger row's direction",
  lists: 'Where an answer holds its list',
  parameters: 'Names of query parameters',
  paging: 'Pages',
  numbers: 'How numbers are written',
  stream: 'Stream messages',
}
export const groupName = (group: string): string => GROUP_NAMES[group] ?? spaced(group)

const LABELS: Readonly<Record<string, string>> = {
  restUrl: 'REST address',
  streamUrl: 'Stream address',
  auth: 'Signing in',
  'capabilities.openOrders': 'lists open orders',
  'capabilities.amend': 'amends orders',
}

/** Every field of the published schema, in its order. A field added to the schema also shows here. */
export const PROFILE_FIELDS: readonly ProfileField[] = fieldsOf(
  z.toJSONSchema(venueProfile, { unrepresentable: 'any' }) as Shape,
  '',
)

function fieldsOf(shape: Shape, group: string): ProfileField[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, schema]) => {
    // `$schema` is for the editor of the file and says nothing about the venue.
    if (name.startsWith('$')) return []
    const path = group === '' ? name : `${group}.${name}`
    if (schema.type === 'object' && schema.properties) return fieldsOf(schema, path)
    return [
      {
        path,
        group,
        label: LABELS[path] ?? spaced(name),
        kind: kindOf(schema),
        options: (schema.enum ?? []).map(String),
      },
    ]
  })
}

export const GROUPS: readonly string[] = [...new Set(PROFILE_FIELDS.map((field) => field.group))]

/** A new profile: every field has the default of docs/api.md#gaps. */
export const blankProfile = (): VenueProfile =>
  venueProfile.parse({
    name: 'New venue',
    kind: 'live',
    restUrl: 'https://broker.example',
    streamUrl: 'wss://broker.example/ws',
  })

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (parent, name) =>
        parent !== null && typeof parent === 'object' && Object.hasOwn(parent, name)
          ? (parent as Record<string, unknown>)[name]
          : undefined,
      value,
    )

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The form of a profile; missing fields are empty. */
export const formOfProfile = (profile: unknown): ProfileForm =>
  Object.fromEntries(
    PROFILE_FIELDS.map(({ path, kind }) => {
      const value = at(profile, path)
      if (kind === 'flag') return [path, value === true]
      if (value === undefined || value === null) return [path, '']
      if (kind === 'words') return [path, Array.isArray(value) ? value.join(', ') : '']
      return [path, kind === 'json' ? JSON.stringify(value) : plain(value)]
    }),
  )

interface ProfileReading {
  /** JSON text to save; null while something is wrong. */
  readonly profile: string | null
  /** Sentences by path; `''` for the profile as a whole. */
  readonly problems: Readonly<Record<string, string>>
}

/** Checks a form against the schema that the core checks again. */
export function readProfileForm(form: ProfileForm): ProfileReading {
  const profile: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const field of PROFILE_FIELDS) {
    const read = valueOf(field, form[field.path] ?? '')
    if (read.problem !== null) problems[field.path] = read.problem
    place(profile, field.path.split('.'), read.value)
  }
  return check(profile, problems)
}

/** Checks typed JSON text. */
export function readProfileText(text: string): ProfileReading {
  try {
    return check(parseProfileText(text), {})
  } catch (error) {
    return {
      profile: null,
      problems: { '': `Not JSON yet: ${error instanceof Error ? error.message : 'unreadable'}.` },
    }
  }
}

function check(profile: unknown, problems: Record<string, string>): ProfileReading {
  const checked = venueProfile.safeParse(profile)
  for (const issue of checked.error?.issues ?? []) {
    const extra = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : null
    const path = issue.path.join('.')
    problems[path] ??=
      extra === null ? `${path}: ${issue.message}` : `${extra}: no field of a venue profile; leave it out`
  }
  for (const path of ['restUrl', 'streamUrl'])
    if (/^[a-z]+:\/\/[^/]*@/i.test(String(at(profile, path))))
      problems[path] = `${path}: do not type a username or password here; Openpit asks for it at sign-in`
  const sound = Object.keys(problems).length === 0 && checked.success
  return { profile: sound ? JSON.stringify(checked.data, null, 2) : null, problems }
}

function valueOf(field: ProfileField, typed: string | boolean): { value: unknown; problem: string | null } {
  if (typeof typed === 'boolean') return { value: typed, problem: null }
  const text = typed.trim()
  switch (field.kind) {
    case 'words':
      return {
        value: text
          .split(',')
          .map((word) => word.trim())
          .filter((word) => word !== ''),
        problem: null,
      }
    case 'number':
      if (text === '') return { value: null, problem: null }
      return /^\d{1,15}$/.test(text)
        ? { value: Number.parseInt(text, 10), problem: null }
        : { value: null, problem: `${field.path}: must be a whole number` }
    case 'json':
      try {
        return { value: text === '' ? undefined : (JSON.parse(text) as unknown), problem: null }
      } catch {
        return { value: undefined, problem: `${field.path}: must be JSON` }
      }
    case 'text':
    case 'choice':
    case 'flag':
      return { value: text, problem: null }
  }
}

function place(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value !== undefined) into[name] = value
    return
  }
  const inner = (into[name] ??= {}) as Record<string, unknown>
  place(inner, rest, value)
}
