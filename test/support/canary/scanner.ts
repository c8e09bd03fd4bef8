/** Finds planted secrets in bytes of any kind, in nine encodings, also within packed files. Shares no code with what it checks. */

import { deflateRawSync, gunzipSync, inflateSync } from 'node:zlib'

type Forms = (secret: string) => readonly (string | Buffer)[]

/** A text within a longer one has three forms in base64, by its place; the letters at its ends depend on its neighbors. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
}
const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')
const eachUnit = (secret: string, write: (unit: number) => string): string =>
  Array.from({ length: secret.length }, (_, at) => write(secret.charCodeAt(at))).join('')
const hexOf = (unit: number, digits: number): string => unit.toString(16).padStart(digits, '0')
/** The bytes that deflate writes for a short text by itself, without the head of gzip. */
const packed = (secret: string): Buffer => deflateRawSync(Buffer.from(secret))

export const ENCODINGS: Readonly<Record<string, Forms>> = {
  plain: (secret) => [secret],
  base64: (secret) => base64Forms(Buffer.from(secret)),
  base64url: (secret) => base64Forms(Buffer.from(secret)).map(urlSafe),
  hex: (secret) => {
    const text = Buffer.from(secret).toString('hex')
    return [text, text.toUpperCase()]
  },
  percent: (secret) => [
    encodeURIComponent(secret),
    eachUnit(secret, (unit) => `%${hexOf(unit, 2).toUpperCase()}`),
  ],
  'JSON escapes': (secret) => [
    JSON.stringify(secret).slice(1, -1),
    eachUnit(secret, (unit) => `\\u${hexOf(unit, 4)}`),
  ],
  'UTF-16': (secret) => {
    const bytes = Buffer.from(secret, 'utf16le')
    return [bytes, ...base64Forms(bytes)]
  },
  reversed: (secret) => [secret.split('').toReversed().join('')],
  deflate: (secret) => [packed(secret), ...base64Forms(packed(secret))],
}

export interface Found {
  readonly secret: string
  readonly encoding: string
}

export interface Scanner {
  /** The names and encodings of the secrets in these bytes. */
  scan(bytes: Buffer | string): readonly Found[]
  /** One text with every secret in every encoding, for a positive control. The parts have spaces between. */
  readonly planted: string
  readonly size: number
}

/** Bytes and, where they are packed as gzip or zlib, what is in them. */
function* unpacked(bytes: Buffer): Generator<Buffer> {
  yield bytes
  for (const unpack of [gunzipSync, inflateSync])
    try {
      yield unpack(bytes)
    } catch {
      // Not packed in this way.
    }
}

const isText = (form: string | Buffer): form is string => typeof form === 'string'

export function createScanner(secrets: Readonly<Record<string, string>>): Scanner {
  const needles = Object.entries(secrets).flatMap(([secret, text]) =>
    Object.entries(ENCODINGS).flatMap(([encoding, forms]) =>
      forms(text).map((form) => ({ secret, encoding, form: Buffer.from(form) })),
    ),
  )
  const planted = Object.values(secrets)
    .flatMap((text) => Object.values(ENCODINGS).flatMap((forms) => forms(text).filter(isText).slice(-1)))
    .join(' ')
  return {
    scan(bytes) {
      const found = new Map<string, Found>()
      for (const part of unpacked(Buffer.from(bytes)))
        for (const { secret, encoding, form } of needles)
          if (part.includes(form)) found.set(`${secret} ${encoding}`, { secret, encoding })
      return [...found.values()]
    },
    planted,
    size: Object.keys(secrets).length * Object.keys(ENCODINGS).length,
  }
}
