/** Copies files of a data folder so that both ends are proven to be the same. Changes no original. */

import { createHash } from 'node:crypto'
import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'

const AT_ONCE = 1 << 20
const FOLDER_OF_OWNER = 0o700

/** SHA-256 in hex. */
export function digestOf(path: string): string {
  const digest = createHash('sha256')
  const bytes = Buffer.alloc(AT_ONCE)
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const read = readSync(file, bytes, 0, AT_ONCE, null)
      if (read === 0) return digest.digest('hex')
      digest.update(bytes.subarray(0, read))
    }
  } finally {
    closeSync(file)
  }
}

/** Copies a file with its rights and syncs the copy. Returns the digest of both; throws where they differ or the disk fails. */
export function copyProven(from: string, to: string): string {
  mkdirSync(dirname(to), { recursive: true, mode: FOLDER_OF_OWNER })
  const before = digestOf(from)
  copyFileSync(from, to)
  const file = openSync(to, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  if (digestOf(to) !== before) throw new Error(`the copy ${to} differs from ${from}`)
  return before
}
