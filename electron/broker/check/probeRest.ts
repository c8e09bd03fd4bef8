/** Asks a venue by reads alone how it writes its answers, and compares each answer with the profile. Sends nothing that changes anything. */

import type { Json } from '../../../shared/broker/fields.ts'
import { ordersPath } from '../../../shared/broker/requests.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { customerCode, type CustomerCode } from '../../../shared/domain/scalars.ts'
import type { HttpAnswer, HttpOutcome } from '../rest/http.ts'
import { guess, open, sure, withFirst, type Finding } from './findings.ts'
import { cursorNames, directionWords, listForm, timeForm, type ListForm } from './listForm.ts'

export interface RestProbe {
  readonly profile: VenueProfile
  /** One GET with the proof of the sender; `path` is relative to the profile's `restUrl`. */
  readonly get: (path: string) => Promise<HttpOutcome>
  /** A customer whose open orders are read; null: one that the venue's own lists name. */
  readonly customer: CustomerCode | null
  /** Wall clock of this machine, ms. */
  readonly now: () => number
}

export interface RestFindings {
  readonly findings: readonly Finding[]
  /** A symbol that the venue lists; null: none could be read. */
  readonly symbol: string | null
}

/** Seconds by which the venue's clock may differ before signed requests are in danger. */
const CLOCK_NEAR = 2
/** Bytes of an answer above which a list should be paged. */
const LARGE = 1 << 20

interface Read {
  readonly path: string
  readonly answer: HttpAnswer
  readonly body: unknown
  readonly form: ListForm | null
}

export async function probeRest({ profile, get, customer, now }: RestProbe): Promise<RestFindings> {
  const findings: Finding[] = []
  const read = async (path: string): Promise<Read | null> => {
    const outcome = await get(path)
    if (outcome.kind !== 'answered') {
      findings.push(open(path, `No answer: ${outcome.why}.`))
      return null
    }
    if (outcome.status >= 300) return { path, answer: outcome, body: null, form: null }
    const body = parsed(outcome.body)
    return { path, answer: outcome, body, form: listForm(body) }
  }
  const { paths } = profile
  const lists: Read[] = []
  for (const path of [paths.instruments, paths.tickers, paths.trades, paths.transactions]) {
    const one = await read(path)
    if (one) lists.push(one)
  }
  findings.push(...lists.map(resourceFinding), ...listNames(profile, lists))
  const shown = lists.filter(({ answer }) => answer.status < 300)
  // A page of one row shows how a list goes on, also at a quiet account.
  const short = await Promise.all([paths.trades, paths.transactions].map((path) => read(`${path}?limit=1`)))
  findings.push(
    ...(await cursors(
      profile,
      short.filter((page) => page !== null),
      read,
    )),
  )
  findings.push(...times(shown), ...directions(profile, shown), ...headers(shown, now))
  const known = customer ?? customerIn(shown)
  findings.push(...(await openOrders(profile, known, read)))
  findings.push(
    open('capabilities.amend', 'Only an amend would show it, and a check sends none. Ask the broker.'),
  )
  const symbol = shown
    .flatMap(({ form }) => form?.rows ?? [])
    .find((row) => typeof row['symbol'] === 'string')
  return { findings, symbol: symbol ? String(symbol['symbol']) : null }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function resourceFinding({ path, answer, body, form }: Read): Finding {
  if (answer.status === 401 || answer.status === 403)
    return sure(path, `Refused (${answer.status}). Check the user's rights and the way of signing in.`)
  if (answer.status === 404)
    return sure(path, 'There is no such resource (404). Correct its path in the profile.')
  if (answer.status >= 300) return sure(path, `Answered ${answer.status}. Nothing is known of its form.`)
  if (form === null)
    return sure(path, body === null ? 'The body is not JSON.' : 'The body holds no single list of records.')
  return sure(
    path,
    `Read: ${form.rows.length} rows, ${form.name === null ? 'a bare list' : `under “${form.name}”`}.`,
  )
}

function listNames(profile: VenueProfile, lists: readonly Read[]): readonly Finding[] {
  const names = [...new Set(lists.flatMap(({ form }) => (form?.name ? [form.name] : [])))]
  const unknown = names.filter((name) => !profile.lists.items.includes(name))
  if (unknown.length === 0)
    return [sure('lists.items', 'Every list has a name that the profile knows, or none.')]
  return [
    sure('lists.items', `Lists stand under ${quoted(unknown)}, which the profile does not name.`, {
      lists: { items: [...profile.lists.items, ...unknown] },
    }),
  ]
}

/** A cursor is proven where following it leads to another page. */
async function cursors(
  profile: VenueProfile,
  shown: readonly Read[],
  read: (path: string) => Promise<Read | null>,
): Promise<readonly Finding[]> {
  const candidates = shown.flatMap((list) =>
    list.form ? cursorNames(list.form).map((name) => ({ name, list })) : [],
  )
  const names = [...new Set(candidates.map(({ name }) => name))]
  if (names.length === 0)
    return [open('paging', 'No list had a further page. A busier account shows how pages are named.')]
  const findings: Finding[] = []
  for (const name of names) {
    const { list } = candidates.find((candidate) => candidate.name === name)!
    const parameter = await followed(profile, name, list, read)
    if (parameter === null) {
      findings.push(
        guess('lists.harmless', `“${name}” beside the rows leads to no other page.`, harmless(profile, name)),
      )
      continue
    }
    const isKnown = profile.paging.cursors.includes(name) && profile.paging.parameters.includes(parameter)
    const sentence = `The next page is named “${name}” and asked for with “${parameter}”.`
    const change = {
      paging: {
        cursors: withFirst(profile.paging.cursors, name),
        parameters: withFirst(profile.paging.parameters, parameter),
      },
    }
    findings.push(isKnown ? sure('paging', sentence) : sure('paging', sentence, change))
  }
  return findings
}

const harmless = (profile: VenueProfile, name: string) =>
  profile.lists.harmless.includes(name) ? null : { lists: { harmless: [...profile.lists.harmless, name] } }

async function followed(
  profile: VenueProfile,
  name: string,
  { path, form }: Read,
  read: (path: string) => Promise<Read | null>,
): Promise<string | null> {
  const cursor = form?.beside[name] ?? ''
  const firstRow = JSON.stringify(form?.rows[0] ?? null)
  for (const parameter of new Set([...profile.paging.parameters, name])) {
    if (parameter === '') continue
    const next = await read(
      `${path}${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(cursor)}`,
    )
    const row = next?.form?.rows[0]
    if (row !== undefined && JSON.stringify(row) !== firstRow) return parameter
  }
  return null
}

const TIMES = ['created_at', 'time', 'timestamp', 'updated_at', 'next_funding_at']

function times(shown: readonly Read[]): readonly Finding[] {
  const forms = new Set<string>()
  const strange = new Set<string>()
  for (const row of shown.flatMap(({ form }) => form?.rows ?? []))
    for (const name of TIMES) {
      const value = row[name]
      if (value === undefined || value === null) continue
      const form = timeForm(value)
      if (form === null) strange.add(`${name}: ${JSON.stringify(value).slice(0, 40)}`)
      else forms.add(form)
    }
  if (forms.size === 0 && strange.size === 0) return [open('times', 'No row carried a time.')]
  const read =
    forms.size === 0 ? [] : [sure('times', `Written as ${[...forms].join(', ')}. Openpit reads these.`)]
  return strange.size === 0
    ? read
    : [
        ...read,
        sure(
          'times',
          `Not readable: ${[...strange].slice(0, 5).join('; ')}. Such a time is unknown on screen.`,
        ),
      ]
}

function directions(profile: VenueProfile, shown: readonly Read[]): readonly Finding[] {
  const rows = shown
    .filter(({ path }) => path === profile.paths.transactions)
    .flatMap(({ form }) => form?.rows ?? [])
  const words = directionWords(rows)
  return (['in', 'out'] as const).map((way) => {
    const about = `directions.${way}`
    const row = way === 'in' ? 'deposit' : 'withdrawal'
    const unknown = words[way].filter((word) => !profile.directions[way].includes(word))
    if (words[way].length === 0) return open(about, `The ledger showed no ${row}, so its word is not known.`)
    const sentence = `A ${row} says ${quoted(words[way])}.`
    return unknown.length === 0
      ? sure(about, sentence)
      : sure(about, sentence, { directions: { [way]: [...profile.directions[way], ...unknown] } })
  })
}

const LIMITS = /^(x-)?ratelimit|^retry-after$/i

function headers(shown: readonly Read[], now: () => number): readonly Finding[] {
  const findings: Finding[] = []
  const date = shown.map(({ answer }) => answer.headers['date']).find((text) => text !== undefined)
  const seconds = date === undefined ? NaN : (Date.parse(date) - now()) / 1000
  if (Number.isNaN(seconds)) findings.push(open('clock', 'The venue sends no time of its own (Date).'))
  else if (Math.abs(seconds) <= CLOCK_NEAR)
    findings.push(sure('clock', 'The clocks agree within two seconds.'))
  else
    findings.push(
      sure(
        'clock',
        `The venue's clock is ${Math.round(seconds)} s from this machine's. Set this machine's clock.`,
      ),
    )
  const coded = shown.filter(({ answer }) => answer.headers['content-encoding'] !== undefined)
  findings.push(
    sure(
      'compression',
      coded.length === 0 ? 'Answers come uncompressed.' : 'Answers come compressed; Openpit reads them.',
    ),
  )
  const largest = Math.max(0, ...shown.map(({ answer }) => answer.body.length))
  findings.push(
    largest > LARGE
      ? guess('body sizes', `One answer has ${Math.round(largest / 1024)} kB. Ask the broker for pages.`)
      : sure('body sizes', `The largest answer has ${Math.ceil(largest / 1024)} kB.`),
  )
  const limits = [
    ...new Set(
      shown.flatMap(({ answer }) => Object.keys(answer.headers).filter((name) => LIMITS.test(name))),
    ),
  ]
  findings.push(
    limits.length === 0
      ? open('rate limits', 'No answer names a limit. Ask the broker.')
      : sure('rate limits', `Answers carry ${quoted(limits)}.`),
  )
  return findings
}

/** A customer whom a trade or a ledger row names. */
function customerIn(shown: readonly Read[]): CustomerCode | null {
  for (const row of shown.flatMap(({ form }): readonly Json[] => form?.rows ?? [])) {
    const code = customerCode.safeParse(row['customer_code'])
    if (code.success) return code.data
  }
  return null
}

async function openOrders(
  profile: VenueProfile,
  customer: CustomerCode | null,
  read: (path: string) => Promise<Read | null>,
): Promise<readonly Finding[]> {
  const about = 'capabilities.openOrders'
  if (customer === null)
    return [open(about, 'No trade and no ledger row names a customer. Name one with --customer CODE.')]
  const path = ordersPath(profile, customer)
  const list = path.ok ? await read(path.value) : null
  if (list === null) return [open(about, `The open orders of ${customer} could not be read.`)]
  const { status } = list.answer
  if (status === 404 || status === 405)
    return [
      sure(about, `There is no list of open orders (${status}). Openpit then knows only its own orders.`, {
        capabilities: { openOrders: false },
      }),
    ]
  if (status >= 300 || list.form === null)
    return [open(about, `The list of open orders answered ${status}, in no readable form.`)]
  return [sure(about, 'There is a list of open orders.', { capabilities: { openOrders: true } })]
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name.slice(0, 60)}”`).join(', ')
