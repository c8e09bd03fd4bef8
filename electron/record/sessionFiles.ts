/** Finds the files of one recorded session in a folder, and reads their records in the order of time. Writes nothing. */

import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { EXTENSION, MAGIC } from './fileHead.ts'
import { readHead, type RecordingHead, type RecordItem } from './format.ts'
import { readRecording } from './reader.ts'

export interface SessionFile {
  readonly path: string
  readonly head: RecordingHead
}

/** One record with its place in the session. */
export interface SessionRecord extends RecordItem {
  readonly stream: RecordingHead['stream']
  readonly writer: string
  /** Wall clock by the writer's start and its monotonic clock since, ms since epoch: never goes back within a writer. */
  readonly time: number
}

/** Bytes of a head at most. A head with its profile is far smaller. */
const HEAD_AT_MOST = 1 << 16

function headOf(path: string): Result<RecordingHead, string> {
  const bytes = Buffer.alloc(HEAD_AT_MOST)
  try {
    const file = openSync(path, 'r')
    try {
      const read = readHead(bytes.subarray(0, readSync(file, bytes, 0, HEAD_AT_MOST, 0)))
      return read.ok ? ok(read.value.head) : fail(`${path} ${read.failure}`)
    } finally {
      closeSync(file)
    }
  } catch {
    return fail(`${path} cannot be read`)
  }
}

/** Whether a path is a file of a session recording, or a folder with one in it. */
export function isSessionRecording(path: string): boolean {
  try {
    if (statSync(path).isDirectory()) return readdirSync(path).some((name) => name.endsWith(EXTENSION))
    const file = openSync(path, 'r')
    try {
      const start = Buffer.alloc(MAGIC.length)
      return readSync(file, start, 0, start.length, 0) === start.length && start.equals(MAGIC)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

const inOrder = (a: SessionFile, b: SessionFile): number =>
  a.head.startedAt - b.head.startedAt ||
  (a.head.writer < b.head.writer ? -1 : a.head.writer > b.head.writer ? 1 : a.head.part - b.head.part)

/**
 * All files of one session: of the newest session in a folder, or of the session that a file belongs to. A file without a readable head, which
 * was cut off early, is left out with a sentence in `unreadable`. Fails with one sentence.
 */
export function findSession(
  path: string,
): Result<{ readonly files: readonly SessionFile[]; readonly unreadable: readonly string[] }, string> {
  let folder: string
  let wanted: string | null = null
  let names: string[]
  try {
    const isFolder = statSync(path).isDirectory()
    folder = isFolder ? path : dirname(path)
    if (!isFolder) {
      const own = headOf(path)
      if (!own.ok) return own
      wanted = own.value.session
    }
    names = readdirSync(folder).filter((name) => name.endsWith(EXTENSION) || join(folder, name) === path)
  } catch {
    return fail(`${path} cannot be read`)
  }
  const unreadable: string[] = []
  const files = names.flatMap((name): SessionFile[] => {
    const head = headOf(join(folder, name))
    if (!head.ok) unreadable.push(head.failure)
    return head.ok ? [{ path: join(folder, name), head: head.value }] : []
  })
  const session =
    wanted ??
    files
      .map(({ head }) => head.session)
      .toSorted()
      .at(-1)
  if (session === undefined) return fail(`${path} holds no session recording`)
  return ok({ files: files.filter(({ head }) => head.session === session).toSorted(inOrder), unreadable })
}

/** The records of one file. `onFault` receives a sentence with the file's name for everything unreadable. */
export function* recordsOf(
  { path }: SessionFile,
  onFault: (sentence: string) => void,
): Generator<SessionRecord> {
  const name = basename(path)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return onFault(`${name} cannot be read`)
  }
  const file = readRecording(name, bytes)
  if (!file.ok) return onFault(file.failure)
  const { stream, writer, startedAt } = file.value.head
  for (const item of file.value.records((sentence) => onFault(`${name}: ${sentence}`)))
    yield { ...item, stream, writer, time: startedAt + item.offsetNs / 1e6 }
}

function* chained(
  files: readonly SessionFile[],
  onFault: (sentence: string) => void,
): Generator<SessionRecord> {
  for (const file of files) yield* recordsOf(file, onFault)
}

/** The records of all files in order of time. Records of one writer stay in the order in which they were written. */
export function* sessionRecords(
  files: readonly SessionFile[],
  onFault: (sentence: string) => void,
): Generator<SessionRecord> {
  const byWriter = Map.groupBy(files, ({ head }) => head.writer)
  const sources = [...byWriter.values()].map((ofWriter) => chained(ofWriter, onFault))
  const heads = sources.map((source) => source.next())
  for (;;) {
    let first = -1
    for (const [index, { done, value }] of heads.entries()) {
      const best = heads[first]
      if (!done && (best === undefined || best.done || value.time < best.value.time)) first = index
    }
    const found = heads[first]
    const source = sources[first]
    if (!found || found.done || !source) return
    yield found.value
    heads[first] = source.next()
  }
}
