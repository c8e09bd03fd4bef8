/** Users and their bearer tokens. Stores no password in clear text and reveals none. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock, EpochMs } from '../../../shared/base/clock.ts'

export interface User {
  readonly username: string
  readonly password: string
  /** An unverified user gets LOGIN_USER_NOT_VERIFIED instead of a token. */
  readonly verified: boolean
}

export type Login =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'bad-credentials' }
  | { readonly kind: 'not-verified' }

export interface Sessions {
  login(username: string, password: string): Login
  /** When the token ends, ms since epoch; null for a foreign or ended token. */
  endOf(token: string): EpochMs | null
  /** Adds or replaces a user. Tokens already issued remain valid. */
  setUser(user: User): void
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

/** Tokens are JWTs (HS256 under `key`) with `sub`, `iat` and `exp` in seconds. They end with the process, because each process has its own key. */
export function createSessions(
  users: readonly User[],
  key: Uint8Array,
  lifetimeMs: number,
  clock: Clock,
): Sessions {
  const known = new Map<string, { readonly verified: boolean; readonly passwordDigest: Buffer }>()
  const setUser = ({ username, password, verified }: User): void =>
    void known.set(username, { verified, passwordDigest: digest(password) })
  for (const user of users) setUser(user)
  const sign = (content: string): Buffer => createHmac('sha256', key).update(content).digest()
  return {
    login(username, password) {
      const user = known.get(username)
      const given = digest(password)
      if (!user || !timingSafeEqual(given, user.passwordDigest)) return { kind: 'bad-credentials' }
      if (!user.verified) return { kind: 'not-verified' }
      const issued = Math.floor(clock.now() / 1000)
      const payload = encode({ sub: username, iat: issued, exp: issued + Math.ceil(lifetimeMs / 1000) })
      const content = `${HEADER}.${payload}`
      return { kind: 'token', token: `${content}.${sign(content).toString('base64url')}` }
    },
    setUser,
    endOf(token) {
      const [header, payload, signature, ...more] = token.split('.')
      if (header !== HEADER || payload === undefined || signature === undefined || more.length > 0)
        return null
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(`${header}.${payload}`)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number }
      return clock.now() < exp * 1000 ? exp * 1000 : null
    },
  }
}
