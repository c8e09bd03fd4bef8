/** The secrets with which the core signs in. Types only; the keychain stores them. */

/** An Ed25519 key pair of the broker account (docs/api.md#gap.6). */
export interface SigningKey {
  readonly publicKey: string
  readonly privateKeyPem: string
}

export interface Credentials {
  readonly username: string
  readonly password: string
  /** For profiles with `auth` signed or both. */
  readonly signingKey?: SigningKey | null
}
