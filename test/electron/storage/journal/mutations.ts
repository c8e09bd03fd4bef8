/** Every way to tamper with a closed journal that a hand without its key has, drawn from a seed, and whether the verifier finds it. */

import {
  bodyOf,
  encodeRecord,
  decodeRecord,
  BEGINNING,
  type Item,
} from '../../../../electron/storage/journal/proof/record.ts'
import { newPrivateKey, sealWith, type Seal } from '../../../../electron/storage/journal/proof/seal.ts'
import { verifyJournal } from '../../../../electron/storage/journal/journal.ts'
import type { Random } from '../../../../shared/base/random.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { MemoryDisk } from '../../../fakes/disk/memoryDisk.ts'
import { alert, alerts, open, PUBLIC_KEY, readText, KEY } from './desk.ts'

/** Names of the journal's folder and what is in them. */
type Files = Map<string, Buffer>
export interface Subject {
  readonly name: string
  readonly files: ReadonlyMap<string, Buffer>
  readonly head: string | null
  /** The same journal as it was at earlier moments. */
  readonly earlier: readonly ReadonlyMap<string, Buffer>[]
}

const filesOf = (disk: MemoryDisk): Files =>
  new Map(
    disk
      .paths()
      .filter((path) => path.startsWith('journal/'))
      .map((path) => [path.slice('journal/'.length), Buffer.from(disk.bytes(path))]),
  )

async function makeSubject(
  name: string,
  runs: readonly number[],
  segmentBytes: number,
  crash: boolean,
): Promise<Subject> {
  const disk = new MemoryDisk()
  disk.put('journal-key.pem', Buffer.from(KEY))
  const earlier: Files[] = []
  for (const [n, count] of runs.entries()) {
    if (crash && n > 0) {
      const last = disk.paths().findLast((path) => path.endsWith('.journal')) ?? ''
      disk.put(last, Buffer.concat([disk.bytes(last), Buffer.from('00000400 {"v":1,"seq":')]))
    }
    const { journal, close } = await open(disk, { segmentBytes })
    journal.carry(() => [alert('carried')])
    for (const entry of alerts(count)) await journal.write([entry])
    const last = n === runs.length - 1
    // A run that crashed leaves its last records unsigned and its end to the next start.
    if (!crash || last) await close()
    if (!last) earlier.push(filesOf(disk))
  }
  return { name, files: filesOf(disk), head: await readText(disk, 'journal-head.json'), earlier }
}

/** Journals of different shapes, all closed properly and found sound. */
export async function subjects(): Promise<Subject[]> {
  return [
    await makeSubject('one short run', [6], 1e9, false),
    await makeSubject('two runs in one segment', [20, 20], 1e9, false),
    await makeSubject('many segments', [18, 18], 5_000, false),
    await makeSubject('crashes with torn tails', [7, 7, 7], 1e9, true),
    await makeSubject('long enough for checkpoints in between', [290], 1e9, false),
  ]
}

export async function findings({
  files,
  head,
}: {
  files: ReadonlyMap<string, Buffer>
  head: string | null
}): Promise<number> {
  const verdict = await verifyJournal({
    disk: {
      list: async () => [...files.keys()],
      read: async (path) => files.get(path.slice('journal/'.length)) ?? null,
    },
    folder: 'journal',
    only: null,
    publicKey: PUBLIC_KEY,
    head,
  })
  return verdict.findings.length
}

const foreign = sealWith(newPrivateKey())
if (!foreign.ok) throw new Error('no key')
const FOREIGN: Seal = foreign.value

interface Whole {
  readonly item: Item
  readonly boot: number
  readonly first: number
}
const itemsOf = (file: Buffer): Whole[] => {
  const all: Whole[] = []
  for (let at = 0; at < file.length;) {
    const record = decodeRecord(file, at)
    if ('wrong' in record) throw new Error(record.wrong)
    const { kind, boot, first } = record
    all.push({ item: { kind, body: bodyOf(file, record) } as Item, boot, first })
    at = record.end
  }
  return all
}
const segmentsOf = (files: Files): string[] =>
  [...files.keys()].filter((name) => name.endsWith('.journal')).toSorted()
const linesOf = (file: Buffer): Buffer[] => {
  const lines: Buffer[] = []
  for (let at = 0; at < file.length;) {
    const end = file.indexOf(10, at) + 1
    lines.push(file.subarray(at, end))
    at = end
  }
  return lines
}

/** Writes the whole chain anew, hashes and all, after `change` had its way with the records; checkpoints are signed by `sign` if given. */
function restamp(files: Files, change: (records: Whole[]) => Whole[], sign: Seal | null): void {
  let place = BEGINNING
  let journal = ''
  for (const name of segmentsOf(files)) {
    const parts: Buffer[] = []
    for (const { item, boot, first } of change(itemsOf(files.get(name) ?? Buffer.alloc(0)))) {
      let stamped = item
      if (item.kind === 'segment') {
        journal = item.body.journal
        stamped = {
          kind: 'segment',
          body: { ...item.body, count: place.seq, publicKey: sign?.publicKey ?? item.body.publicKey },
        }
      }
      if (item.kind === 'checkpoint' && sign) {
        const mark = { journal, ...place, count: place.seq }
        const signature = sign.sign(item.body.next, mark)
        stamped = { kind: 'checkpoint', body: { ...item.body, count: place.seq, signature } }
      }
      const made = encodeRecord(place, boot, Math.min(first, place.seq + 1), stamped)
      parts.push(made.bytes)
      place = made.place
    }
    files.set(name, Buffer.concat(parts))
  }
}

const pick = <T>(random: Random, from: readonly T[]): T => {
  const one = from[random.integer(from.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}
const splice = (file: Buffer, at: number, remove: number, add: Uint8Array = Buffer.alloc(0)): Buffer =>
  Buffer.concat([file.subarray(0, at), add, file.subarray(at + remove)])

type Mutate = (files: Files, random: Random, subject: Subject) => void
/** Applies `change` to a file drawn among the segments. */
const inSegment =
  (change: (file: Buffer, random: Random) => Buffer): Mutate =>
  (files, random) => {
    const name = pick(random, segmentsOf(files))
    files.set(name, change(Buffer.from(files.get(name) ?? []), random))
  }
const inLines = (change: (lines: Buffer[], random: Random) => Buffer[]): Mutate =>
  inSegment((file, random) => Buffer.concat(change(linesOf(file), random)))
const lastSegment = (files: Files): string => segmentsOf(files).at(-1) ?? ''
const changeOneEntry = (random: Random) => {
  let left = random.integer(4)
  return (records: Whole[]): Whole[] =>
    records.map((record) =>
      record.item.kind === 'entry' && left-- === 0
        ? { ...record, item: { kind: 'entry', body: alert('it never happened') } }
        : record,
    )
}
const forged = (files: Files, item: Item, boots: number): void => {
  const name = lastSegment(files)
  const file = files.get(name) ?? Buffer.alloc(0)
  const last = decodeRecord(file, file.lastIndexOf(10, file.length - 2) + 1)
  if ('wrong' in last) throw new Error(last.wrong)
  files.set(name, Buffer.concat([file, encodeRecord(last, last.boot + boots, last.seq + 1, item).bytes]))
}

export const MUTATIONS: Readonly<Record<string, Mutate>> = {
  'flip one bit': inSegment((file, random) => {
    const at = random.integer(file.length)
    file.writeUInt8(file.readUInt8(at) ^ (1 << random.integer(8)), at)
    return file
  }),
  'overwrite one byte': inSegment((file, random) => {
    file.writeUInt8(random.integer(256), random.integer(file.length))
    return file
  }),
  'zero a range': inSegment((file, random) => {
    const at = random.integer(file.length)
    return file.fill(0, at, Math.min(file.length, at + 1 + random.integer(600)))
  }),
  'delete a byte range': inSegment((file, random) => {
    const at = random.integer(file.length)
    return splice(file, at, 1 + random.integer(40))
  }),
  'delete a record': inLines((lines, random) => lines.toSpliced(random.integer(lines.length), 1)),
  'delete several records': inLines((lines, random) =>
    lines.toSpliced(random.integer(lines.length), 1 + random.integer(lines.length)),
  ),
  'swap two records': inLines((lines, random) => {
    const [a, b] = [random.integer(lines.length), random.integer(lines.length)]
    return lines.map((line, n) => (n === a ? (lines[b] ?? line) : n === b ? (lines[a] ?? line) : line))
  }),
  'swap two bytes': inSegment((file, random) => {
    const [a, b] = [random.integer(file.length), random.integer(file.length)]
    const [one, two] = [file.readUInt8(a), file.readUInt8(b)]
    file.writeUInt8(two, a)
    file.writeUInt8(one, b)
    return file
  }),
  'insert bytes': inSegment((file, random) => {
    const bytes = Buffer.from(Array.from({ length: 1 + random.integer(20) }, () => random.integer(256)))
    return splice(file, random.integer(file.length + 1), 0, bytes)
  }),
  'insert white space': inSegment((file, random) =>
    splice(
      file,
      random.integer(file.length + 1),
      0,
      Buffer.from(pick(random, [' ', '\n', '\r\n', '\t', '\0', '00000000 \n'])),
    ),
  ),
  'duplicate a record': inLines((lines, random) => {
    const at = random.integer(lines.length)
    return lines.toSpliced(at, 0, lines[at] ?? Buffer.alloc(0))
  }),
  'copy a record elsewhere': inLines((lines, random) =>
    lines.toSpliced(random.integer(lines.length + 1), 0, pick(random, lines)),
  ),
  'copy a record into another segment': (files, random) => {
    const line = pick(random, linesOf(files.get(pick(random, segmentsOf(files))) ?? Buffer.alloc(0)))
    inLines((lines, other) => lines.toSpliced(other.integer(lines.length + 1), 0, line))(files, random, none)
  },
  'truncate anywhere': (files, random) => {
    const name = lastSegment(files)
    const file = files.get(name) ?? Buffer.alloc(0)
    files.set(name, file.subarray(0, random.integer(file.length)))
  },
  'truncate any segment': inSegment((file, random) => file.subarray(0, random.integer(file.length))),
  'truncate at a record': (files, random) => {
    const name = lastSegment(files)
    const lines = linesOf(files.get(name) ?? Buffer.alloc(0))
    files.set(name, Buffer.concat(lines.slice(0, random.integer(lines.length))))
  },
  'truncate at a checkpoint': (files, random) => {
    const name = lastSegment(files)
    const lines = linesOf(files.get(name) ?? Buffer.alloc(0))
    const ends = lines.flatMap((line, n) =>
      n < lines.length - 1 && line.includes('"checkpoint":{') ? [n + 1] : [],
    )
    files.set(name, Buffer.concat(lines.slice(0, pick(random, ends))))
  },
  'remove the last segment': (files) => files.delete(lastSegment(files)),
  'remove a segment': (files, random) => files.delete(pick(random, segmentsOf(files))),
  'remove the last segments': (files, random) => {
    const names = segmentsOf(files)
    for (const name of names.slice(random.integer(names.length))) files.delete(name)
  },
  'swap two segments': (files, random) => {
    const [a, b] = [pick(random, segmentsOf(files)), pick(random, segmentsOf(files))]
    const [one, two] = [files.get(a), files.get(b)]
    if (one && two) files.set(a, two).set(b, one)
  },
  'add a segment': (files, random) => {
    const number = segmentsOf(files).length + 1 + random.integer(2)
    files.set(
      `${String(number).padStart(6, '0')}.journal`,
      files.get(pick(random, segmentsOf(files))) ?? Buffer.alloc(0),
    )
  },
  'put an older state back': (files, random, { earlier }) => {
    files.clear()
    for (const [name, bytes] of pick(random, earlier)) files.set(name, bytes)
  },
  'restamp with an entry changed': (files, random) => restamp(files, changeOneEntry(random), null),
  'restamp with an entry removed': (files, random) => {
    let left = random.integer(4)
    restamp(files, (records) => records.filter(({ item }) => item.kind !== 'entry' || left-- !== 0), null)
  },
  'restamp without checkpoints': (files) =>
    restamp(files, (records) => records.filter(({ item }) => item.kind !== 'checkpoint'), null),
  'restamp without the checkpoints after a change': (files, random) => {
    let left = random.integer(4)
    restamp(
      files,
      (records) =>
        records.filter(({ item }) => {
          if (item.kind === 'entry') left--
          return left >= 0 || (item.kind === 'entry' && left !== -1)
        }),
      null,
    )
  },
  'restamp and sign with another key': (files, random) => restamp(files, changeOneEntry(random), FOREIGN),
  'append a forged record': (files, random) =>
    forged(files, { kind: 'entry', body: alert('forged') }, random.integer(2)),
  'append a forged checkpoint': (files, random) =>
    forged(
      files,
      {
        kind: 'checkpoint',
        body: { count: 1 + random.integer(60), next: 'more', signature: FOREIGN.publicKey },
      },
      random.integer(2),
    ),
  'change a tail that was put aside': (files, random) => {
    const name = pick(
      random,
      [...files.keys()].filter((text) => text.endsWith('.torn')),
    )
    files.set(name, Buffer.concat([files.get(name) ?? Buffer.alloc(0), Buffer.from('!')]))
  },
  'remove a tail that was put aside': (files, random) =>
    files.delete(
      pick(
        random,
        [...files.keys()].filter((text) => text.endsWith('.torn')),
      ),
    ),
}
const none: Subject = { name: '', files: new Map(), head: null, earlier: [] }

const same = (a: ReadonlyMap<string, Buffer>, b: ReadonlyMap<string, Buffer>): boolean =>
  a.size === b.size && [...a].every(([name, bytes]) => b.get(name)?.equals(bytes) === true)

/** Which kinds make sense for which journal. */
function canDo(kind: string, { files, earlier }: Subject): boolean {
  if (kind.includes('put aside')) return [...files.keys()].some((name) => name.endsWith('.torn'))
  if (kind.includes('older state')) return earlier.length > 0
  return kind !== 'swap two segments' || files.size > 1
}

export interface Tally {
  found: number
  missed: number
  /** Seed and journal of the first that was missed. */
  firstMissed?: string
}

/** Runs `count` mutations, each from a seed of its own, and says how many of each kind were found. */
export async function runMutations(count: number, seed: number): Promise<Map<string, Tally>> {
  const all = await subjects()
  for (const subject of all)
    if ((await findings(subject)) > 0)
      throw new Error(`"${subject.name}" is not sound before anything was done to it`)
  const kinds = Object.entries(MUTATIONS)
  const tallies = new Map<string, Tally>(kinds.map(([kind]) => [kind, { found: 0, missed: 0 }]))
  for (let n = 0; n < count; n++) {
    const [kind, mutate] = kinds[n % kinds.length] ?? pick(seededRandom(0), kinds)
    const random = seededRandom(seed * 1_000_003 + n)
    const able = all.filter((subject) => canDo(kind, subject))
    for (;;) {
      const subject = pick(random, able)
      const files = new Map(subject.files)
      mutate(files, random, subject)
      // A draw that changed nothing is no mutation.
      if (same(files, subject.files)) continue
      const tally = tallies.get(kind) ?? { found: 0, missed: 0 }
      if ((await findings({ files, head: subject.head })) > 0) tally.found++
      else {
        tally.missed++
        tally.firstMissed ??= `mutation ${n} of "${subject.name}"`
      }
      break
    }
  }
  return tallies
}
