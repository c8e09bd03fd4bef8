/** The packages that ship with the program and their licences, from lock file, build and installed packages. Writes nothing. */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that allow a program to ship the package, as long as their text goes with it. */
export const ALLOWED: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  '(MIT OR CC0-1.0)',
  'Bitstream-Vera',
  // Permissive licences of packages behind electron-updater (ADR 32).
  'BlueOak-1.0.0',
  'Python-2.0',
])
/** Licences of packages that name none in a known word: what the text of that version says. */
const SAID_BY_ITS_TEXT: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf 2.37.3': 'Bitstream-Vera',
  'png-js 2.0.0': 'MIT',
}
/** The project's own Node, which runs the terminal from its sources and is no part of the installers. */
const NOT_SHIPPED = /^node-(?:linux|win)-/

/** Bundled too: `debug` loads the first without naming it, and that one needs the second. For npm both are for development. */
const LOADED_UNNAMED: ReadonlySet<string> = new Set(['node_modules/supports-color', 'node_modules/has-flag'])

export interface ShippedPackage {
  /** Its key in the lock file, such as `node_modules/a/node_modules/b`. */
  readonly path: string
  /** The name that the project uses: an alias keeps its own. */
  readonly name: string
  readonly version: string
  readonly licence: string
  /** The texts of licence and notice; empty where the package is for another system, and so is not installed here. */
  readonly texts: readonly string[]
  readonly isInstalled: boolean
}

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

/** The dependencies of the lock file that are not for development, for every system. Sorted by name, so that the same lock file gives the same list. */
export function shippedPackages(root: string): readonly ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) =>
        path !== '' && ((dev !== true && devOptional !== true) || LOADED_UNNAMED.has(path)),
    )
    .map(([path, { version = '', license = '' }]) => {
      const folder = join(root, path)
      const isInstalled = existsSync(folder)
      const files = isInstalled
        ? globSync('{LICENSE,LICENCE,license,licence,COPYING,NOTICE,notice,OFL}*', { cwd: folder }).toSorted()
        : []
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
      const name = path.replace(/^.*node_modules\//, '')
      const licence = SAID_BY_ITS_TEXT[`${name} ${version}`] ?? license
      return { path, name, version, licence, texts, isInstalled }
    })
    .filter(({ name }) => !NOT_SHIPPED.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))
}

/** Why a package may not ship, one sentence each. */
export const licenceProblems = (packages: readonly ShippedPackage[]): readonly string[] =>
  packages.flatMap(({ name, version, licence }) =>
    ALLOWED.has(licence)
      ? []
      : [`${name} ${version} has the licence “${licence}”, which is not in test/tools/package/licences.ts.`],
  )

/** The text that ships beside the program. */
export const noticesOf = (packages: readonly ShippedPackage[]): string =>
  [
    'Openpit contains the packages below. Each stands under its own licence.',
    ...packages.map(({ name, version, licence, texts }) =>
      [`${name} ${version} (${licence})`, ...texts].join('\n\n'),
    ),
  ].join('\n\n' + '='.repeat(80) + '\n\n') + '\n'
