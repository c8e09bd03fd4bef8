/** Finds the next page of a list, in every form that a venue may use. Pure. An answer without any sign of more rows counts as the end. */

import { isObject, type Json } from '../fields.ts'
import { bare, countOf, holdersOf, saysNo, saysNothing, type ListAnswer } from './listAnswer.ts'
import { isLink, linkEnd, nextLinks } from './listLinks.ts'
import type { VenueProfile } from '../venueProfile.ts'

/** The place of the next rows. */
export type Continuation =
  /** The venue ends the list here, or gives no sign of more rows. */
  | { readonly kind: 'end' }
  /** A cursor and the field that held it; `parameter` where the venue's own link names the query parameter. */
  | { readonly kind: 'cursor'; readonly field: string; readonly value: string; readonly parameter?: string }
  /** A page number and its query parameter. */
  | { readonly kind: 'page'; readonly page: number; readonly parameter: string }
  /** There are more rows, but the answer does not say how to request them; a clause without a full stop. */
  | { readonly kind: 'lost'; readonly why: string }

/** The rows and the number of the pages so far. */
export interface SoFar {
  readonly rows: number
  readonly pages: number
  /** Rows of this page alone. Left out where a full page does not mean that more rows follow. */
  readonly onPage?: number
}

const NO_WAY: Continuation = {
  kind: 'lost',
  why: 'the venue has more rows but does not say how to request them',
}

/** Names that announce more rows, and names of a place in the list, which may be the place of this page. */
const NEXT = /next|more|continu|truncat|remaining/i
const FLAG = /more|truncat|remaining|^has|^is/i
const PLACE = /cursor|token/i
const BEHIND_US = /prev|first|start|self|current/i
const LAST = /^(is_?)?(last|final|end|done)(_?page)?$/i

function byLink(link: string, answer: ListAnswer, profile: VenueProfile): Continuation {
  const end = linkEnd(link, answer, profile)
  if (end.kind === 'astray') return { kind: 'lost', why: end.why }
  if (end.kind === 'page') return end
  return { kind: 'cursor', field: end.parameter, value: end.value, parameter: end.parameter }
}

/** The continuation in a value with such a name. */
function wayOn(name: string, value: unknown, answer: ListAnswer, profile: VenueProfile): Continuation {
  if (isObject(value)) {
    for (const [field, inner] of Object.entries(value)) {
      if (typeof inner !== 'string' || inner === '') continue
      if (/^(href|url|uri|link)$/i.test(field) || isLink(inner)) return byLink(inner, answer, profile)
      const page = /^page/i.test(field) ? countOf(inner) : null
      if (page !== null) return { kind: 'page', page, parameter: 'page' }
      if (profile.paging.cursors.includes(field) || PLACE.test(field))
        return { kind: 'cursor', field, value: inner }
    }
    return NO_WAY
  }
  if (typeof value !== 'string') return NO_WAY
  if (isLink(value)) return byLink(value, answer, profile)
  const isFlag = !profile.paging.cursors.includes(name) && FLAG.test(name)
  if (isFlag || /^true$/i.test(value)) return NO_WAY
  const page = /page/i.test(name) && !PLACE.test(name) ? countOf(value) : null
  return page === null ? { kind: 'cursor', field: name, value } : { kind: 'page', page, parameter: 'page' }
}

const isEmpty = (value: unknown): boolean => typeof value !== 'string' && saysNothing(value)

/** The continuations that one object names. */
function waysIn(holder: Json, answer: ListAnswer, profile: VenueProfile): readonly Continuation[] {
  const { cursors } = profile.paging
  // The first present name of the profile decides: an empty `next` beside a full `after` means that this was the last page.
  const decides = cursors.find((name) => Object.hasOwn(holder, name))
  const ways: Continuation[] = []
  const places: Continuation[] = []
  let isOver = false
  for (const [name, value] of Object.entries(holder)) {
    const isNamed = cursors.includes(name)
    if (LAST.test(name) && saysNo(value)) ways.push(NO_WAY)
    if (isNamed && name !== decides) continue
    const isNext = isNamed || NEXT.test(name)
    if (!isNext && (!PLACE.test(name) || BEHIND_US.test(name))) continue
    if (isNamed ? isEmpty(value) || value === '' : saysNothing(value)) isOver ||= isNext
    // `holdersOf` already returns objects of cursors by themselves.
    else if (!isObject(value) || NEXT.test(name))
      (isNext ? ways : places).push(wayOn(name, value, answer, profile))
  }
  // The last page may still name a place, so a sign of the end outranks it.
  return isOver ? ways : [...ways, ...places]
}

const PAGE = new Set(['page', 'currentpage', 'pagenumber', 'pageno', 'pagenum'])
const PAGES = /^(pages|(total|count|num|number|numof|numberof)pages?|pages?(total|count)|lastpage)$/

/** The next page, where an object counts pages. */
function nextPageIn(holder: Json, { pages: pagesRead }: SoFar): Continuation | null {
  let page = pagesRead
  let pages = 0
  for (const [name, value] of Object.entries(holder)) {
    const count = countOf(value)
    if (count === null) continue
    if (PAGE.has(bare(name))) page = count
    else if (PAGES.test(bare(name))) pages = count
  }
  return page < pages ? { kind: 'page', page: page + 1, parameter: 'page' } : null
}

const SIZE = /^((page)?(size|limit)|perpage|itemsperpage)$/
const PLACES = /^(offset|from|to|start|end)$/

/** Words in names of row counts, besides the list's own name. */
const COUNTING =
  'total|count|full|overall|all|num|number|of|items?|rows?|records?|results?|entries|elements?|hits?|objects?|found|available|matches|pagination'

const isCount = (name: string, list = ''): boolean => {
  const word = bare(name).slice(0, 60)
  return (
    /total|count|found/.test(word) && new RegExp(`^(?:${COUNTING}${list && `|${bare(list)}`})+$`).test(word)
  )
}

/** Whether a field counts rows or pages, so that its value must be a whole number. */
export const isOfCounts = (name: string): boolean =>
  isCount(name, 'orders|trades|transactions|webhooks|instruments|tickers|fees') ||
  [SIZE, PAGES, PLACES].some((pattern) => pattern.test(bare(name))) ||
  PAGE.has(bare(name))

/** Whether `continuationOf` reads the field. */
export const isOfPaging = (name: string, { paging }: VenueProfile): boolean =>
  paging.cursors.includes(name) ||
  NEXT.test(name) ||
  PLACE.test(name) ||
  LAST.test(name) ||
  /^(before|after)$/i.test(name)

/** The largest row count in an object; 0 without a count. */
function rowsCounted(holder: Json, list: string): number {
  const counts = Object.entries(holder).map(([name, value]) =>
    isCount(name, list) ? (countOf(value) ?? 0) : 0,
  )
  return Math.max(0, ...counts)
}

/** The total length in a `Content-Range` header (RFC 9110, 14.4); 0 where it names none. */
const rangeOf = (answer: ListAnswer): number =>
  countOf(/\/\s*(\d+)\s*$/.exec(answer.headers['content-range'] ?? '')?.[1]) ?? 0

/** The page after a page that is full by its own numbers, where nothing marks the end of the list. */
function behindFullPage(
  holders: readonly Json[],
  profile: VenueProfile,
  { pages, onPage }: SoFar,
): Continuation | null {
  const fields = holders.flatMap((holder) => Object.entries(holder))
  const size = fields.flatMap(([name, value]) => (SIZE.test(bare(name)) ? (countOf(value) ?? []) : []))[0]
  if (size === undefined || onPage === undefined || onPage < size) return null
  const saysEnd = (name: string): boolean =>
    isOfPaging(name, profile) || isCount(name) || PAGES.test(bare(name))
  if (fields.some(([name]) => saysEnd(name))) return null
  const isPaged = size > 0 && fields.some(([name]) => PAGE.has(bare(name)))
  return isPaged
    ? { kind: 'page', page: pages + 1, parameter: 'page' }
    : { kind: 'lost', why: `the page is full with ${onPage} rows and nothing marks the end of the list` }
}

/** The continuation of the list `list` after this answer. */
export function continuationOf(
  list: string,
  answer: ListAnswer,
  profile: VenueProfile,
  soFar: SoFar,
): Continuation {
  const holders = holdersOf(answer)
  const ways = [
    ...holders.flatMap((holder) => waysIn(holder, answer, profile)),
    ...nextLinks(answer, holders).map((link) => byLink(link, answer, profile)),
  ]
  const cursor = ways.find(({ kind }) => kind === 'cursor')
  if (cursor) return cursor
  const page = ways.find(({ kind }) => kind === 'page')
  if (page) return page
  for (const holder of holders) {
    const next = nextPageIn(holder, soFar)
    if (next) return next
  }
  const total = Math.max(rangeOf(answer), ...holders.map((holder) => rowsCounted(holder, list)))
  if (total > soFar.rows) return { kind: 'lost', why: `the venue counts ${total} and showed ${soFar.rows}` }
  if (answer.status === 206 && total === 0)
    return { kind: 'lost', why: 'the venue marks this as a part of the list (status 206)' }
  const [lost] = ways
  return lost ?? behindFullPage(holders, profile, soFar) ?? { kind: 'end' }
}
