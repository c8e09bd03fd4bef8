/** Knows every secret that a session has sent, and takes it out of text. Keeps them in memory only, and shows none. */

export interface SecretFilter {
  /** A request that is about to go: whatever proves it is a secret from now on. */
  learnRequest(request: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }): void
  /** A frame that is about to go; true when it proves who we are and must not be kept. */
  learnFrame(text: string): boolean
  /** The text with every known secret, and whatever looks like one, taken out. */
  readonly strip: (text: string) => string
}

const REMOVED = '[removed]'
/** Headers that prove nothing. */
const PLAIN_HEADERS = new Set(['accept', 'content-type', 'content-length', 'host'])
/** Shorter ones would be found in prices and codes; no venue gives out tokens like that. */
const SHORTEST = 6
/** Signatures and nonces are good once: only an answer to them could repeat them. */
const RECENT = 64

/** Looks like a token or key, wherever it stands. */
const SHAPES =
  /\beyJ[\w-]{4,}(?:\.[\w-]*){1,2}|\bBearer\s+[\w.~+/=-]+|-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g
/** A field whose name says that its value is a secret. */
const NAMED =
  /"([\w-]*(?:token|passw|secret|signature|authorization|private[_-]?key|api[_-]?key|credential|nonce)[\w-]*)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^\s,}\]"[{]+)/gi

/** A secret in the forms that text may give it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

export function secretFilter(): SecretFilter {
  const lasting = new Map<string, readonly string[]>()
  const recent = new Map<string, readonly string[]>()

  const learn = (kept: Map<string, readonly string[]>, secret: unknown) => {
    if (typeof secret !== 'string' || secret.length < SHORTEST || kept.has(secret)) return
    kept.set(secret, formsOf(secret))
    const oldest = recent.keys().next()
    if (recent.size > RECENT && !oldest.done) recent.delete(oldest.value)
  }

  return {
    learnRequest({ headers, body }) {
      for (const [name, value] of Object.entries(headers)) {
        if (PLAIN_HEADERS.has(name.toLowerCase())) continue
        const isToken = name.toLowerCase() === 'authorization'
        learn(isToken ? lasting : recent, isToken ? value.replace(/^\w+\s+/, '') : value)
      }
      if (headers['content-type']?.startsWith('application/x-www-form-urlencoded') && body !== null)
        learn(lasting, new URLSearchParams(body).get('password'))
    },
    learnFrame(text) {
      if (!text.includes('authenticate')) return false
      try {
        const frame: unknown = JSON.parse(text)
        if (typeof frame === 'object' && frame !== null)
          for (const [name, value] of Object.entries(frame))
            if (name !== 'op') learn(name === 'token' ? lasting : recent, value)
      } catch {
        // Not ours: it is left out all the same.
      }
      return true
    },
    strip(text) {
      let clean = text.replace(NAMED, `"$1":"${REMOVED}"`).replace(SHAPES, REMOVED)
      for (const forms of [...lasting.values(), ...recent.values()])
        for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, REMOVED)
      return clean
    },
  }
}
