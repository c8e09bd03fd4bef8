/** Prints a defect of the program on standard error: where, but never the error's message or fields, which may hold a secret. */

export function reportDefect(sentence: string, error: unknown): void {
  const where =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : []
  const name = error instanceof Error ? ` (${error.name})` : ''
  process.stderr.write([`openpit: ${sentence}${name}`, ...where.slice(0, 8), ''].join('\n'))
}
