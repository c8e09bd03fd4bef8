/** Reads a recorded market: gzip or plain lines of `<receive time ns> <json>` from Binance USD-M futures. Keeps bytes, parses a line on request. */

import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** A recording that cannot be played. Its message is one sentence for a dealer. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/** `[price, amount]` as written; an amount of 0 deletes the level. */
export type RecordedLevel = readonly [price: string, amount: string]

interface Recorded {
  /** Ms since the first line, by receive time. */
  readonly at: number
  /** Counted from 1. */
  readonly line: number
}

export interface RecordedSnapshot extends Recorded {
  readonly kind: 'snapshot'
  readonly lastUpdateId: number
  readonly bids: readonly RecordedLevel[]
  readonly asks: readonly RecordedLevel[]
}

export interface RecordedUpdate extends Recorded {
  readonly kind: 'update'
  readonly symbol: string
  readonly firstId: number
  readonly lastId: number
  /** `lastId` of the previous update. */
  readonly previousId: number
  readonly bids: readonly RecordedLevel[]
  readonly asks: readonly RecordedLevel[]
}

export interface RecordedTrade extends Recorded {
  readonly kind: 'trade'
  readonly symbol: string
  readonly price: string
  readonly amount: string
  /** Whether the buyer was the maker, so that the taker sold. */
  readonly buyerWasMaker: boolean
}

export type RecordedMessage = RecordedSnapshot | RecordedUpdate | RecordedTrade

/** Largest number of unpacked bytes of a replay. */
const LARGEST = 1 << 30
const NEWLINE = 0x0a
const GZIP = [0x1f, 0x8b]
/** The name of the stream lies within this many characters of the start of a line. */
const HEAD = 120

/** Opens a recording. Rejects with a `RecordingError` that names the file. */
export async function openRecording(file: string): Promise<Recording> {
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new RecordingError(
      code === 'ENOENT'
        ? `the recording ${file} does not exist`
        : `the recording ${file} cannot be read (${code})`,
      { cause: error },
    )
  }
  if (bytes[0] === GZIP[0] && bytes[1] === GZIP[1]) {
    try {
      bytes = await promisify(gunzip)(bytes, { maxOutputLength: LARGEST })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new RecordingError(`the recording ${file} is not sound gzip: ${reason}`, { cause: error })
    }
  }
  return new Recording(file, bytes)
}

export interface RecordingPlace {
  readonly offset: number
  readonly line: number
}

/** Reads a recording from the start, or from an earlier place. */
export class Recording {
  readonly file: string
  private readonly bytes: Buffer
  private offset = 0
  private line = 0
  private start: bigint | null = null

  constructor(file: string, bytes: Buffer) {
    this.file = file
    this.bytes = bytes
  }

  /** Wall clock of the first line, ms since epoch; 0 before it was read. */
  get startedAt(): number {
    return Number((this.start ?? 0n) / 1_000_000n)
  }

  /** Ms from the first line to the last; 0 when the last line has no time. */
  get length(): number {
    let end = this.bytes.length
    while (end > 0 && this.bytes[end - 1] === NEWLINE) end--
    const from = this.bytes.lastIndexOf(NEWLINE, end - 1) + 1
    const stamp = /^\d{1,20}(?= )/.exec(this.bytes.toString('latin1', from, Math.min(end, from + 21)))?.[0]
    return stamp === undefined || this.start === null ? 0 : Number(BigInt(stamp) - this.start) / 1e6
  }

  /** Where `next` continues; `returnTo` goes back to it. */
  get place(): RecordingPlace {
    return { offset: this.offset, line: this.line }
  }

  returnTo({ offset, line }: RecordingPlace): void {
    this.offset = offset
    this.line = line
  }

  /** The next message that moves a market, or null at the end. Skips best quotes and unknown events. Throws a `RecordingError`. */
  next(): RecordedMessage | null {
    while (this.offset < this.bytes.length) {
      const found = this.bytes.indexOf(NEWLINE, this.offset)
      const end = found < 0 ? this.bytes.length : found
      const from = this.offset
      this.offset = end + 1
      this.line++
      if (end === from) continue
      const head = this.bytes.toString('latin1', from, Math.min(end, from + HEAD))
      if (this.start !== null && head.includes('"e":"bookTicker"')) continue
      const message = this.parse(this.bytes.toString('utf8', from, end))
      if (message) return message
    }
    return null
  }

  /** An error with file and line. */
  fault(line: number, what: string): RecordingError {
    return new RecordingError(`line ${line} of the recording ${this.file} ${what}`)
  }

  private parse(text: string): RecordedMessage | null {
    const space = text.indexOf(' ')
    const stamp = text.slice(0, space)
    let json: unknown
    try {
      if (!/^\d{1,20}$/.test(stamp)) throw new SyntaxError('no time')
      json = JSON.parse(text.slice(space + 1))
    } catch {
      throw this.fault(this.line, 'is not "<receive time ns> <json>"')
    }
    const time = BigInt(stamp)
    this.start ??= time
    const at = Number(time - this.start) / 1e6
    if (isRecord(json) && 'lastUpdateId' in json) return this.snapshot(json, at)
    const data = isRecord(json) ? json['data'] : null
    if (!isRecord(data)) throw this.fault(this.line, 'is neither a snapshot nor a stream message')
    if (data['e'] === 'depthUpdate') return this.update(data, at)
    return data['e'] === 'trade' ? this.trade(data, at) : null
  }

  private snapshot(json: Fields, at: number): RecordedSnapshot {
    return {
      kind: 'snapshot',
      at,
      line: this.line,
      lastUpdateId: this.id(json, 'lastUpdateId'),
      bids: this.levels(json, 'bids'),
      asks: this.levels(json, 'asks'),
    }
  }

  private update(data: Fields, at: number): RecordedUpdate {
    return {
      kind: 'update',
      at,
      line: this.line,
      symbol: this.text(data, 's'),
      firstId: this.id(data, 'U'),
      lastId: this.id(data, 'u'),
      previousId: this.id(data, 'pu'),
      bids: this.levels(data, 'b'),
      asks: this.levels(data, 'a'),
    }
  }

  private trade(data: Fields, at: number): RecordedTrade {
    if (typeof data['m'] !== 'boolean') throw this.fault(this.line, 'has no m (buyer is maker)')
    return {
      kind: 'trade',
      at,
      line: this.line,
      symbol: this.text(data, 's'),
      price: this.text(data, 'p'),
      amount: this.text(data, 'q'),
      buyerWasMaker: data['m'],
    }
  }

  private id(fields: Fields, name: string): number {
    const value = fields[name]
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      throw this.fault(this.line, `has no whole number ${name}`)
    return value
  }

  private text(fields: Fields, name: string): string {
    const value = fields[name]
    if (typeof value !== 'string') throw this.fault(this.line, `has no text ${name}`)
    return value
  }

  private levels(fields: Fields, name: string): readonly RecordedLevel[] {
    const value = fields[name]
    const sound =
      Array.isArray(value) &&
      value.every(
        (level) => Array.isArray(level) && typeof level[0] === 'string' && typeof level[1] === 'string',
      )
    if (!sound) throw this.fault(this.line, `has no list ${name} of [price, amount]`)
    return value as RecordedLevel[]
  }
}

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null
