/** Reads a file that the dealer picked. Never reads more of the file than its reader takes. */

import { fail, type Result } from '../../../shared/base/result.ts'

/** Bytes of one character in UTF-8, at most. */
const BYTES = 4

/**
 * What `read` makes of the text of a picked file. Of a file with more than `mostLength` characters, `read` gets a beginning that is longer than
 * these, so that it refuses the file as too long. Returns a sentence when the file was moved, changed or locked after it was picked.
 */
export async function readPicked<T>(
  picked: File,
  mostLength: number,
  read: (text: string) => Result<T, string>,
): Promise<Result<T, string>> {
  const text = await picked
    .slice(0, BYTES * (mostLength + 1))
    .text()
    .catch(() => null)
  return text === null
    ? fail(`${picked.name} cannot be read. Check that it is still there, and choose it again.`)
    : read(text)
}
