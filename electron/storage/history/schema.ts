/** The databases of the history thread: file names, tables and versions. Data only. */

export interface DatabaseFile {
  readonly name: string
  /** Raised with every change of the tables. A file of another version is refused and stays unchanged. */
  readonly version: number
  readonly schema: string
}

/** Prices and volumes are exact decimal text; times are ms since epoch, UTC. */
const CANDLE_TABLES = `
  CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    symbol TEXT NOT NULL,
    UNIQUE (venue, symbol)
  ) STRICT;
  -- length: ms, a minute or the one shorter interval. Longer candles are folded from minutes.
  -- whole: the candle counts every trade of its time.
  CREATE TABLE candle (
    series INTEGER NOT NULL REFERENCES series,
    length INTEGER NOT NULL,
    open_time INTEGER NOT NULL,
    open TEXT NOT NULL,
    high TEXT NOT NULL,
    low TEXT NOT NULL,
    close TEXT NOT NULL,
    volume TEXT NOT NULL,
    whole INTEGER NOT NULL,
    PRIMARY KEY (series, length, open_time)
  ) STRICT, WITHOUT ROWID;
  -- The times whose trades are all known; see shared/domain/candles/candleCoverage.ts.
  CREATE TABLE known (
    series INTEGER NOT NULL REFERENCES series,
    from_time INTEGER NOT NULL,
    to_time INTEGER NOT NULL,
    cursor TEXT,
    ended INTEGER NOT NULL,
    PRIMARY KEY (series, from_time)
  ) STRICT, WITHOUT ROWID;
`

export const CANDLES: DatabaseFile = { name: 'history.sqlite', version: 1, schema: CANDLE_TABLES }

/** A separate file, because a damaged history of candles may be thrown away and notices may not. The core bounds their number. */
export const NOTICES: DatabaseFile = {
  name: 'notices.sqlite',
  version: 1,
  schema: `
  -- changed: counts every change, so that the newest notice is known without a clock.
  CREATE TABLE notice (
    id INTEGER PRIMARY KEY,
    changed INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  -- through: the venue's time through which trades and ledger of the account were reported, ms.
  CREATE TABLE account (
    name TEXT PRIMARY KEY,
    through INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
}
