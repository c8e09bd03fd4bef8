/** Hashes dealers' passphrases with scrypt (RFC 7914) and compares them in constant time. Stores nothing. */

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Passphrases } from '../core/ports/credentials.ts'

const SALT_BYTES = 16
const HASH_BYTES = 32
const BLOCK_SIZE = 8
/** Cost factor N: a power of two. At 2^16 one try takes 64 MiB (128 · N · r bytes, RFC 7914 §2). */
const COST = 65_536

/** The same letters typed on another keyboard give the same passphrase. */
const bytesOf = (passphrase: string): Buffer => Buffer.from(passphrase.normalize('NFKC'), 'utf8')

function hash(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * cost * BLOCK_SIZE }
  return new Promise((resolve, reject) =>
    scrypt(bytesOf(passphrase), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

/** `cost`: of new verifiers. Each verifier names the cost that it was made with. */
export function createPassphrases(cost = COST): Passphrases {
  return {
    async verifierOf(passphrase) {
      const salt = randomBytes(SALT_BYTES)
      const key = await hash(passphrase, salt, cost)
      return ['scrypt', cost, salt.toString('base64'), key.toString('base64')].join('$')
    },
    async matches(passphrase, verifier) {
      const [kind, madeAt, salt, key] = verifier.split('$')
      if (kind !== 'scrypt' || !salt || !key || !/^\d{1,7}$/.test(madeAt ?? '')) return false
      const stored = Buffer.from(key, 'base64')
      const typed = await hash(passphrase, Buffer.from(salt, 'base64'), Number(madeAt))
      return typed.length === stored.length && timingSafeEqual(typed, stored)
    },
  }
}
