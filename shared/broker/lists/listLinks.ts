/** Reads the cursor or page number in a link to the next page. Follows only links to the same list. */

import { isObject, type Json } from '../fields.ts'
import { countOf, type ListAnswer } from './listAnswer.ts'
import type { VenueProfile } from '../venueProfile.ts'

/** The target of a link: a cursor or a page of the same list, with its query parameter. Else a clause why the link is not followed. */
export type LinkEnd =
  | { readonly kind: 'cursor'; readonly parameter: string; readonly value: string }
  | { readonly kind: 'page'; readonly parameter: string; readonly page: number }
  | { readonly kind: 'astray'; readonly why: string }

/** Whether the text can only be a link. A cursor may contain slashes, so a path counts as a link only with a query. */
export const isLink = (text: string): boolean => /^(?:https?:\/\/|\/[^?\s]*\?|\?)/i.test(text)

const PARTS = /^(?:https?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/i

function plain(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const queryOf = (query: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    (query ?? '')
      .split('&')
      .filter((part) => part !== '')
      .map((part): [string, string] => {
        const [name = '', ...value] = part.split('=')
        return [plain(name), plain(value.join('='))]
      }),
  )

/** Host, path and query of a link, decoded. */
export const placeOf = (link: string) => {
  const [, host = '', path = '', query] = PARTS.exec(link) ?? []
  return { host: host.toLowerCase(), path: plain(path).replace(/(?<=.)\/+$/, ''), query: queryOf(query) }
}

const CURSOR = /cursor|token|after|before|next|continu|marker/i
const PAGE = /^page(_?(number|no|num))?$/i

/** Reads a link of an answer. */
export function linkEnd(link: string, answer: ListAnswer, profile: VenueProfile): LinkEnd {
  const to = placeOf(link.trim())
  const base = placeOf(profile.restUrl)
  const request = placeOf(answer.path)
  const isHere = to.host === '' || to.host === base.host
  const isSame = ['', request.path, base.path + request.path].includes(to.path)
  if (!isHere || !isSame) return { kind: 'astray', why: 'its link to the next page leads to another address' }
  const { cursors, parameters } = profile.paging
  const ways: LinkEnd[] = []
  for (const [parameter, value] of to.query) {
    if (value === '' || request.query.get(parameter) === value) continue
    const page = PAGE.test(parameter) ? countOf(value) : null
    if (page !== null) ways.push({ kind: 'page', parameter, page })
    else if (cursors.includes(parameter) || parameters.includes(parameter) || CURSOR.test(parameter))
      ways.push({ kind: 'cursor', parameter, value })
  }
  const [way] = ways
  return way && ways.length === 1
    ? way
    : { kind: 'astray', why: 'its link to the next page names no cursor and no page' }
}

/** One or many of `<…>; rel="next"; title="a, b"`. */
const HEADER_LINK = /<([^>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i

/** The links of an answer that are marked as the next page (RFC 8288 `Link` header, lists of links in the body). */
export function nextLinks(answer: ListAnswer, holders: readonly Json[]): readonly string[] {
  const links: string[] = []
  for (const [, link = '', parameters = ''] of (answer.headers['link'] ?? '').matchAll(HEADER_LINK)) {
    const rel = REL.exec(parameters)
    if (/(^|\s)next(\s|$)/i.test(rel?.[1] ?? rel?.[2] ?? '')) links.push(link)
  }
  for (const holder of holders)
    for (const [name, list] of Object.entries(holder)) {
      if (!/link/i.test(name) || !Array.isArray(list)) continue
      for (const entry of list as unknown[]) {
        const link = isObject(entry) && (entry['href'] ?? entry['url'] ?? entry['uri'])
        if (!isObject(entry) || typeof link !== 'string' || link === '') continue
        const rel = entry['rel'] ?? entry['label']
        if (typeof rel === 'string' && /\bnext\b/i.test(rel)) links.push(link)
      }
    }
  return links
}
