/** Finds out whether the paper broker's database file is whole and its own, before anything is written. Changes nothing. */

import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { canonical } from '../../../shared/base/decimal.ts'
import { hasCommitBehindDamage } from './writeAheadLog.ts'
import { IN_USE, PAPER_FILE as FILE, SCHEMA } from './schema.ts'

/** The write-ahead log, which holds the newest changes until a checkpoint or the proper end of the broker. */
const LOG = `${FILE}-wal`
/** The byte of the header at which `PRAGMA application_id` is, four bytes, big-endian (https://www.sqlite.org/fileformat2.html). */
const APPLICATION_ID = 68

export interface FileBefore {
  /** Why the file must not be opened, a sentence without its full stop; null: it may. Opening an empty file would delete the log beside it. */
  readonly refused: string | null
  /** The file was there, and holds nothing. */
  readonly isEmpty: boolean
  /** The last broker did not close the file, and the log with its newest changes is gone. */
  readonly isLogLost: boolean
  /** The log is damaged, and changes behind the damage are lost. */
  readonly isLogCut: boolean
}

const sizeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.size ?? null

function applicationIdOf(path: string): number {
  const bytes = Buffer.alloc(4)
  const file = openSync(path, 'r')
  try {
    readSync(file, bytes, 0, bytes.length, APPLICATION_ID)
  } finally {
    closeSync(file)
  }
  return bytes.readUInt32BE()
}

/** What is at the place of the database before it is opened. `path`: of the database. */
export function fileBefore(path: string): FileBefore {
  const size = sizeOf(path)
  const hasLog = (sizeOf(`${path}-wal`) ?? 0) > 0
  const isWithout = size === null || size === 0
  return {
    refused:
      isWithout && hasLog
        ? `${FILE} is ${size === null ? 'missing' : 'empty'}, and ${LOG} beside it holds changes of its accounts`
        : null,
    isEmpty: size === 0,
    isLogLost: !isWithout && !hasLog && applicationIdOf(path) === IN_USE,
    isLogCut: hasCommitBehindDamage(`${path}-wal`),
  }
}

/** Every column and index by name, with the type of a column. */
function partsOf(database: DatabaseSync): readonly string[] {
  const columns = database
    .prepare(
      `SELECT tables.name AS 'table', columns.name AS name, columns.type AS type
       FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
    )
    .all()
    .map(
      (row) => `column ${String(row['name'])} (${String(row['type'])}) of the table ${String(row['table'])}`,
    )
  const indexes = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`)
    .all()
    .map((row) => `index ${String(row['name'])}`)
  return [...columns, ...indexes]
}

/** Whether the file holds any table. */
export const hasTables = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table'").get() !== undefined

/** The first part of the schema that is missing in the file, as a clause; null: all are there. */
function missingPart(database: DatabaseSync): string | null {
  const whole = new DatabaseSync(':memory:')
  try {
    whole.exec(SCHEMA)
    const found = new Set(partsOf(database))
    const missing = partsOf(whole).find((part) => !found.has(part))
    return missing === undefined ? null : `the ${missing} is missing`
  } finally {
    whole.close()
  }
}

const isDecimal = (value: unknown): boolean => typeof value === 'string' && canonical(value).ok
const isNotBelow0 = (value: unknown): boolean => isDecimal(value) && !String(value).startsWith('-')
const isAbove0 = (value: unknown): boolean => isNotBelow0(value) && value !== '0'
const isOneOf =
  (...values: readonly string[]) =>
  (value: unknown): boolean =>
    values.includes(String(value))
const orNull =
  (rule: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || rule(value)

/** The rows that a start works on, with a rule for each value. History is read row by row later, and a bad row there fails its own request. */
const STARTED_ON: readonly {
  readonly from: string
  readonly key: string
  readonly rules: Readonly<Record<string, (value: unknown) => boolean>>
}[] = [
  { from: 'customers', key: 'code', rules: { balance: isDecimal } },
  { from: 'positions', key: "customerCode || ' ' || symbol", rules: { size: isDecimal, cost: isDecimal } },
  { from: 'fees', key: "customerCode || ' ' || symbol", rules: { maker: isDecimal, taker: isDecimal } },
  {
    from: "orders WHERE status IN ('open', 'partially_filled', 'untriggered')",
    key: "customerCode || '/' || referenceId",
    rules: {
      side: isOneOf('buy', 'sell'),
      amount: isNotBelow0,
      cashAmount: orNull(isAbove0),
      limitPrice: orNull(isAbove0),
      triggerPrice: orNull(isAbove0),
      stopLossPrice: orNull(isAbove0),
      takeProfitPrice: orNull(isAbove0),
      filledAmount: isNotBelow0,
      filledQuote: isNotBelow0,
    },
  },
  { from: "movements WHERE status = 'pending'", key: 'code', rules: { signedAmount: isDecimal } },
]

/** The first value that no broker wrote, as a clause; null: there is none. */
function unreadableValue(database: DatabaseSync): string | null {
  for (const { from, key, rules } of STARTED_ON) {
    const [table = ''] = from.split(' ')
    for (const row of database.prepare(`SELECT *, ${key} AS rowKey FROM ${from}`).iterate())
      for (const [column, rule] of Object.entries(rules))
        if (!rule(row[column])) return `${table}.${column} of ${String(row['rowKey'])} cannot be read`
  }
  return null
}

/** What is wrong with a database of this version, as a clause; null: nothing was found. */
export const contentFault = (database: DatabaseSync): string | null =>
  missingPart(database) ?? unreadableValue(database)
