/** Decides which browser windows of this machine come in: a printed address lets in one window, whose own secret is good for the rest of the run. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Greeting } from '../../shared/contract/server/serverGreeting.ts'

export interface Doorkeeper {
  /** Of the newest address, which nobody used yet. */
  readonly token: string
  /** Whether a greeting may come in. The first with a token takes it: from then on only the secret that came with it is good. */
  admits(greeting: Pick<Greeting, 'token' | 'secret'>): boolean
}

/** `onToken`: a token was taken, and this one comes in its place. */
export function createDoorkeeper(onToken: (token: string) => void): Doorkeeper {
  let token = mint()
  /** Digests: equal length, and compared in equal time whatever differs. */
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
