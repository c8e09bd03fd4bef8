/** Stores up to which mark the nonces of signed requests were allocated, by public key, in one small file. Holds no private key. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { fixOf, reasonOf } from './diskReason.ts'

export const NONCES_FILE = 'nonces.json'
/** Raised with every change that an older Openpit could not read. The first releases wrote version 1 without its number. */
export const NONCES_FILE_VERSION = 1
const SALTS = 65_536

export interface NonceMarks {
  readonly salt: number
  read(publicKey: string): string | null
  write(publicKey: string, mark: string): void
}

export interface NonceMarksOptions {
  /** This installation's salt for a file without one: a whole number below 65 536. */
  readonly salt: number
  /** Called before each write. A sentence means that the folder is another terminal's, so nothing is written. Nonces stay unique within this run. */
  readonly whyRefused?: () => string | null
  /** Receives one sentence at the first failed write. Nonces stay unique within this run. */
  readonly onProblem: (sentence: string) => void
}

interface StoredMarks {
  readonly salt: number
  readonly marks: Readonly<Record<string, string>>
}

/** Parses the file; null where it holds something else. */
export function parseMarks(text: string): StoredMarks | null {
  const file: unknown = JSON.parse(text)
  if (typeof file !== 'object' || file === null) return null
  const { salt, marks } = file as { salt?: unknown; marks?: unknown }
  if (typeof salt !== 'number' || !Number.isInteger(salt) || salt < 0 || salt >= SALTS) return null
  if (typeof marks !== 'object' || marks === null) return null
  const isMark = (mark: unknown) => typeof mark === 'string' && /^\d{1,20}$/.test(mark)
  return Object.values(marks).every(isMark) ? { salt, marks: marks as Record<string, string> } : null
}

export interface OpenedNonceMarks {
  readonly marks: NonceMarks
  /** One sentence for the dealer where the file could not be read; null: it was. */
  readonly problem: string | null
}

/** Null where there is no file yet. Fails with one sentence where the file cannot be read. */
function readFile(path: string): Result<StoredMarks | null, string> {
  const unusable = fail(
    `The file of used nonces ${path} cannot be read, so Openpit begins a new one. Wait half a minute before you sign in, or the venue may refuse signed requests.`,
  )
  try {
    const stored = parseMarks(readFileSync(path, 'utf8'))
    return stored === null ? unusable : ok(stored)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? ok(null) : unusable
  }
}

/**
 * Opens the marks in `nonces.json` of `directory`. `write` returns once the system has taken the mark, so that it survives a killed process.
 * After a power cut the machine starts again later than any nonce is valid.
 */
export function openNonceMarks(
  directory: string,
  { salt, whyRefused, onProblem }: NonceMarksOptions,
): OpenedNonceMarks {
  const path = join(directory, NONCES_FILE)
  const read = readFile(path)
  const stored = read.ok ? read.value : null
  const marks = new Map(Object.entries(stored?.marks ?? {}))
  const ownSalt = stored?.salt ?? salt
  let isReported = false
  const own: NonceMarks = {
    salt: ownSalt,
    read: (publicKey) => marks.get(publicKey) ?? null,
    write(publicKey, mark) {
      marks.set(publicKey, mark)
      if ((whyRefused?.() ?? null) !== null) return
      try {
        const text = JSON.stringify({
          version: NONCES_FILE_VERSION,
          salt: ownSalt,
          marks: Object.fromEntries(marks),
        })
        writeFileSync(`${path}.new`, text, { mode: 0o600 })
        renameSync(`${path}.new`, path)
      } catch (failed) {
        if (!isReported)
          onProblem(
            `Used nonces cannot be written to ${path}: ${reasonOf(failed)}. Orders of this run are not affected. After a restart wait half a minute before you sign in. ${fixOf(failed)}.`,
          )
        isReported = true
      }
    },
  }
  return { marks: own, problem: read.ok ? null : read.failure }
}
