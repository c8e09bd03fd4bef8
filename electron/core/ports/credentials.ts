/** The secrets with which the core signs in, which the keychain stores, and the passphrases of dealers, which nothing stores. Types only. */

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

export interface Passphrases {
  /** What is stored in the place of a passphrase: salt and hash as text. */
  verifierOf(passphrase: string): Promise<string>
  matches(passphrase: string, verifier: string): Promise<boolean>
}
