/** Holds the table "who may import whom" of docs/architecture.md against the code, and the rules that no compiler checks. */

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = ['shared', 'electron', 'renderer'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).map((path) => path.split(sep).join('/')),
)
const textOf = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

/** Imports of a file: project paths (`shared/base/decimal.ts`) or package names. */
function importsOf(path: string): string[] {
  const text = textOf.get(path) ?? ''
  const specifiers = [...text.matchAll(/(?:from\s+|import\s+|import\(\s*)'([^']+)'/g)].map(
    (match) => match[1] ?? '',
  )
  return specifiers.map((specifier) =>
    specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(path), specifier))
          .split(sep)
          .join('/')
      : specifier,
  )
}

/** A file without its comments. */
const codeOf = (path: string): string =>
  (textOf.get(path) ?? '').replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

interface Rule {
  readonly from: RegExp
  /** Everything an import may match; a folder imports itself anyway. */
  readonly may: readonly RegExp[]
}

const base = /^shared\/base\//
const domain = /^shared\/domain\//
const shared = /^shared\//
const node = /^node:/
const zod = /^zod$/

/** The rooms of `electron/core`, layer by layer from the top. A room imports only from the layers below its own. */
const CORE_LAYERS: readonly (readonly string[])[] = [
  ['tradingCore.ts'],
  ['assembly'],
  ['routeCommandsAndTopics.ts'],
  ['dealing', 'session'],
  ['risk', 'alerts'],
  ['administration', 'reconciliation'],
  ['orders', 'accounts', 'market', 'approvals'],
  ['journal', 'health', 'updates'],
  ['notices'],
  ['support'],
  ['ports'],
]

/** The rooms of `renderer`, in the same order. */
const RENDERER_LAYERS: readonly (readonly string[])[] = [
  ['main.tsx'],
  ['session.ts', 'windowName.ts'],
  ['workspace'],
  ['panels'],
  ['commandline', 'keyboard', 'halts', 'sound'],
  ['dealing'],
  ['state'],
  ['paint'],
  ['live'],
  ['keys', 'ui', 'format', 'style'],
]

/** A row for each room: it imports only `more` and the rooms below its layer. */
const rowsOf = (
  folder: string,
  layers: readonly (readonly string[])[],
  more: readonly RegExp[],
): Readonly<Record<string, Rule>> =>
  Object.fromEntries(
    layers.flatMap((rooms, layer) => {
      const below = layers.slice(layer + 1).flat()
      const inRoom = (room: string) => new RegExp(`^${folder}/${room}(/|$)`)
      return rooms.map((room) => [
        `${folder}/${room}`,
        { from: inRoom(room), may: [...more, ...below.map(inRoom)] },
      ])
    }),
  )

const WINDOW_PACKAGES =
  /^(react|zustand|@base-ui\/|flexlayout-react|lightweight-charts$|tinykeys$|zod$|@fontsource)|\.css$/
const CORE_ROWS = rowsOf('electron/core', CORE_LAYERS, [shared])
const RENDERER_ROWS = rowsOf('renderer', RENDERER_LAYERS, [shared, WINDOW_PACKAGES])

const RULES: Readonly<Record<string, Rule>> = {
  'shared/base': { from: /^shared\/base\//, may: [] },
  'shared/domain': { from: /^shared\/domain\//, may: [base, zod] },
  'shared/broker': { from: /^shared\/broker\//, may: [base, domain, zod] },
  'shared/contract': { from: /^shared\/contract\//, may: [base, domain, zod] },
  'electron/core': { from: /^electron\/core\//, may: [shared] },
  ...CORE_ROWS,
  'electron/net': { from: /^electron\/net\//, may: [shared, node, /^ws$/] },
  'electron/broker': {
    from: /^electron\/broker\//,
    may: [shared, node, /^ws$/, /^undici(\/|$)/, zod, /^electron\/net\//, /^electron\/core\/ports\//],
  },
  'electron/market': {
    from: /^electron\/market\//,
    may: [shared, node, /^ws$/, /^electron\/(net|record)\//, /^electron\/core\/ports\//],
  },
  'electron/record': {
    from: /^electron\/record\//,
    may: [shared, node, /^ws$/, zod, /^electron\/net\//, /^electron\/broker\/rest\/http\.ts$/],
  },
  'electron/storage': {
    from: /^electron\/storage\//,
    may: [shared, node, /^keytar$/, /^electron-store$/, /^electron\/core\/ports\//],
  },
  'electron/health': {
    from: /^electron\/health\//,
    may: [shared, node, /^electron\/(core\/ports|storage)\//, /^electron\/log\.ts$/],
  },
  'electron/dataFiles': {
    from: /^electron\/dataFiles\//,
    may: [
      shared,
      node,
      /^package\.json$/,
      /^electron\/storage\//,
      /^electron\/health\/historyFiles\.ts$/,
      /^electron\/record\/fileHead\.ts$/,
      /^electron\/paper\/store\/(schema|earlierSchemas|soundness)\.ts$/,
    ],
  },
  'electron/print': {
    from: /^electron\/print\//,
    may: [shared, node, /^pdfkit$/, /^electron\/core\/ports\//],
  },
  'electron/replay': { from: /^electron\/replay\//, may: [shared, node, /^ws$/, /^electron\/record\//] },
  'electron/paper': { from: /^electron\/paper\//, may: [shared, node, /^ws$/, zod] },
  'electron/gateway': {
    from: /^electron\/gateway\//,
    may: [shared, node, /^ws$/, /^electron\/deskTypes\.ts$/],
  },
  'electron/shell': {
    from: /^electron\/shell\//,
    may: [
      /^electron$/,
      /^electron-updater$/,
      shared,
      node,
      /^electron\/gateway\//,
      /^electron\/deskTypes\.ts$/,
    ],
  },
  ...RENDERER_ROWS,
  'renderer/paint/ladder, pure parts': {
    from: /^renderer\/paint\/ladder\/ladder(Model|View|Renderer)\.ts$/,
    may: [shared, /^renderer\/style\/theme\.ts$/],
  },
  'renderer/panels/ladder, its input': {
    from: /^renderer\/panels\/ladder\/ladderInput\.ts$/,
    may: [shared, /^renderer\/paint\/ladder\//, /^renderer\/keys\/caps\.ts$/],
  },
  'renderer/ui': { from: /^renderer\/ui\//, may: [/^react/, /^@base-ui\//, /\.css$/] },
}

describe('imports go one way', () => {
  it.each(Object.entries(RULES))('%s', (name, rule) => {
    const folder = name.split(',')[0] ?? name
    const wrong = files
      .filter((path) => rule.from.test(path))
      .flatMap((path) =>
        importsOf(path)
          .filter(
            (target) => !target.startsWith(`${folder}/`) && !rule.may.some((pattern) => pattern.test(target)),
          )
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it('no rooms and no files import each other in a circle', () => {
    /** Folder, then what lies in it, then what that imports of the same folder. */
    const folders = new Map<string, Map<string, Set<string>>>()
    for (const path of files) {
      for (const target of importsOf(path)) {
        if (!textOf.has(target)) continue
        const [from, to] = [path.split('/'), target.split('/')]
        const common = from.findIndex((part, n) => part !== to[n])
        const folder = from.slice(0, common).join('/')
        const rooms = folders.get(folder) ?? new Map<string, Set<string>>()
        folders.set(folder, rooms)
        const room = from[common] ?? ''
        rooms.set(room, (rooms.get(room) ?? new Set()).add(to[common] ?? ''))
      }
    }
    const circles: string[] = []
    for (const [folder, rooms] of folders) {
      const done = new Set<string>()
      const walk = (room: string, behind: readonly string[]): void => {
        if (behind.includes(room))
          return void circles.push(`${folder}: ${[...behind.slice(behind.indexOf(room)), room].join(' → ')}`)
        if (done.has(room)) return
        for (const next of rooms.get(room) ?? []) walk(next, [...behind, room])
        done.add(room)
      }
      for (const room of rooms.keys()) walk(room, [])
    }
    expect(circles).toEqual([])
  })

  it.each([
    ['electron/core', CORE_LAYERS],
    ['renderer', RENDERER_LAYERS],
  ] as const)('every file of %s is in a room of the table', (folder, layers) => {
    const rooms = new Set(layers.flat())
    const wrong = files.filter(
      (path) =>
        path.startsWith(`${folder}/`) && !rooms.has(path.slice(folder.length + 1).split('/')[0] ?? ''),
    )
    expect(wrong).toEqual([])
  })

  it('only electron/shell and the two desktop entries import electron', () => {
    const wrong = files.filter(
      (path) =>
        !/^electron\/(shell\/|main\.ts|preload\.ts)/.test(path) && importsOf(path).includes('electron'),
    )
    expect(wrong).toEqual([])
  })

  it('only electron/shell/updates imports the updater', () => {
    const wrong = files.filter(
      (path) => !path.startsWith('electron/shell/updates/') && importsOf(path).includes('electron-updater'),
    )
    expect(wrong).toEqual([])
  })

  it('nothing between desk and venue can send a request a second time by itself', () => {
    // Chromium's stack and fetch repeat requests, retrying agents and interceptors are made to, `net` of Electron is Chromium's (docs/api.md#transport).
    const repeats =
      /\b(RetryAgent|RetryHandler|interceptors|redirect|setGlobalDispatcher|EnvHttpProxyAgent|ProxyAgent)\b|\bfetch\(|\bcompose\(|from 'electron'/
    const wrong = files
      .filter((path) => /^electron\/(broker|net)\//.test(path) && repeats.test(codeOf(path)))
      .concat(
        files.filter(
          (path) =>
            importsOf(path).some((text) => /^undici\b/.test(text)) &&
            !/^electron\/broker\/rest\/(http|undiciPool\.d)\.ts$/.test(path),
        ),
      )
    expect(wrong).toEqual([])
    const fromUndici = codeOf('electron/broker/rest/http.ts').match(/import .* from 'undici\b.*'/g)
    expect(fromUndici).toEqual([
      "import type { Dispatcher } from 'undici'",
      "import Pool from 'undici/lib/dispatcher/pool.js'",
    ])
  })

  it('only connect.ts opens a WebSocket in the window', () => {
    const wrong = files.filter(
      (path) =>
        path.startsWith('renderer/') &&
        path !== 'renderer/live/connect.ts' &&
        /new WebSocket\(/.test(textOf.get(path) ?? ''),
    )
    expect(wrong).toEqual([])
  })
})

describe('habits', () => {
  const entries =
    /^electron\/(main|serve|start|cli\/dev|market\/worker|(paper|replay)\/main)\.ts$|^renderer\/main\.tsx$/

  it('time, chance and timers come in from outside', () => {
    const wrong = files
      .filter((path) => path !== 'shared/base/clock.ts' && !entries.test(path))
      .filter((path) =>
        /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|(?<![.\w])set(Timeout|Interval)\(|\bperformance\.now\(/.test(
          textOf.get(path) ?? '',
        ),
      )
    expect(wrong).toEqual([])
  })

  it('money is never read through a binary float', () => {
    const wrong = files
      .filter((path) => /^(shared\/domain|electron\/core)\//.test(path))
      .filter((path) => /\bparseFloat\(|\bNumber\((?!\.)/.test(textOf.get(path) ?? ''))
    expect(wrong).toEqual([])
  })

  it('every module opens by saying what it owns', () => {
    const wrong = files.filter((path) => !/^(#!.*\n)?\/\*\*? ?\S/.test(textOf.get(path) ?? ''))
    expect(wrong).toEqual([])
  })

  it('no file is longer than 500 lines', () => {
    const wrong = files.filter((path) => (textOf.get(path) ?? '').split('\n').length > 500)
    expect(wrong).toEqual([])
  })

  it('no drawer for odds and ends', () => {
    expect(files.filter((path) => /(^|\/)(utils?|helpers?|managers?|common)(\.tsx?|\/)/i.test(path))).toEqual(
      [],
    )
  })
})
