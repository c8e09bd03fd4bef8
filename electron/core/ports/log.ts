/** The log. Interface only; its fields are a closed list. */

/** The fields of a log line: a closed list, so that no request, header, error object or secret can get in. */
export interface LogFields {
  readonly venueId?: string
  readonly customerCode?: string
  readonly referenceId?: string
  readonly symbol?: string
  /** The venue's error code, or a process's exit code. */
  readonly code?: string
  readonly phase?: string
  readonly count?: number
  /** A sentence of Openpit, never a body or a header. */
  readonly sentence?: string
}

export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
