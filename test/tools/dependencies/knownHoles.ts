/** The known holes in what `npm audit --json` prints, against the levels of docs/dependencies.md. Pure. Reaches no registry. */

import { z } from 'zod'

/** From mild to grave, as npm names them. */
const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const
type Severity = (typeof SEVERITIES)[number]

/** The mildest severity that fails the check. A package that ships runs beside customers' money; one of the build or the tests runs on our own machines. */
export const FAILS_FROM: Readonly<Record<'shipped' | 'development', Severity>> = {
  shipped: 'moderate',
  development: 'high',
}

export interface KnownHole {
  readonly name: string
  readonly use: 'shipped' | 'development'
  readonly severity: Severity
  readonly title: string
  /** The address of the advisory. */
  readonly advisory: string
  /** The versions that have the hole. */
  readonly range: string
  /** One phrase: which version has the fix. */
  readonly fix: string
  /** At or above the level of its use. */
  readonly isFault: boolean
}

const advisory = z.object({
  title: z.string(),
  url: z.string(),
  severity: z.enum(SEVERITIES),
  range: z.string(),
})
const report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      /** Advisories on the package itself. A text names a dependency with a hole, which has its own entry. */
      via: z.array(z.union([z.string(), advisory])),
      /** Paths of the lock file. */
      nodes: z.array(z.string()).min(1),
      fixAvailable: z.union([z.boolean(), z.object({ name: z.string(), version: z.string() })]),
    }),
  ),
  // A report of no package says nothing.
  metadata: z.object({ dependencies: z.object({ total: z.number().min(1) }) }),
})
/** What npm prints instead of a report. */
const failure = z.object({ message: z.string() })

const fixOf = (fix: boolean | { readonly name: string; readonly version: string }): string =>
  typeof fix === 'object'
    ? `${fix.name} ${fix.version}`
    : fix
      ? 'a version that its dependents accept; npm audit fix finds it'
      : 'none is known'

/** `isShipped`: whether a path of the lock file is part of an installed program. Throws where the text is no report. */
export function knownHoles(printed: string, isShipped: (path: string) => boolean): readonly KnownHole[] {
  let json: unknown
  try {
    json = JSON.parse(printed)
  } catch {
    throw new Error(`npm printed no JSON: ${printed.slice(0, 200) || 'nothing'}`)
  }
  const failed = failure.safeParse(json)
  if (failed.success) throw new Error(failed.data.message)
  const read = report.safeParse(json)
  if (!read.success) throw new Error(`the report of npm cannot be read: ${z.prettifyError(read.error)}`)
  return Object.entries(read.data.vulnerabilities).flatMap(([name, { via, nodes, fixAvailable }]) => {
    const use = nodes.some(isShipped) ? 'shipped' : 'development'
    return via.flatMap((each): KnownHole[] => {
      if (typeof each === 'string') return []
      const { severity, title, url, range } = each
      const isFault = SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(FAILS_FROM[use])
      return [{ name, use, severity, title, advisory: url, range, fix: fixOf(fixAvailable), isFault }]
    })
  })
}
