/** Finds the handler of a method and path. */

import { ok } from '../../../shared/base/result.ts'
import { refuse, type Outcome } from '../refusal.ts'
import type { Handler } from './request.ts'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` matches one decoded segment. */
  readonly path: string
  /** Needs no authentication. */
  readonly open?: boolean
  readonly handle: Handler
}

export interface Match {
  readonly route: Route
  readonly path: Readonly<Record<string, string>>
}

/** Earlier routes win, so that `/v1/customers/transactions` is not read as a customer. */
export function findRoute(routes: readonly Route[], method: string, pathname: string): Outcome<Match> {
  const segments = decodeSegments(pathname)
  let elsewhere = false
  for (const route of segments === null ? [] : routes) {
    const path = matchPath(route.path, segments ?? [])
    if (path === null) continue
    if (route.method === method) return ok({ route, path })
    elsewhere = true
  }
  return elsewhere && method !== 'HEAD'
    ? refuse('METHOD_NOT_ALLOWED', 'this path does not take that method')
    : refuse('NOT_FOUND', 'there is no such path')
}

/** Null when a segment is invalid percent-encoding, or decodes to text that would change the path. */
function decodeSegments(pathname: string): readonly string[] | null {
  try {
    const segments = pathname.split('/').slice(1).map(decodeURIComponent)
    return segments.some((segment) => segment.includes('/') || segment.includes('\0')) ? null : segments
  } catch {
    return null
  }
}

function matchPath(pattern: string, segments: readonly string[]): Record<string, string> | null {
  const parts = pattern.split('/').slice(1)
  if (parts.length !== segments.length) return null
  const found: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith(':') && segment !== '') found[part.slice(1)] = segment
    else if (part !== segment) return null
  }
  return found
}
