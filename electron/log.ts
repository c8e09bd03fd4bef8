/** The program's log: typed fields only, checked again before writing, in files of bounded size. Never holds a secret, a body, a header or an error object. */

import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import type { Clock } from '../shared/base/clock.ts'
import { visibleLine } from '../shared/base/visibleText.ts'
import type { Log, LogFields } from './core/ports/log.ts'
import { fixOf, reasonOf } from './storage/diskReason.ts'

/** Fields that may be written. Every other field is dropped. */
const ALLOWED: Readonly<Record<keyof LogFields, true>> = {
  venueId: true,
  customerCode: true,
  referenceId: true,
  symbol: true,
  code: true,
  phase: true,
  count: true,
  sentence: true,
}

/** Text that looks like a token or a key is removed from every field. */
const SECRETS = /\b(?:eyJ[\w-]{4,}(?:\.[\w-]*){1,2}|Bearer\s+\S+)|-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g

const clean = (fields: LogFields | undefined): Record<string, string | number> => {
  const kept: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(fields ?? {}))
    if (Object.hasOwn(ALLOWED, name) && (typeof value === 'string' || typeof value === 'number'))
      kept[name] =
        typeof value === 'string' ? visibleLine(value.replace(SECRETS, '[removed]').slice(0, 500)) : value
  return kept
}

/** Fields that every line has. */
const ALWAYS = ['level', 'time', 'msg'] as const

/** A line of the log with its known fields alone; null where it is no line of the log. */
export function readLogLine(line: string): string | null {
  try {
    const read = JSON.parse(line) as Readonly<Record<string, unknown>>
    const known = ALWAYS.flatMap((name) =>
      typeof read[name] === 'string' || typeof read[name] === 'number' ? [[name, read[name]]] : [],
    )
    return known.length === ALWAYS.length
      ? JSON.stringify({ ...(Object.fromEntries(known) as object), ...clean(read) })
      : null
  } catch {
    return null
  }
}

export interface OpenedLog {
  readonly log: Log
  /** One sentence when the file could not be opened and the log goes to standard error. */
  readonly problem: string | null
  close(): void
}

const LOG_FILE = 'openpit.log'
/** Bytes of a file of the log. The next line begins a new file. */
export const LOG_BYTES = 4_000_000
/** Older files that are kept, as `openpit.1.log` (the newest) and so on. */
const OLDER_FILES = 4

/** The files of the log, newest first. */
export const LOG_FILES: readonly string[] = [
  LOG_FILE,
  ...Array.from({ length: OLDER_FILES }, (_, place) => `openpit.${place + 1}.log`),
]

/** Ms after a failed write before the file is tried again. */
const TRY_AGAIN = 60_000

export interface LogReports {
  readonly clock: Pick<Clock, 'monotonic'>
  /** Receives one sentence when a log that could be written fails, and one when it is written again. */
  readonly say: (level: 'warning' | 'info', sentence: string) => void
}

/**
 * Opens `openpit.log` in `directory`. Each line is written before the program continues. A full file becomes `openpit.1.log`, and the oldest file
 * is deleted. Without a folder only warnings go to standard error. After a failed write lines are lost, and the next line after `TRY_AGAIN` tries again.
 */
export function openLog(
  directory: string | null,
  fileBytes = LOG_BYTES,
  reports: LogReports | null = null,
): OpenedLog {
  const opened = destination(directory, fileBytes)
  let { file } = opened
  let isClosed = false
  /** Lines that were not written since the first failure, and when the file is tried again. Null: the log can be written. */
  let failing: { lost: number; tryAt: number } | null = null

  const fail = (error: unknown): void => {
    failing = { lost: (failing?.lost ?? 0) + 1, tryAt: (reports?.clock.monotonic() ?? Infinity) + TRY_AGAIN }
    if (failing.lost > 1) return
    const sentence = `The log ${join(directory ?? '', LOG_FILE)} can no longer be written: ${reasonOf(error)}. Orders are not affected. Lines of the log are lost until it can be written; Openpit tries again every minute. ${fixOf(error)}.`
    process.stderr.write(`openpit: ${sentence}\n`)
    reports?.say('warning', sentence)
  }
  const writeLine = (line: string): void => {
    if (directory === null || file === null) return void writeSync(2, line)
    if (failing === null) return file.write(line)
    if ((reports?.clock.monotonic() ?? 0) < failing.tryAt) {
      failing.lost += 1
      return
    }
    file.close()
    file = openLogFile(directory, fileBytes)
    file.write(line)
    const { lost } = failing
    failing = null
    const sentence = `The log ${join(directory, LOG_FILE)} is written again. ${lost === 1 ? '1 line is' : `${lost} lines are`} missing in it.`
    reports?.say('info', sentence)
  }
  const sink = pino(
    { level: file === null ? 'warn' : 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: writeLine },
  )
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields?: LogFields): void => {
      if (isClosed) return
      try {
        sink[level](clean(fields), event)
      } catch (error) {
        // A full disk stops the log, never the order being logged.
        fail(error)
      }
    }
  return {
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    problem: opened.problem,
    close() {
      if (isClosed) return
      isClosed = true
      file?.close()
    },
  }
}

interface LogFile {
  /** Writes the whole line or none of it. Throws when the disk fails. */
  write(line: string): void
  close(): void
}

/** Appends to the newest file. Throws when the disk fails. */
function openLogFile(directory: string, most: number): LogFile {
  const at = (place: number) => join(directory, LOG_FILES[place] ?? LOG_FILE)
  const open = () => openSync(at(0), 'a', 0o600)
  /** Null: closed, and the next file could not be begun. */
  let descriptor: number | null = open()
  let size = fstatSync(descriptor).size
  const close = (): void => {
    if (descriptor !== null) closeSync(descriptor)
    descriptor = null
  }
  const beginNext = (): number => {
    close()
    rmSync(at(OLDER_FILES), { force: true })
    for (let place = OLDER_FILES - 1; place >= 0; place -= 1)
      if (existsSync(at(place))) renameSync(at(place), at(place + 1))
    size = 0
    return (descriptor = open())
  }
  return {
    write(line) {
      const bytes = Buffer.from(line)
      const isFull = size > 0 && size + bytes.length > most
      const into = descriptor === null || isFull ? beginNext() : descriptor
      let done = 0
      try {
        while (done < bytes.length) done += writeSync(into, bytes, done)
      } catch (error) {
        // Half a line would make the next one unreadable too.
        if (done > 0) ftruncateSync(into, size)
        throw error
      }
      size += bytes.length
    },
    close,
  }
}

function destination(
  directory: string | null,
  fileBytes: number,
): { readonly file: LogFile | null; readonly problem: string | null } {
  if (directory === null) return { file: null, problem: null }
  try {
    return { file: openLogFile(directory, fileBytes), problem: null }
  } catch (error) {
    return {
      file: null,
      problem: `The log ${join(directory, LOG_FILE)} cannot be written: ${reasonOf(error)}. Orders are not affected. Warnings go to standard error. ${fixOf(error)}, then restart Openpit.`,
    }
  }
}
