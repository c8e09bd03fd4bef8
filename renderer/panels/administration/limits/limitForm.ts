/** The form of the limits per scope: reads typed values into rules, and finds the tightest rule. Pure; saves nothing. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { compare, decimal, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import {
  limitName,
  scopeKey,
  type LimitBounds,
  type LimitLevel,
  type LimitName,
  type LimitRule,
  type LimitScope,
} from '../../../../shared/domain/limits/limits.ts'
import { symbol as symbolSchema, type Symbol } from '../../../../shared/domain/scalars.ts'
import { readTyped } from '../../../format/numbers.ts'

/** A field of a scope's form: `notional block`, or `instruments`. */
export type LimitField = `${LimitName} ${LimitLevel}` | 'instruments'

/** Typed values by field. Fields that are not here keep the value of the rule. */
export type LimitTexts = Readonly<Partial<Record<LimitField, string>>>

/** Every unsaved edit, by scope. */
export type LimitEdits = ReadonlyMap<string, { readonly scope: LimitScope; readonly texts: LimitTexts }>

export const DESK: LimitScope = { customerCode: null, symbol: null }

const emptyRule = ({ customerCode, symbol }: LimitScope): LimitRule => ({
  customerCode,
  symbol,
  bounds: {},
  instruments: null,
})

export const ruleOf = (rules: readonly LimitRule[], scope: LimitScope): LimitRule =>
  rules.find((rule) => scopeKey(rule) === scopeKey(scope)) ?? emptyRule(scope)

/** The text of a field: the typed value, else the bound of the rule. Empty means no bound. */
export function fieldText(rule: LimitRule, texts: LimitTexts, field: LimitField): string {
  const typed = texts[field]
  if (typed !== undefined) return typed
  if (field === 'instruments') return rule.instruments?.map(shownCode).join(' ') ?? ''
  const [limit, level] = field.split(' ') as [LimitName, LimitLevel]
  return rule.bounds[limit]?.[level] ?? ''
}

export interface LimitReading {
  /** Sentences by field of the scope; nothing is saved while any scope has one. */
  readonly problems: Readonly<Partial<Record<LimitField, string>>>
  readonly rule: LimitRule
}

function readBound(text: string): { readonly bound: DecimalText | null; readonly problem: string | null } {
  if (text.trim() === '') return { bound: null, problem: null }
  const read = readTyped(text)
  if (!read.ok) return { bound: null, problem: `${read.failure}; leave it empty for no bound.` }
  if (read.value < 0n) return { bound: null, problem: 'A bound is not below 0.' }
  return { bound: toText(read.value), problem: null }
}

/** The instruments that a word names: by its symbol or by the symbol as shown, else without regard to case. */
function instrumentsNamed(word: string, known: readonly string[]): readonly string[] {
  const exact = known.filter((listed) => listed === word || shownCode(listed) === word)
  return exact.length > 0
    ? exact
    : known.filter((listed) => listed.toLowerCase() === word.toLowerCase()).slice(0, 1)
}

/** Reads instruments separated by spaces or commas. Empty allows all. */
function readInstruments(
  text: string,
  known: readonly string[],
): { readonly list: Symbol[] | null; readonly problem: string | null } {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0) return { list: null, problem: null }
  if (words.length === 1 && words[0]?.toLowerCase() === 'none') return { list: [], problem: null }
  const list: Symbol[] = []
  for (const word of words) {
    const found = instrumentsNamed(word, known)
    const read = symbolSchema.safeParse(found[0])
    if (!read.success) return { list: null, problem: `${word} is no instrument of this venue.` }
    if (found.length > 1) return { list: null, problem: `${word} names ${found.length} instruments.` }
    list.push(read.data)
  }
  return { list, problem: null }
}

/** The rule of one scope as it would be saved. */
export function readScope(rule: LimitRule, texts: LimitTexts, instruments: readonly string[]): LimitReading {
  const problems: Partial<Record<LimitField, string>> = {}
  const bounds: Partial<Record<LimitName, LimitBounds>> = {}
  for (const limit of limitName.options) {
    const [warn, block] = (['warn', 'block'] as const).map((level) => {
      const field = `${limit} ${level}` as const
      const { bound, problem } = readBound(fieldText(rule, texts, field))
      if (problem !== null) problems[field] = problem
      return bound
    }) as [DecimalText | null, DecimalText | null]
    if (warn !== null && block !== null && compare(decimal(warn), decimal(block)) > 0)
      problems[`${limit} warn`] = 'The warning bound must be below the block bound.'
    if (warn !== null || block !== null) bounds[limit] = { warn, block }
  }
  let { instruments: list } = rule
  if (texts.instruments !== undefined) {
    const read = readInstruments(texts.instruments, instruments)
    if (read.problem !== null) problems.instruments = read.problem
    list = read.list
  }
  return { problems, rule: { ...rule, bounds, instruments: list } }
}

/** All rules with the typed values; null while a value is wrong. Leaves out scopes without bounds. */
export function readEdits(
  rules: readonly LimitRule[],
  edits: LimitEdits,
  instruments: readonly string[],
): LimitRule[] | null {
  const next = new Map(rules.map((rule) => [scopeKey(rule), rule]))
  for (const [key, { scope, texts }] of edits) {
    const { problems, rule } = readScope(ruleOf(rules, scope), texts, instruments)
    if (Object.keys(problems).length > 0) return null
    const holds = Object.keys(rule.bounds).length > 0 || rule.instruments !== null
    if (holds || key === scopeKey(DESK)) next.set(key, rule)
    else next.delete(key)
  }
  return [...next.values()]
}

/** The tightest bound of all rules that apply to the scope, with the scope of that rule; null: none. */
export function inForce(
  rules: readonly LimitRule[],
  scope: LimitScope,
  limit: LimitName,
  level: LimitLevel,
): { readonly bound: DecimalText; readonly rule: LimitScope } | null {
  let tightest: { readonly bound: DecimalText; readonly rule: LimitScope } | null = null
  for (const rule of rules) {
    if (rule.customerCode !== null && rule.customerCode !== scope.customerCode) continue
    if (rule.symbol !== null && rule.symbol !== scope.symbol) continue
    const bound = rule.bounds[limit]?.[level] ?? null
    if (bound !== null && (!tightest || compare(decimal(bound), decimal(tightest.bound)) < 0))
      tightest = { bound, rule: rule }
  }
  return tightest
}
