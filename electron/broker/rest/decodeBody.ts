/** Decodes the content coding of an answer's body, also a coding that Openpit did not ask for. Never produces more bytes than allowed. */

import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw } from 'node:zlib'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { visibleWord } from '../../../shared/base/visibleText.ts'

const [unzip, unzlib, unpack] = [promisify(gunzip), promisify(inflate), promisify(inflateRaw)]

/** Codings in one `content-encoding` at most; an answer with more is not read. */
const MOST_CODINGS = 3

/** Whether bytes begin as zlib does (RFC 1950): some servers call raw deflate (RFC 1951) by the same name. */
const isZlib = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0] = bytes
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

const DECODERS: Readonly<Record<string, (bytes: Uint8Array, most: number) => Promise<Uint8Array>>> = {
  gzip: (bytes, most) => unzip(bytes, { maxOutputLength: most }),
  'x-gzip': (bytes, most) => unzip(bytes, { maxOutputLength: most }),
  deflate: (bytes, most) => (isZlib(bytes) ? unzlib : unpack)(bytes, { maxOutputLength: most }),
}

const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

const utf8 = new TextDecoder()

/** Decodes UTF-8. Invalid bytes become U+FFFD, and a byte order mark is left out. */
export const textOf = (bytes: Uint8Array): string => utf8.decode(bytes)

/** Decodes a body with this `content-encoding`. `most` bounds its bytes, compressed and decompressed. Fails with one sentence without a full stop. */
export async function decodeBody(
  coding: string,
  body: Uint8Array,
  most: number,
): Promise<Result<string, string>> {
  const codings = coding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (codings.length > MOST_CODINGS) return fail('the answer is packed too many times over')
  let bytes = body
  for (const name of codings.toReversed()) {
    const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
    if (!decode)
      return fail(
        `the answer is packed as ${visibleWord(JSON.stringify(name.slice(0, 20)))}, which was not asked for`,
      )
    // An answer without a body may name a coding all the same.
    if (bytes.length === 0) continue
    try {
      bytes = await decode(bytes, most)
    } catch (error) {
      return isTooLong(error)
        ? fail(`the answer unpacks to more than ${most} bytes`)
        : fail(`the answer is packed as ${name} and cannot be unpacked`)
    }
  }
  return ok(textOf(bytes))
}
