/** Keeps how far the nonces of signed requests have been given out, by public key, in one small file. Holds no private key. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../shared/base/result.ts'

const FILE = 'nonces.json'
const SALTS = 65_536

export interface NonceMarks {
  readonly salt: number
  read(publicKey: string): string | null
  write(publicKey: string, mark: string): void
}

export interface NonceMarksOptions {
  /** This installation's salt where the file holds none yet: a whole number below 65 536. */
  readonly salt: number
  /** Asked before each write. A sentence: the folder is another terminal's, so nothing is written; nonces stay unique within this run. */
  readonly whyRefused?: () => string | null
  /** The file could not be written, in one sentence, once. Nonces stay unique within this run. */
  readonly onProblem: (sentence: string) => void
}

interface Kept {
  readonly salt: number
  readonly marks: Readonly<Record<string, string>>
}

function keptIn(text: string): Kept | null {
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
  /** Said once at start when the file could not be used. */
  readonly problem: string | null
}

/** Null for a file that is not there yet; fails when it makes no sense. */
function readFile(path: string): Result<Kept | null, string> {
  const unusable = fail(
    'The file of used nonces cannot be read and is begun anew: wait half a minute before you sign in.',
  )
  try {
    const kept = keptIn(readFileSync(path, 'utf8'))
    return kept === null ? unusable : ok(kept)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? ok(null) : unusable
  }
}

/**
 * Marks in `nonces.json` of `directory`. A mark is on disk, as far as the system says so, when `write` returns: that outlives a killed
 * process; a machine that lost its power comes back later than any nonce is good for.
 */
export function openNonceMarks(
  directory: string,
  { salt, whyRefused, onProblem }: NonceMarksOptions,
): OpenedNonceMarks {
  const path = join(directory, FILE)
  const read = readFile(path)
  const kept = read.ok ? read.value : null
  const marks = new Map(Object.entries(kept?.marks ?? {}))
  const ours = kept?.salt ?? salt
  let told = false
  const own: NonceMarks = {
    salt: ours,
    read: (publicKey) => marks.get(publicKey) ?? null,
    write(publicKey, mark) {
      marks.set(publicKey, mark)
      if ((whyRefused?.() ?? null) !== null) return
      try {
        const text = JSON.stringify({ salt: ours, marks: Object.fromEntries(marks) })
        writeFileSync(`${path}.new`, text, { mode: 0o600 })
        renameSync(`${path}.new`, path)
      } catch {
        if (!told)
          onProblem(
            'Used nonces cannot be kept on disk: after a restart wait half a minute before you sign in.',
          )
        told = true
      }
    },
  }
  return { marks: own, problem: read.ok ? null : read.failure }
}
