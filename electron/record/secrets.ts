/** Removes the secrets that a session has sent from text. Stores them in memory only, and returns none. */

export interface SecretFilter {
  /** Call before a request is sent: its proof is a secret from now on. */
  learnRequest(request: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }): void
  /** Call before a frame is sent. Returns true for a frame with a proof, which must not be recorded. */
  learnFrame(text: string): boolean
  /** The text without every known secret, and without text that looks like a secret. */
  readonly strip: (text: string) => string
  /** Drops every secret. Call when nothing more is recorded: later text is not stripped. */
  forget(): void
}

const REMOVED = '[removed]'
/** Headers without a secret. */
const PLAIN_HEADERS = new Set(['accept', 'content-type', 'content-length', 'host'])
/** Shortest secret that is removed. A shorter text may occur in prices and codes, and no venue issues such tokens. */
const SHORTEST = 6
/** Signatures and nonces that are remembered. Each is valid once, so only the answer to its request could repeat it. */
const RECENT = 64

/** Text that looks like a token or key. */
const SHAPES =
  /\beyJ[\w-]{4,}(?:\.[\w-]*){1,2}|\bBearer\s+[\w.~+/=-]+|-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g
/** A field whose name says that its value is a secret. */
const NAMED =
  /"([\w-]*(?:token|passw|secret|signature|authorization|private[_-]?key|api[_-]?key|credential|nonce)[\w-]*)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^\s,}\]"[{]+)/gi

/** A secret in every encoding in which a text may hold it. */
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
  let isOver = false

  const learn = (known: Map<string, readonly string[]>, secret: unknown) => {
    if (isOver || typeof secret !== 'string' || secret.length < SHORTEST || known.has(secret)) return
    known.set(secret, formsOf(secret))
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
        // The frame is no JSON. It is left out of the recording all the same.
      }
      return true
    },
    strip(text) {
      let clean = text.replace(NAMED, `"$1":"${REMOVED}"`).replace(SHAPES, REMOVED)
      for (const forms of [...lasting.values(), ...recent.values()])
        for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, REMOVED)
      return clean
    },
    forget() {
      isOver = true
      lasting.clear()
      recent.clear()
    },
  }
}
