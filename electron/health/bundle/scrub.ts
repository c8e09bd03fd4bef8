/** Takes secrets, customers and the user's name out of text that leaves the machine. Pure: what it must take out comes in. */

import { createHmac } from 'node:crypto'

export const REMOVED = '[removed]'

export interface ToTakeOut {
  /** Values that are known to be secret, such as those of the environment. */
  readonly secrets: readonly string[]
  /** Customer codes; empty: the dealer wants them in. */
  readonly customerCodes: readonly string[]
  /** Names, tags and groups of customers, and own names for them. */
  readonly names: readonly string[]
  /** The user's home folder. */
  readonly home: string
  /** Makes the stand-ins the same in each bundle of this data folder, and not to be guessed from the code. */
  readonly salt: Uint8Array
}

/** Shorter values appear in ordinary text. */
const SHORTEST_SECRET = 6
const SHORTEST_NAME = 3

/** What a token, a key or a signature looks like. */
const SHAPES = /\b(?:eyJ[\w-]{4,}(?:\.[\w-]*){1,2}|Bearer\s+\S+)|-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g
/** A value behind a word that names a secret, in JSON, in a query or in a sentence. */
const LABELED =
  /((?:pass(?:word|wd|phrase|code)?|secret|token|credentials?|authorization|cookie|api[_-]?key|private[_-]?key|signature|jwt)\\?["']?\s*(?:[:=]|\bis\b)\s*\\?["']?)(?!null\b|true\b|false\b|\[removed\])[^\s"'\\,;&}]+/gi
/** Long runs of letters and digits: base64, hex, keys. */
const LONG_RUN = /[\w+/=~%-]{20,}/g
/** Ids that Openpit minted, words and paths are no secrets. */
const isHarmless = (run: string): boolean =>
  /^op-[\w-]+$/.test(run) ||
  // A time, such as 2026-11-25T17 or a file of a day.
  /^\d{4}-\d{2}-\d{2}/.test(run) ||
  // Digits alone, or letters alone, or words joined by signs: nothing random.
  !/\d/.test(run) ||
  !/[a-z]/i.test(run) ||
  run
    .split(/[/_=+-]/)
    .every((part) => /^(?:[A-Z]?[a-z]*|[A-Z]+|\d{1,8}|v?\d+)$/.test(part) && part.length < 20)

/** A secret as it looks after the usual transformations. */
export function shapesOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const base64 = bytes.toString('base64').replaceAll('=', '')
  return [
    ...new Set([
      secret,
      base64,
      base64.replaceAll('+', '-').replaceAll('/', '_'),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      secret.split('').toReversed().join(''),
      Buffer.from(secret, 'utf16le').toString('base64').replaceAll('=', ''),
    ]),
  ]
}

/** Longest first, so that no part of a longer one is left over. */
const longestFirst = (all: readonly string[]): readonly string[] =>
  [...new Set(all)].toSorted((a, b) => b.length - a.length)

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

export interface Scrub {
  (text: string): string
  /** The stand-in of each customer code. */
  readonly standIns: ReadonlyMap<string, string>
}

export function createScrub({ secrets, customerCodes, names, home, salt }: ToTakeOut): Scrub {
  const hidden = longestFirst(secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(shapesOf))
  const standIns = new Map(
    customerCodes.map((code) => [
      code,
      `customer-${createHmac('sha256', salt).update(code).digest('hex').slice(0, 8)}`,
    ]),
  )
  const named = longestFirst(names.filter((name) => name.trim().length >= SHORTEST_NAME))
  // A code within a longer word is another word.
  const whole = (texts: readonly string[]) =>
    texts.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${texts.map(escaped).join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
  const codePattern = whole(longestFirst(customerCodes))
  const namePattern = whole(named)

  const scrub = (text: string): string => {
    let clean = text
    for (const shape of hidden) clean = clean.replaceAll(shape, REMOVED)
    clean = clean.replaceAll(SHAPES, REMOVED).replaceAll(LABELED, `$1${REMOVED}`)
    if (home.length > 1) clean = clean.replaceAll(home, '~')
    if (namePattern) clean = clean.replaceAll(namePattern, '[name]')
    if (codePattern) clean = clean.replaceAll(codePattern, (code) => standIns.get(code) ?? REMOVED)
    return clean.replaceAll(LONG_RUN, (run) =>
      isHarmless(run) || run.startsWith('customer-') ? run : REMOVED,
    )
  }
  return Object.assign(scrub, { standIns })
}
