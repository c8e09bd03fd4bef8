/** Makes a value of any schema of the contract with a given text in every place that takes a text: a new topic, command or field joins by itself. */

import type { z } from 'zod'
import { NOW } from '../fakes/window/scriptedCore.ts'

/** The parts of zod's definitions that schemas of the contract use. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly options?: readonly z.ZodType[]
  readonly entries?: Readonly<Record<string, string | number>>
  readonly values?: readonly unknown[]
}

/** What stands where a schema refuses the payload: a number, a code, a reference, an instrument, a day, a name, a setting. */
const PLAIN = [
  '1.5',
  'C1042',
  'v1-test',
  'BTCUSDC_PERP',
  '2026-11-20',
  'name',
  'https://hooks.example/x',
  '1m',
  '',
]

/** How many places took the payload, by path. */
export type Places = Map<string, number>

/** `text`: the payload. `places` counts where it went. */
export function hostileValue(schema: z.ZodType, text: string, places: Places, path = ''): unknown {
  const { type, ...definition }: Definition = schema.def
  const inner = (one: z.ZodType | undefined, step: string) =>
    one === undefined ? null : hostileValue(one, text, places, `${path}${step}`)
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape ?? {}).map(([name, one]) => [name, inner(one, `.${name}`)]),
      )
    case 'array':
      return [inner(definition.element, '[]')]
    case 'tuple':
      return (definition.items ?? []).map((one) => inner(one, '[]'))
    case 'record':
      return { [text]: inner(definition.valueType, '{}') }
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
    case 'nonoptional':
      return inner(definition.innerType, '')
    case 'pipe':
      return inner(definition.in, '')
    case 'union':
      return inner(definition.options?.[0], '')
    case 'enum':
      return Object.values(definition.entries ?? {})[0]
    case 'literal':
      return definition.values?.[0]
    case 'boolean':
      return false
    case 'null':
      return null
    case 'number':
      return [NOW, 1, 10, 0].find((one) => schema.safeParse(one).success)
    case 'string':
    case 'custom':
      return leaf(schema, text, places, path)
    default:
      throw new Error(`a schema of the type ${type} at ${path}`)
  }
}

function leaf(schema: z.ZodType, text: string, places: Places, path: string): unknown {
  if (schema.safeParse(text).success) {
    places.set(path, (places.get(path) ?? 0) + 1)
    return text
  }
  return PLAIN.find((one) => schema.safeParse(one).success) ?? null
}
