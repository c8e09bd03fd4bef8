/** Signs positions of the journal and checks the signatures (Ed25519). Stores no key. Cannot detect what the key's holder signs. */

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { canonicalJson } from './canonical.ts'
import type { Checkpoint, Place } from './record.ts'

/** The end of the journal at some moment. */
export interface Mark extends Place {
  readonly journal: string
  /** Number of records up to `seq`. */
  readonly count: number
}

/** A signed mark that is stored apart from the journal, so that a shorter journal is detected. */
export interface Head extends Mark {
  readonly signature: string
}

/** The purpose of a signature, so that no signature can pass for another. */
type Purpose = Checkpoint['next'] | 'head'
const textOf = (purpose: Purpose, { journal, seq, hash, count }: Mark): Buffer =>
  Buffer.from(`openpit journal\n${purpose}\n${journal}\n${seq}\n${hash}\n${count}\n`)

export interface Seal {
  /** 32 bytes in base64. */
  readonly publicKey: string
  sign(purpose: Purpose, mark: Mark): string
}

/** The bytes before the 32 bytes of an Ed25519 public key in DER (RFC 8410). */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const rawOf = (key: KeyObject): string =>
  key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')

/** PKCS #8 in PEM. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Fails where the text is no Ed25519 private key. The failure follows the name of the key and does not quote the text. */
export function sealWith(privateKeyPem: string): Result<Seal, string> {
  try {
    const key = createPrivateKey(privateKeyPem)
    if (key.asymmetricKeyType !== 'ed25519') return fail('is no Ed25519 key')
    return ok({
      publicKey: rawOf(createPublicKey(key)),
      sign: (purpose, mark) => sign(null, textOf(purpose, mark), key).toString('base64'),
    })
  } catch {
    // The system's error may quote the key.
    return fail('cannot be read')
  }
}

/** The public half as a PEM file, for a verification elsewhere. */
export const publicKeyPem = (publicKey: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${Buffer.concat([DER_PREFIX, Buffer.from(publicKey, 'base64')]).toString('base64')}\n-----END PUBLIC KEY-----\n`

/** Reads a PEM public key as 32 bytes in base64, the form of a segment's first record. */
export function publicKeyIn(pem: string): Result<string, string> {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? ok(rawOf(key)) : fail('it is no Ed25519 key')
  } catch {
    return fail('it is no public key in PEM form')
  }
}

/** Checks signatures of one key. */
export interface Checker {
  readonly publicKey: string
  /** Whether the text is a signature of this mark for this purpose. */
  check(purpose: Purpose, mark: Mark, signature: string): boolean
}

/** `publicKey`: 32 bytes in base64. */
export function checkWith(publicKey: string): Checker {
  const key = createPublicKey(publicKeyPem(publicKey))
  return {
    publicKey,
    check(purpose, mark, signature) {
      const bytes = Buffer.from(signature, 'base64')
      // The text is compared too, because base64 has more than one text for the same bytes.
      return bytes.toString('base64') === signature && verify(null, textOf(purpose, mark), key, bytes)
    },
  }
}

export function sealedHead(seal: Seal, { journal, seq, hash, count }: Mark): string {
  const mark = { journal, seq, hash, count }
  return `${canonicalJson({ ...mark, signature: seal.sign('head', mark) })}\n`
}

/** Null unless `sealedHead` wrote exactly this text and the key signed it. */
export function readHead(text: string, checker: Checker): Head | null {
  let read: Partial<Record<string, unknown>> | null
  try {
    read = JSON.parse(text) as Partial<Record<string, unknown>> | null
  } catch {
    return null
  }
  const { journal, seq, hash, count, signature } = read ?? {}
  if (typeof journal !== 'string' || typeof hash !== 'string' || typeof signature !== 'string') return null
  if (typeof seq !== 'number' || typeof count !== 'number') return null
  const head = { journal, seq, hash, count, signature }
  return `${canonicalJson(head)}\n` === text && checker.check('head', head, signature) ? head : null
}
