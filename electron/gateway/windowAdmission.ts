/** Decides which browser windows of this machine are admitted. An address admits one window; its secret then admits that window until the end of the run. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Greeting } from '../../shared/contract/server/serverGreeting.ts'

export interface WindowAdmission {
  /** Token of the newest address, still unused. */
  readonly token: string
  /** Whether a greeting is admitted. The first greeting with the token uses it up; later greetings need the secret of the first. */
  admits(greeting: Pick<Greeting, 'token' | 'secret'>): boolean
}

/** `onToken` receives the new token after each use of a token. */
export function createWindowAdmission(onToken: (token: string) => void): WindowAdmission {
  let token = mint()
  /** Digests have equal length and are compared in constant time. */
  const secrets: Buffer[] = []

  const isKnown = (secret: Buffer): boolean => {
    let known = false
    for (const other of secrets) if (timingSafeEqual(other, secret)) known = true
    return known
  }
  return {
    get token() {
      return token
    },
    admits(greeting) {
      if (greeting.secret === undefined) return false
      const secret = digest(greeting.secret)
      if (isKnown(secret)) return true
      if (greeting.token === undefined || !timingSafeEqual(digest(greeting.token), digest(token)))
        return false
      secrets.push(secret)
      token = mint()
      onToken(token)
      return true
    },
  }
}

const mint = (): string => randomBytes(24).toString('base64url')
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
