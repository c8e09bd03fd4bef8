/** The program's log: typed fields only, checked again before writing. Never holds a secret, a body, a header or an error object. */

import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { escaped, visible } from '../shared/base/visibleText.ts'
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

/** Escapes line breaks: each entry is one line of the file. */
const inOneLine = (text: string): string => visible(text).replaceAll('\n', escaped('\n'))

const clean = (fields: LogFields | undefined): Record<string, string | number> => {
  const kept: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(fields ?? {}))
    if (Object.hasOwn(ALLOWED, name) && (typeof value === 'string' || typeof value === 'number'))
      kept[name] =
        typeof value === 'string' ? inOneLine(value.replace(SECRETS, '[removed]').slice(0, 500)) : value
  return kept
}

export interface OpenedLog {
  readonly log: Log
  /** One sentence when the file could not be opened and the log goes to standard error. */
  readonly problem: string | null
  close(): void
}

/** Opens `openpit.log` in `directory`. Each line is on disk before the program continues. Without a folder only warnings go to standard error. */
export function openLog(directory: string | null): OpenedLog {
  const { descriptor, problem } = destination(directory)
  const sink = pino(
    { level: descriptor === 2 ? 'warn' : 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: descriptor, sync: true }),
  )
  let usable = true
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields?: LogFields): void => {
      if (!usable) return
      try {
        sink[level](clean(fields), event)
      } catch {
        // A full disk stops the log, never the order being logged.
        usable = false
        process.stderr.write(
          'openpit: The log can no longer be written. Make room on the disk and start the terminal again.\n',
        )
      }
    }
  return {
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    problem,
    close() {
      if (!usable) return
      usable = false
      sink.flush()
      if (descriptor !== 2) closeSync(descriptor)
    },
  }
}

function destination(directory: string | null): { descriptor: number; problem: string | null } {
  if (directory === null) return { descriptor: 2, problem: null }
  const file = join(directory, 'openpit.log')
  try {
    return { descriptor: openSync(file, 'a', 0o600), problem: null }
  } catch (error) {
    return {
      descriptor: 2,
      problem: `The log ${file} cannot be written: ${reasonOf(error)}. Orders are not affected. Warnings go to standard error. ${fixOf(error)}, then restart Openpit.`,
    }
  }
}
